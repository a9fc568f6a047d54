import type { ChainableCommander, Redis } from 'ioredis'
import type { Cursor } from '../../sync/ports/stored.ts'
import type { PageVersion } from '../../core/record/page.ts'
import { shortDigestOf } from '../../core/text/digest.ts'
import { cursorShape } from '../formats/shapes/waiting.ts'
import { readTexts, removeFields, scanHash, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** The page versions in the CMS that the mirror has compared. */
export function createObserved(redis: Redis, keys: Keys) {
  const key = keys.knownPages

  const scan = () => scanHash(redis, key, (field, text) => ({ field, text }))

  async function forgetBefore(border: string): Promise<void> {
    for await (const found of scan())
      await removeFields(
        redis,
        key,
        found.filter(({ text }) => text < border).map(({ field }) => field),
      )
  }

  return {
    /** Undefined before the first run. */
    async readCursor(): Promise<Cursor | undefined> {
      const text = await redis.get(keys.cmsCursor)
      // A damaged cursor counts as missing: the weekly verify finds the changes.
      return text === null ? undefined : cursorShape.tryDecode(text, { key: keys.cmsCursor })
    },

    /** Advances the cursor, and forgets page versions before `border`. */
    async saveCursor(cursor: Cursor, border: string): Promise<void> {
      await redis.set(keys.cmsCursor, cursorShape.encode(cursor))
      await forgetBefore(border)
    },

    /** Ids of the pages that the mirror wrote or compared in a version of `border` or later, some hundred at a time. */
    async *scanKnown(border: string): AsyncIterable<number[]> {
      for await (const found of scan())
        yield found.filter(({ text }) => text >= border).map(({ field }) => Number(field))
    },

    /**
     * The pages that changed since the mirror wrote or compared them, and how many of the given pages `scanKnown`
     * returns.
     */
    async compare(
      pages: readonly PageVersion[],
      border: string,
    ): Promise<{ changed: PageVersion[]; known: number }> {
      const texts = await readTexts(
        redis,
        key,
        pages.map(({ id }) => String(id)),
      )
      return {
        changed: pages.filter((page, index) => textOf(page) !== texts[index]),
        known: texts.filter((text) => text !== null && text >= border).length,
      }
    },

    /** Forgets pages that are gone. */
    async forget(pageIds: readonly number[]): Promise<void> {
      await removeFields(redis, key, pageIds.map(String))
    },

    /** Stores the versions of compared pages. */
    async saveKnown(pages: readonly PageVersion[]): Promise<void> {
      await setFields(redis, key, pages.map(toField))
    },
  }
}

/** Adds the command that stores the versions of pages that the mirror wrote. */
export function saveKnown(transaction: ChainableCommander, keys: Keys, pages: readonly PageVersion[]): void {
  setFields(transaction, keys.knownPages, pages.map(toField))
}

function toField(page: PageVersion): [field: string, value: string] {
  return [String(page.id), textOf(page)]
}

function textOf(page: PageVersion): string {
  const { modifiedGmt, revision, status, slug, parent, featuredMedia, mapped, hasPassword = false } = page
  const text = `${modifiedGmt} ${revision} ${status} ${slug} ${parent} ${featuredMedia}`
  const fields = mapped === undefined ? '' : ` ${shortDigestOf(mapped)}`
  return `${text}${fields}${hasPassword ? ' password' : ''}`
}
