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

/** The synchronisation's rooms: who is there, and what the others have not seen yet. */
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
    /** True when another user's client goes by this number. */
    isTaken: (name: string, client: number, user: number): boolean =>
      rooms.get(name)?.present.some((other) => other.client === client && other.user !== user) === true,
    /** Notes who is there (null: is leaving) and tells who else is. */
    meet(name: string, client: number, user: number, state: unknown): Record<string, unknown> {
      const room = open(name)
      const time = now().getTime()
      const others = room.present.filter((one) => one.client !== client && time - one.seenAt < awarenessMs)
      room.present = state === null ? others : [...others, { client, user, state, seenAt: time }]
      return Object.fromEntries(room.present.map((one) => [String(one.client), one.state]))
    },
    /** Takes an update; a compaction replaces what its client has seen, unless a newer one is there already. */
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
    /** What a client has not seen: others' updates, and compactions whoever made them. */
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
