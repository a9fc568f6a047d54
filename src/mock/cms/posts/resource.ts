import { forceArg, plainContextArg, writeArgs } from '../rest/common-args.ts'
import { type Endpoint, type Route, updating } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { answersOf } from './answers.ts'
import { kindSchema } from './help-schema.ts'
import type { Kind } from './kind.ts'
import { readItem, readList, mayReadItem, mayReadList } from './read.ts'
import { createItem, deleteItem, mayCreate, mayDeleteItem, mayUpdate, updateItem } from './write/change.ts'

export const namespace = 'cms/v2'

/** Handlers that differ from those of other post types. */
export type Overrides = { readonly create?: Pick<Endpoint, 'may' | 'run'> }

/** The collection and item routes of a post type, from its declaration. */
export function postRoutes(kind: Kind, store: Store, overrides: Overrides = {}): Route[] {
  const write = writeArgsOf(kind)
  const item: Args = { id: { type: 'integer' } }
  const batch = kind.type !== 'attachment'
  const answers = answersOf(kind)
  const help = store.registry.isExtended ? { schema: kindSchema(kind, store) } : {}
  return [
    {
      pattern: `/${namespace}/${kind.base}`,
      namespace,
      ...help,
      batch,
      endpoints: [
        {
          methods: ['GET'],
          args: kind.listArgs,
          may: (request) => mayReadList(kind, request),
          run: (request) => readList(kind, store, request),
          returns: answers.list,
        },
        {
          methods: ['POST'],
          args: { ...withDefaults(write, kind), ...kind.createArgs },
          may: overrides.create?.may ?? ((request) => mayCreate(kind, request)),
          run: overrides.create?.run ?? ((request) => createItem(kind, store, request)),
          returns: answers.created,
          uploads: kind.type === 'attachment',
        },
      ],
    },
    {
      pattern: `/${namespace}/${kind.base}/(?P<id>[\\d]+)`,
      namespace,
      ...help,
      batch,
      endpoints: [
        {
          methods: ['GET'],
          args: { ...item, context: { ...plainContextArg, default: 'view' }, ...kind.itemArgs },
          may: (request) => mayReadItem(kind, store, request),
          run: (request) => readItem(kind, store, request),
          returns: answers.item,
        },
        {
          methods: updating,
          args: { ...item, ...write },
          may: (request) => mayUpdate(kind, store, request),
          run: (request) => updateItem(kind, store, request),
          returns: answers.updated,
        },
        {
          methods: ['DELETE'],
          args: { ...item, force: forceArg },
          may: (request) => mayDeleteItem(kind, store, request),
          run: (request) => deleteItem(kind, store, request),
          returns: answers.removed,
        },
      ],
    },
  ]
}

/** The writable fields of a type as arguments, without defaults. */
export function writeArgsOf(kind: Kind): Args {
  const fields = kind.fields.flatMap(({ name, write }) =>
    write === undefined ? [] : [[name, write] as const],
  )
  return writeArgs(Object.fromEntries(fields.map(([name, { default: _default, ...arg }]) => [name, arg])))
}

function withDefaults(write: Args, kind: Kind): Args {
  const defaults = kind.fields.flatMap(({ name, write: arg }) =>
    arg?.default === undefined ? [] : [[name, arg.default] as const],
  )
  if (defaults.length === 0) return write
  return {
    ...write,
    ...Object.fromEntries(defaults.map(([name, value]) => [name, { ...write[name], default: value }])),
  }
}
