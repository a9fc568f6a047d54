import { entryOf, isEmpty, isMap } from '../rest/php.ts'
import { type Arg, type Schema, fault } from '../rest/schema/schema.ts'
import type { Row } from '../store/rows.ts'
import { notEmbedded } from './fields.ts'
import type { Field, MetaField } from './kind.ts'

/** WordPress validates the single meta fields only when it saves them. */
export function metaArg(properties: Readonly<Record<string, Schema>>): Arg {
  return {
    type: 'object',
    properties,
    check: (value) => (typeof value === 'object' ? undefined : fault('', 'Invalid parameter.')),
    clean: (value) => value,
  }
}

export function metaField(members: readonly MetaField[]): Field {
  const properties = Object.fromEntries(members.map((member) => [member.name, schemaOf(member)]))
  return {
    name: 'meta',
    contexts: notEmbedded,
    shows: members.some(({ rule }) => rule !== undefined)
      ? { type: ['object', 'array'], properties }
      : { type: ['object', 'array'], additionalProperties: { type: 'string' } },
    write: metaArg(properties),
    read: ({ row, context }) => readMeta(members, row.meta, context),
  }
}

export function schemaOf({ rule }: MetaField): Schema {
  return rule?.schema ?? { type: 'string', default: '' }
}

/** The registered fields with their defaults. PHP returns an empty list if there are none. */
export function readMeta(members: readonly MetaField[], meta: Row['meta'], context: string): unknown {
  const shown = members.filter(({ contexts }) => contexts.some((one) => one === context))
  if (shown.length === 0) return []
  return Object.fromEntries(
    shown.map(({ name, rule }) => [
      name,
      toPhpJson(entryOf(meta, name) ?? (rule === undefined ? '' : rule.usual)),
    ]),
  )
}

/** The meta of a revision: WordPress copies other registered keys only if they are registered with `revisions_enabled`. */
export function metaOfRevision(members: readonly MetaField[], meta: Row['meta']): Row['meta'] {
  const left = new Set(members.flatMap(({ name, rule }) => (rule?.inRevisions === false ? name : [])))
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !left.has(name)))
}

/** PHP encodes an empty map as a list. */
function toPhpJson(value: unknown): unknown {
  return isMap(value) && isEmpty(value) ? [] : value
}
