import type { MetaKey } from '../../contracts/site-types/meta-key.ts'
import type { ValueSchema } from '../../contracts/site-types/value-schema.ts'
import { notEmbedded } from '../posts/fields.ts'
import type { MetaField } from '../posts/kind.ts'
import type { Schema } from '../rest/schema/schema.ts'
import { validateValue } from '../rest/schema/validate.ts'
import type { Store } from '../store/store.ts'

/** The meta keys that the file of `--types` registers for a post type. */
export function addedMeta({ registry }: Store, type: string): MetaField[] {
  return Object.entries(registry.typeOf(type)?.meta ?? {}).map(([name, key]) => metaRule(name, key))
}

function metaRule(name: string, key: MetaKey): MetaField {
  const { single, default: usual } = key
  const schema = schemaOf(key)
  const list = usual === undefined ? [] : Array.isArray(usual) ? usual : [usual]
  return {
    name,
    contexts: notEmbedded,
    rule: {
      schema: single ? schema : { type: 'array', items: schema },
      single,
      usual: single ? shownDefault(name, key, schema) : list,
      ...(single && usual !== undefined ? { unset: usual } : {}),
      inRevisions: key.revisions_enabled,
    },
  }
}

/** A row without a value shows null if an empty value, from which WordPress starts, does not fit the schema. */
function shownDefault(name: string, { type, default: usual }: MetaKey, schema: Schema): unknown {
  const isText = type === 'string' || type === 'array' || type === 'object'
  const value = usual ?? (isText ? '' : empty[type])
  return validateValue(value, schema, name) === undefined ? schema.default : null
}

const empty: Readonly<Record<MetaKey['type'], unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: [],
}

/** The schema of one value. As in WordPress, objects accept only the listed properties by default. */
function schemaOf({ type, description, schema, default: usual }: MetaKey): Schema {
  return closed({ type, description, default: usual ?? empty[type], ...schema })
}

function closed(schema: ValueSchema & Pick<Schema, 'default'>): Schema {
  const { items, properties = {}, additionalProperties, ...rest } = schema
  const members = Object.entries(properties).map(([name, member]) => [name, closed(member)] as const)
  const more = additionalProperties ?? (schema.type === 'object' ? false : undefined)
  return {
    ...rest,
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(more === undefined ? {} : { additionalProperties: typeof more === 'object' ? closed(more) : more }),
  }
}
