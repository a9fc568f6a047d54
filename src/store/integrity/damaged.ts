import type { Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import { DamagedError, type Damaged, type StoredPlace } from '../../lib/stored-errors.ts'
import type { Keys } from '../redis/keys.ts'
import { moveFieldAway, moveForeignAway } from './foreign.ts'
import { columnsShape } from '../formats/shapes/catalog.ts'
import { assetShape, mediaShape, unusedShape } from '../formats/shapes/media.ts'
import { menuItemShape, sentNoticeShape } from '../formats/shapes/reports.ts'
import { bodyShape, headShape } from '../formats/shapes/snapshot.ts'
import { decodeInteger, type Shape } from '../formats/define-shape.ts'
import { createTables } from '../records/create-tables.ts'

/** A hash, the decoder of its values, and the hashes that lose a damaged field with it. */
type Checked = {
  key: string
  decode: (bytes: Buffer, place: StoredPlace) => unknown
  language?: string
  with?: string[]
}

const fieldsAtOnce = 500
const mostNamed = 10

/** Finds unreadable values in the data that is kept between runs, and moves them to a separate hash. */
export function createDamagedValues(redis: Redis, keys: Keys) {
  async function listChecked(menuId: number | undefined): Promise<Checked[]> {
    const languages = await redis.smembers(keys.languages)
    const snapshots = languages.flatMap((language): Checked[] => {
      const [heads, bodies] = [keys.heads(language), keys.bodies(language)]
      return [
        {
          key: heads,
          language,
          with: [bodies],
          decode: (bytes, place) => headShape.decode(String(bytes), place),
        },
        { key: bodies, language, with: [heads], decode: (bytes, place) => bodyShape.unpack(bytes, place) },
        {
          key: keys.misses(language),
          language,
          decode: (bytes, place) => decodeInteger(String(bytes).split('|')[0] ?? '', place),
        },
      ]
    })
    return [...snapshots, ...listRenewed(), ...listKept(menuId)]
  }

  /** The values that every run creates again from the partner and the CMS. */
  function listRenewed(): Checked[] {
    return [
      textsOf(keys.assets, assetShape),
      textsOf(keys.media, mediaShape),
      textsOf(keys.unusedMedia, unusedShape),
      textsOf(keys.sentNotices, sentNoticeShape),
      textsOf(keys.catalogColumns, columnsShape),
    ]
  }

  /** The values that only an operator can restore; snapshots are reported when they are read. */
  function listKept(menuId: number | undefined): Checked[] {
    const tables = Object.values(createTables(redis, keys)).map(({ key, shape }) => textsOf(key, shape))
    const parents = {
      key: keys.parents,
      decode: (bytes: Buffer, place: StoredPlace) => decodeInteger(String(bytes), place),
    }
    const menus = (menuId === undefined ? [] : [keys.menuItems(menuId)]).map((key): Checked => ({
      key,
      decode: (bytes, place) => menuItemShape.decode(String(bytes), place),
    }))
    return [...tables, parents, ...menus]
  }

  async function* walk(key: string): AsyncGenerator<[field: string, bytes: Buffer]> {
    let cursor = '0'
    do {
      const [next, flat] = await redis.hscanBuffer(key, cursor, 'COUNT', fieldsAtOnce)
      cursor = String(next)
      for (const [field, bytes] of inChunks(flat, 2))
        if (field !== undefined && bytes !== undefined) yield [String(field), bytes]
    } while (cursor !== '0')
  }

  async function moveDamagedIn(checked: Checked): Promise<string[]> {
    const moved: string[] = []
    for await (const [field, bytes] of walk(checked.key)) {
      const fault = faultIn(checked, field, bytes)
      if (fault === undefined) continue
      const touched = [keys.damaged, checked.key, ...(checked.with ?? [])]
      await moveFieldAway.run(redis, touched, [field, bytes])
      if (checked.with && checked.language) await redis.srem(keys.retired(checked.language), field)
      moved.push(`${checked.key} ${field}: ${fault.damaged[0]?.reason ?? fault.message}`)
    }
    return moved
  }

  return {
    /**
     * Moves unusable values that concern more than one record, including those of these languages, runs and this menu,
     * and returns a note about each; `now` in ms.
     */
    moveForeign: (
      now: number,
      also?: { languages?: readonly string[]; runs?: readonly string[]; menuId?: number },
    ): Promise<string[]> => moveForeignAway(redis, keys, now, also),

    /**
     * Moves unreadable values, including those of this menu, to another key with their bytes unchanged, and returns a
     * note about each.
     */
    async moveAway(menuId: number | undefined): Promise<string[]> {
      const moved: string[] = []
      for (const checked of await listChecked(menuId))
        for (const what of await moveDamagedIn(checked)) moved.push(what)
      return moved.map((what) => `an unreadable value was moved to ${keys.damaged}: ${what}`)
    },

    /** Like `moveAway`, for values that every run recreates from the partner and the CMS. */
    async moveRenewed(): Promise<string[]> {
      const moved: string[] = []
      for (const checked of listRenewed()) for (const what of await moveDamagedIn(checked)) moved.push(what)
      return inShort(moved).map(
        (what) => `an unreadable value was moved to ${keys.damaged}, and the run makes it again: ${what}`,
      )
    },

    /**
     * The first unreadable values except snapshots, including those of this menu, and the number of the others; moves
     * nothing.
     */
    async find(menuId: number | undefined): Promise<{ named: Damaged[]; more: number }> {
      const found: Damaged[] = []
      for (const checked of listKept(menuId))
        for await (const [field, bytes] of walk(checked.key)) {
          const fault = faultIn(checked, field, bytes)
          for (const one of fault?.damaged ?? []) found.push(one)
        }
      return { named: found.slice(0, mostNamed), more: Math.max(0, found.length - mostNamed) }
    },
  }
}

function textsOf(key: string, shape: Pick<Shape<object>, 'decode'>): Checked {
  return { key, decode: (bytes, place) => shape.decode(String(bytes), place) }
}

/** A key that was overwritten as a whole must not fill a run's report. */
function inShort(sentences: readonly string[]): string[] {
  const more = sentences.length - mostNamed
  return more > 0
    ? [...sentences.slice(0, mostNamed), `${more} other stored values cannot be read either`]
    : [...sentences]
}

function faultIn({ key, language, decode }: Checked, field: string, bytes: Buffer): DamagedError | undefined {
  const record = language === undefined ? field : recordId({ gtin: field, language })
  try {
    decode(bytes, { key, field, record })
    return undefined
  } catch (error) {
    if (error instanceof DamagedError) return error
    throw error
  }
}
