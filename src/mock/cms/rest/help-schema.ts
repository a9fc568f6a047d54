import { type Schema, withPhpList } from './schema/schema.ts'

/** A property of an item's schema, as OPTIONS shows it. */
export type HelpProperty = Omit<Schema, 'contexts'> & {
  readonly context?: readonly string[]
  readonly readonly?: boolean
}

/** The JSON Schema of an item, as OPTIONS shows it. */
export function helpSchema(
  title: string,
  properties: Readonly<Record<string, HelpProperty>>,
): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, withPhpList(property)]),
    ),
  }
}
