import { type HelpProperty, helpSchema } from '../rest/help-schema.ts'
import type { Site } from '../rest/request.ts'
import type { Schema } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { asShown } from './answers.ts'
import { editing, everywhere } from './fields.ts'
import type { Field, Kind } from './kind.ts'
import { schemaLinks } from './schema-links.ts'

/** The schema of an item of a post type, as OPTIONS shows it. */
export function kindSchema(kind: Kind, store: Store): (site: Site) => Record<string, unknown> {
  const { type, fields } = kind
  const schema = helpSchema(type, Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])))
  return (site) => ({ ...schema, links: schemaLinks(kind, store, site) })
}

function propertyOf(field: Field): HelpProperty {
  const { name, contexts, write, shows } = field
  const { properties, ...schema } = write === undefined ? (shows ?? {}) : asShown(write)
  return {
    ...schema,
    ...(write?.default === undefined ? {} : { default: write.default }),
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
      const context = contextsOf(name) ?? contexts
      const isWritable = name === 'raw' && write !== undefined
      return [name, { ...schema, context, ...(isWritable ? {} : { readonly: true }) }]
    }),
  )
}

/** The contexts of a property that differ from those of its field. */
function contextsOf(member: string): readonly string[] | undefined {
  if (member === 'protected') return everywhere
  return member === 'raw' || member === 'block_version' ? editing : undefined
}
