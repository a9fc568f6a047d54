import { type HelpProperty, helpSchema } from '../rest/help-schema.ts'
import type { Schema } from '../rest/schema/schema.ts'
import { asShown } from './answers.ts'
import { editing } from './fields.ts'
import type { Field, Kind } from './kind.ts'

/** The schema of an item of a post type, as OPTIONS shows it. */
export function kindSchema({ type, fields }: Kind): Record<string, unknown> {
  return helpSchema(type, Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])))
}

function propertyOf(field: Field): HelpProperty {
  const { name, contexts, write, shows } = field
  const { properties, ...schema } = write === undefined ? (shows ?? {}) : asShown(write)
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: isText(properties) ? textMembers(properties, field) : properties }),
    // The plug-in registers its field without contexts.
    ...(name === 'acf' ? {} : { context: contexts }),
    ...(write === undefined ? { readonly: true } : {}),
  }
}

type Members = Readonly<Record<string, Schema>>

function isText(properties: Members): boolean {
  return Object.hasOwn(properties, 'raw') && Object.hasOwn(properties, 'rendered')
}

function textMembers(
  properties: Members,
  { write, contexts }: Field,
): Readonly<Record<string, HelpProperty>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]): [string, HelpProperty] => {
      const context = name === 'raw' || name === 'block_version' ? editing : contexts
      const isWritable = name === 'raw' && write !== undefined
      return [name, { ...schema, context, ...(isWritable ? {} : { readonly: true }) }]
    }),
  )
}
