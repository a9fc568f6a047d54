export type Update = { readonly data: string; readonly type: string }

type Stored = Update & { readonly cursor: number; readonly client: number }
type Presence = {
  readonly client: number
  readonly user: number
  readonly state: unknown
  readonly seenAt: number
}
type Room = { updates: Stored[]; present: Presence[] }

const awarenessMs = 30_000
const compactAbove = 50

/** The rooms of the synchronization: their clients, and the updates that each client has not received. */
export type Rooms = ReturnType<typeof createRooms>

export function createRooms(now: () => Date) {
  const rooms = new Map<string, Room>()
  let lastCursor = 0

  function open(name: string): Room {
    const room = rooms.get(name) ?? { updates: [], present: [] }
    rooms.set(name, room)
    return room
  }

  return {
    reset: (): void => rooms.clear(),
    /** True if another user's client has this id. */
    isTaken: (name: string, client: number, user: number): boolean =>
      rooms.get(name)?.present.some((other) => other.client === client && other.user !== user) === true,
    /**
     * Records the state of a client, or its departure if `state` is null. Returns the states of all present clients.
     */
    meet(name: string, client: number, user: number, state: unknown): Record<string, unknown> {
      const room = open(name)
      const time = now().getTime()
      const others = room.present.filter((one) => one.client !== client && time - one.seenAt < awarenessMs)
      room.present = state === null ? others : [...others, { client, user, state, seenAt: time }]
      return Object.fromEntries(room.present.map((one) => [String(one.client), one.state]))
    },
    /**
     * Stores an update. A compaction replaces the updates that its client has received, unless there is a newer
     * compaction.
     */
    add(name: string, client: number, seen: number, update: Update): void {
      const room = open(name)
      const compacts = update.type === 'compaction'
      const late = compacts && room.updates.some(({ cursor, type }) => cursor > seen && type === 'compaction')
      if (compacts && !late) room.updates = room.updates.filter(({ cursor }) => cursor >= seen)
      room.updates.push({
        data: update.data,
        type: late ? 'update' : update.type,
        client,
        cursor: ++lastCursor,
      })
    },
    /** The updates that a client has not received: those of others, and all compactions. */
    news(name: string, client: number, seen: number, present: readonly number[]) {
      const { updates } = open(name)
      const fresh = updates.filter(
        (one) => one.cursor > seen && (one.client !== client || one.type === 'compaction'),
      )
      const chosen = present.length > 0 && Math.min(...present) === client
      return {
        end_cursor: updates.at(-1)?.cursor ?? 0,
        room: name,
        should_compact: chosen && updates.length > compactAbove,
        total_updates: updates.length,
        updates: fresh.map(({ data, type }) => ({ data, type })),
      }
    },
  }
}
