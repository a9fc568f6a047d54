import type { Redis } from 'ioredis'
import type { MenuItemState } from '../../core/page/menu.ts'
import type { Page } from '../../core/record/page.ts'
import { publicLink } from '../../core/page/links.ts'
import type { WrittenListing } from '../../core/page/listing.ts'
import { menuItemShape } from '../formats/shapes/reports.ts'
import { decodeInteger } from '../formats/define-shape.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, removeUnchanged, replaceUnchanged } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

type Settings = { untilCopied?: (() => Promise<void>) | undefined }

/** The stores for parent pages, listings, menu items and language links. */
export function createSite(redis: Redis, keys: Keys, { untilCopied = async () => undefined }: Settings = {}) {
  return {
    /** The pages above the mirrored ones, by path (`products`, `products/de-de`). */
    parents: {
      async read(): Promise<Record<string, number>> {
        const key = keys.parents
        const all = Object.entries(await redis.hgetall(key))
        return Object.fromEntries(all.map(([path, id]) => [path, decodeInteger(id, { key, field: path })]))
      },
      /** Their URLs as the CMS last returned them, by path. */
      addresses: (): Promise<Record<string, string>> => redis.hgetall(keys.parentAddresses),
      /** A language page with a new URL marks its listing as stale and its language as moved. */
      async save(path: string, { id, link, status }: Pick<Page, 'id' | 'link' | 'status'>): Promise<void> {
        const known = await redis.hget(keys.parentAddresses, path)
        const address = publicLink({ status, link }) ?? known ?? link
        const transaction = redis
          .multi()
          .hset(keys.parents, path, id)
          .hset(keys.parentAddresses, path, address)
        const language = path.split('/')[1]
        if (known !== null && known !== address && language !== undefined)
          transaction.sadd(keys.movedLanguages, language).hincrby(keys.staleListings, language, 1)
        await execute(transaction)
      },
      /** The CMS reported one of these pages as missing: the next run checks all of them. */
      async invalidate(): Promise<void> {
        await redis.set(keys.parentsInvalidated, 1)
      },
      isInvalidated: async (): Promise<boolean> => (await redis.exists(keys.parentsInvalidated)) === 1,
      /** All of these pages were checked. */
      async trust(): Promise<void> {
        await redis.del(keys.parentsInvalidated)
      },
    },

    /** The name of the post type of products, unless they are pages or posts: with it, a page is found by its slug. */
    postType: {
      read: async (): Promise<string | undefined> => (await redis.get(keys.postType)) ?? undefined,
      async save(name: string): Promise<void> {
        await redis.set(keys.postType, name)
      },
    },

    /** The languages whose listing may be outdated, each with a mark that changes with every new reason. */
    listings: {
      /** Whether a full run has ended since Redis was empty, so that the snapshots cover every mirrored page. */
      isComplete: async (): Promise<boolean> => (await redis.exists(keys.wholeKnown)) === 1,
      async markComplete(): Promise<void> {
        await redis.set(keys.wholeKnown, '1')
      },
      /** Marks languages as stale. */
      async mark(languages: readonly string[]): Promise<void> {
        const transaction = redis.multi()
        for (const language of languages) transaction.hincrby(keys.staleListings, language, 1)
        if (languages.length > 0) await execute(transaction)
      },
      /** Whether all listings were marked since their layout and labels have this digest. */
      isMarkedFor: async (digest: string): Promise<boolean> =>
        (await redis.get(keys.listingLayout)) === digest,
      async markFor(digest: string, languages: readonly string[]): Promise<void> {
        const transaction = redis.multi().set(keys.listingLayout, digest)
        for (const language of languages) transaction.hincrby(keys.staleListings, language, 1)
        await execute(transaction)
      },
      /** Our last writes of listings without anything of an editor, by the path of the page. */
      async written(paths: readonly string[]): Promise<Map<string, WrittenListing>> {
        const texts = await readTexts(redis, keys.writtenListings, paths)
        return new Map(
          paths.flatMap((path, index) => {
            const [content, plain] = texts[index]?.split(' ') ?? []
            return content === undefined || plain === undefined ? [] : [[path, { content, plain }]]
          }),
        )
      },
      async saveWritten(path: string, { content, plain }: WrittenListing): Promise<void> {
        await redis.hset(keys.writtenListings, path, `${content} ${plain}`)
      },
      stale: async (): Promise<Map<string, string>> =>
        new Map(Object.entries(await redis.hgetall(keys.staleListings))),
      /**
       * Clears listings that are written or up to date. A listing that was marked again after its mark was read stays
       * stale.
       */
      async clear(marks: ReadonlyMap<string, string>): Promise<void> {
        await removeUnchanged(redis, keys.staleListings, marks)
      },
    },

    /** The state of the language pages' menu items, by page id. */
    menuItems: {
      async read(menuId: number): Promise<Map<number, MenuItemState>> {
        const key = keys.menuItems(menuId)
        const all = Object.entries(await redis.hgetall(key))
        return new Map(
          all.map(([pageId, text]) => [Number(pageId), menuItemShape.decode(text, { key, field: pageId })]),
        )
      },
      /**
       * Marks pages' items as sent (`at` in ms since 1970), and returns the pages whose state is still the known one.
       * Another process or try has sent the items of the others.
       */
      async markSent(
        menuId: number,
        pageIds: readonly number[],
        { known, at }: { known: ReadonlyMap<number, MenuItemState>; at: number },
      ): Promise<Set<number>> {
        const sent = menuItemShape.encode({ is: 'sent', at })
        const unchanged = await Promise.all(
          pageIds.map((pageId) => {
            const state = known.get(pageId)
            const before = state === undefined ? '' : menuItemShape.textOf(state)
            return replaceUnchanged.run(redis, [keys.menuItems(menuId)], [String(pageId), before, sent])
          }),
        )
        await untilCopied()
        return new Set(pageIds.filter((_, index) => unchanged[index] === 1))
      },
      /** `undefined` forgets a page for which no item was created. */
      async save(menuId: number, states: ReadonlyMap<number, MenuItemState | undefined>): Promise<void> {
        if (states.size === 0) return
        const transaction = redis.multi()
        for (const [pageId, state] of states) {
          if (state === undefined) transaction.hdel(keys.menuItems(menuId), String(pageId))
          else transaction.hset(keys.menuItems(menuId), String(pageId), menuItemShape.encode(state))
        }
        await execute(transaction)
      },
    },

    /** GTINs of products whose pages may have wrong links to other languages. */
    staleLinks: {
      async mark(gtins: readonly string[]): Promise<void> {
        if (gtins.length > 0) await redis.sadd(keys.staleLinks, ...gtins)
      },
      /** All GTINs, some hundred at a time; one that is marked during the scan may be missing. */
      scan: (): AsyncIterable<string[]> => scanSet(redis, keys.staleLinks),
      async clear(gtins: readonly string[]): Promise<void> {
        if (gtins.length > 0) await redis.srem(keys.staleLinks, ...gtins)
      },
      count: (): Promise<number> => redis.scard(keys.staleLinks),
    },

    /** Languages in which all pages may have another URL than in the snapshots. */
    movedLanguages: {
      read: async (): Promise<string[]> => (await redis.smembers(keys.movedLanguages)).sort(),
      async mark(languages: readonly string[]): Promise<void> {
        if (languages.length > 0) await redis.sadd(keys.movedLanguages, ...languages)
      },
      async clear(language: string): Promise<void> {
        await redis.srem(keys.movedLanguages, language)
      },
    },
  }
}
