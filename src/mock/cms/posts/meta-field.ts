import { type Arg, type Schema, fault } from '../rest/schema/schema.ts'
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
  return {
    name: 'meta',
    contexts: notEmbedded,
    shows: { type: ['object', 'array'], additionalProperties: { type: 'string' } },
    write: metaArg(Object.fromEntries(members.map(({ name }) => [name, { type: 'string', default: '' }]))),
    read: ({ row, context }) => readMeta(members, row.meta, context),
  }
}

/** The registered fields with their defaults. PHP returns an empty list if there are none. */
export function readMeta(
  members: readonly MetaField[],
  meta: Readonly<Record<string, string>>,
  context: string,
): unknown {
  const shown = members.filter(({ contexts }) => contexts.some((one) => one === context))
  return shown.length === 0 ? [] : Object.fromEntries(shown.map(({ name }) => [name, meta[name] ?? '']))
}
