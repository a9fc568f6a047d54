import type { Page } from '../core/record/page.ts'
import { UnreachableError, UnusableError } from '../lib/errors.ts'
import type { Cms } from '../sync/ports/cms.ts'

/** Reads the listed rows; throws UnreachableError or UnusableError if the list as a whole cannot be read. */
type ReadList<Key, Row> = (keys: readonly Key[], signal: AbortSignal) => Promise<Row[]>

type RowsRead<Key, Row> = { rows: Row[]; unreadable: ReadonlyMap<Key, string> }

/** Whether a cheap read succeeds. If it does, the requested keys caused the failure. */
type IsUp = (signal: AbortSignal) => Promise<boolean>

/** Whether a list can be read that the CMS returns whenever it is up. */
export async function succeeds(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isFailedRead(error)) return false
    throw error
  }
}

/**
 * Reads a list by ids or slugs. A list that fails is halved down to the unreadable key, unless the CMS is
 * down.
 */
export async function readHalved<Key, Row>(
  keys: readonly Key[],
  { readList, isUp }: { readList: ReadList<Key, Row>; isUp: IsUp },
  signal: AbortSignal,
): Promise<RowsRead<Key, Row>> {
  const [first] = keys
  if (first === undefined) return { rows: [], unreadable: new Map() }
  try {
    return { rows: await readList(keys, signal), unreadable: new Map() }
  } catch (error) {
    if (!isFailedRead(error) || !(await isUp(signal))) throw error
    if (keys.length === 1) return { rows: [], unreadable: new Map([[first, error.message]]) }
    const middle = Math.ceil(keys.length / 2)
    const left = await readHalved(keys.slice(0, middle), { readList, isUp }, signal)
    return joined(left, await readHalved(keys.slice(middle), { readList, isUp }, signal))
  }
}

/**
 * Reads pages by id and concludes nothing from a list alone. The engine omits rows that our user may not edit
 * and statuses that it does not know, so each omitted id is requested directly.
 */
export function createReadEach<Row extends { id: number }>(
  { readPage }: Pick<Cms, 'readPage'>,
  readList: ReadList<number, Row>,
  toRow: (page: Page) => Row,
): (ids: readonly number[], signal: AbortSignal) => Promise<RowsRead<number, Row>> {
  async function readOmitted(ids: readonly number[], signal: AbortSignal): Promise<RowsRead<number, Row>> {
    const rows: Row[] = []
    const unreadable = new Map<number, string>()
    for (const id of ids) {
      const direct = await readPage(id, signal)
      if (direct.state === 'unreadable') unreadable.set(id, direct.reason)
      else if (direct.state === 'found') rows.push(toRow(direct.page))
    }
    return { rows, unreadable }
  }

  return async (ids, signal) => {
    const wanted = [...new Set(ids)]
    const isUp = (): Promise<boolean> => succeeds(() => readList([1], signal))
    const read = await readHalved(wanted, { readList, isUp }, signal)
    const listed = new Set(read.rows.map(({ id }) => id))
    const omitted = wanted.filter((id) => !listed.has(id) && !read.unreadable.has(id))
    const { rows, unreadable } = joined(read, await readOmitted(omitted, signal))
    return { rows: rows.sort((a, b) => a.id - b.id), unreadable }
  }
}

/** Whether a list could not be read; other lists may be readable. */
export function isFailedRead(error: unknown): error is UnreachableError | UnusableError {
  return error instanceof UnreachableError || error instanceof UnusableError
}

function joined<Key, Row>(one: RowsRead<Key, Row>, other: RowsRead<Key, Row>): RowsRead<Key, Row> {
  return {
    rows: [...one.rows, ...other.rows],
    unreadable: new Map([...one.unreadable, ...other.unreadable]),
  }
}
