import { RestError, refuse, refusalStatus } from '../rest/error.ts'
import { isEmpty, isMap, toInt, toText } from '../rest/php.ts'
import { type RestRequest, listParam, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { syncAnswers } from './answers.ts'
import type { Rooms } from './rooms.ts'
import { editableRow, mayJoin, parseRoom } from './sync-rights.ts'

const namespace = 'cms-sync/v1'
const maxBody = 16 * 1024 * 1024

const roomSchema: Schema = {
  type: 'object',
  properties: {
    after: { type: 'integer', minimum: 0, required: true },
    awareness: { type: ['object', 'null'], required: true },
    client_id: { type: 'integer', minimum: 1, required: true },
    room: { type: 'string', required: true, pattern: '^[^/]+/[^/:]+(?::\\S+)?$' },
    updates: {
      type: 'array',
      minItems: 0,
      required: true,
      items: {
        type: 'object',
        required: true,
        properties: {
          data: { type: 'string', required: true, maxLength: 1_048_576 },
          type: {
            type: 'string',
            required: true,
            enum: ['compaction', 'sync_step1', 'sync_step2', 'update'],
          },
        },
      },
    },
  },
}

/** Real-time collaboration by polling: exchange of updates, and storage of a whole document. */
export function syncRoutes(store: Store, rooms: Rooms): Route[] {
  return [
    {
      pattern: `/${namespace}/updates`,
      namespace,
      endpoints: [
        {
          methods: ['POST'],
          args: { rooms: { type: 'array', required: true, maxItems: 50, items: roomSchema } },
          may: (request) => maySync(store, rooms, request),
          run: (request) => exchange(rooms, request),
          returns: syncAnswers.updates,
        },
      ],
    },
    {
      pattern: `/${namespace}/save`,
      namespace,
      endpoints: [
        {
          methods: ['POST'],
          args: {
            room: { type: 'string', required: true },
            doc: { type: 'string', required: true, maxLength: 16_777_216 },
          },
          may: (request) => maySave(store, request),
          run: (request) => save(store, request),
          returns: syncAnswers.saved,
        },
      ],
    },
  ]
}

type Visit = {
  readonly room: string
  readonly client: number
  readonly seen: number
  readonly state: unknown
  readonly updates: readonly unknown[]
}

function visitsOf(request: RestRequest): Visit[] {
  return listParam(request, 'rooms').flatMap((item) => {
    if (!isMap(item)) return []
    const { room, client_id: client, after, awareness, updates } = item
    return [
      {
        room: toText(room),
        client: toInt(client),
        seen: toInt(after),
        state: stateOf(awareness),
        updates: Array.isArray(updates) ? updates : [],
      },
    ]
  })
}

/** WordPress returns an empty state as an empty list. */
function stateOf(awareness: unknown): unknown {
  return isMap(awareness) && isEmpty(awareness) ? [] : (awareness ?? null)
}

function atLeastEditor({ user }: RestRequest): true | RestError {
  return (
    can(user, 'edit_posts') ||
    refuse(user, 'rest_cannot_edit', 'You do not have permission to perform this action')
  )
}

function maySync(store: Store, rooms: Rooms, request: RestRequest): true | RestError {
  const { user, rawBody } = request
  if (rawBody.length > maxBody)
    return new RestError('rest_sync_body_too_large', 'Request body is too large.', 413)
  const allowed = atLeastEditor(request)
  if (allowed !== true) return allowed
  const forbidden: string[] = []
  for (const { room, client } of visitsOf(request)) {
    if (rooms.isTaken(room, client, user?.id ?? 0))
      return new RestError('rest_cannot_edit', 'Client ID is already in use by another user.', 403)
    if (!mayJoin(store, user, room)) forbidden.push(room)
  }
  if (forbidden.length === 0) return true
  const message = `You do not have permission to sync one or more entities: ${forbidden.join(', ')}.`
  return new RestError('rest_cannot_edit', message, refusalStatus(user), { data: { rooms: forbidden } })
}

function exchange(rooms: Rooms, request: RestRequest): Answer {
  const answers = visitsOf(request).map(({ room, client, seen, state, updates }) => {
    const present = rooms.meet(room, client, request.user?.id ?? 0, state)
    for (const update of updates) {
      if (isMap(update))
        rooms.add(room, client, seen, { data: toText(update['data']), type: toText(update['type']) })
    }
    const clients = Object.keys(present).map(Number)
    return { ...rooms.news(room, client, seen, clients), awareness: clients.length === 0 ? [] : present }
  })
  return ok({ rooms: answers })
}

function maySave(store: Store, request: RestRequest): true | RestError {
  const allowed = atLeastEditor(request)
  if (allowed !== true) return allowed
  const parsed = parseRoom(textParam(request, 'room'))
  const row = parsed === undefined ? undefined : editableRow(store, request.user, parsed)
  return row === undefined
    ? refuse(request.user, 'rest_cannot_edit', 'You do not have permission to persist this document.')
    : true
}

/** Stores the document as meta. The row's modification date does not change. */
function save(store: Store, request: RestRequest): Answer {
  const parsed = parseRoom(textParam(request, 'room'))
  const row = parsed === undefined ? undefined : editableRow(store, request.user, parsed)
  if (row !== undefined)
    store.put({ ...row, meta: { ...row.meta, _crdt_document: textParam(request, 'doc') } })
  return ok([])
}
