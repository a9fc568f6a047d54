import type { Page } from '../core/page/page.ts'
import { UnreachableError, UnusableError } from '../lib/errors.ts'
import type { Cms, PagesRead } from '../sync/ports/cms.ts'

/** Reads the listed pages; throws UnreachableError or UnusableError if the list as a whole cannot be read. */
type ReadList = (ids: readonly number[], signal: AbortSignal) => Promise<Page[]>

/**
 * Reads pages by id and concludes nothing from a list alone: the engine leaves out rows that our user may not edit and
 * statuses that it does not know, so each omitted id is requested directly. A list that fails is halved until the
 * unreadable page is alone, as long as the CMS returns anything at all.
 */
export function createReadEach({ readPage }: Pick<Cms, 'readPage'>, readList: ReadList): Cms['readEach'] {
  async function readOmitted(ids: readonly number[], signal: AbortSignal): Promise<PagesRead> {
    const pages: Page[] = []
    const unreadable = new Map<number, string>()
    for (const id of ids) {
      const direct = await readPage(id, signal)
      if (direct.state === 'unreadable') unreadable.set(id, direct.reason)
      else if (direct.state === 'found') pages.push(direct.page)
    }
    return { pages, unreadable }
  }

  /** Whether a cheap read succeeds: then the pages caused the failure. */
  async function isUp(signal: AbortSignal): Promise<boolean> {
    try {
      await readList([1], signal)
      return true
    } catch (error) {
      if (error instanceof UnreachableError || error instanceof UnusableError) return false
      throw error
    }
  }

  async function readSplit(ids: readonly number[], signal: AbortSignal): Promise<PagesRead> {
    try {
      return { pages: await readList(ids, signal), unreadable: new Map() }
    } catch (error) {
      if (!(error instanceof UnreachableError || error instanceof UnusableError)) throw error
      if (!(await isUp(signal))) throw error
      const [first = 0] = ids
      if (ids.length === 1) return { pages: [], unreadable: new Map([[first, error.message]]) }
      const middle = Math.ceil(ids.length / 2)
      const left = await readSplit(ids.slice(0, middle), signal)
      return joined(left, await readSplit(ids.slice(middle), signal))
    }
  }

  return async (ids, signal) => {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return { pages: [], unreadable: new Map() }
    const read = await readSplit(wanted, signal)
    const listed = new Set(read.pages.map(({ id }) => id))
    const omitted = wanted.filter((id) => !listed.has(id) && !read.unreadable.has(id))
    const { pages, unreadable } = joined(read, await readOmitted(omitted, signal))
    return { pages: pages.sort((a, b) => a.id - b.id), unreadable }
  }
}

function joined(one: PagesRead, other: PagesRead): PagesRead {
  return {
    pages: [...one.pages, ...other.pages],
    unreadable: new Map([...one.unreadable, ...other.unreadable]),
  }
}
