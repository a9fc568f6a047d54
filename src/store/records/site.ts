import type { Redis } from 'ioredis'
import { publicLink } from '../../core/page/links.ts'
import type { Listings, MenuItems, MovedLanguages, Parents, StaleLinks } from '../../sync/ports/site.ts'
import { menuItemShape } from '../formats/shapes/reports.ts'
import { decodeInteger } from '../formats/stored.ts'
import { execute } from '../redis/execute.ts'
import { removeUnchanged } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

/** The stores for parent pages, listings, menu items and language links. */
export type Site = {
  parents: Parents
  listings: Listings
  menuItems: MenuItems
  staleLinks: StaleLinks
  movedLanguages: MovedLanguages
}

export function createSite(redis: Redis, keys: Keys): Site {
  return {
    parents: {
      async read() {
        const key = keys.parents
        const all = Object.entries(await redis.hgetall(key))
        return Object.fromEntries(all.map(([path, id]) => [path, decodeInteger(id, { key, field: path })]))
      },
      addresses: () => redis.hgetall(keys.parentAddresses),
      async save(path, { id, link, status }) {
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
      async invalidate() {
        await redis.set(keys.parentsInvalidated, 1)
      },
      isInvalidated: async () => (await redis.exists(keys.parentsInvalidated)) === 1,
      async trust() {
        await redis.del(keys.parentsInvalidated)
      },
    },

    listings: {
      isComplete: async () => (await redis.exists(keys.wholeKnown)) === 1,
      async markComplete() {
        await redis.set(keys.wholeKnown, '1')
      },
      stale: async () => new Map(Object.entries(await redis.hgetall(keys.staleListings))),
      async clear(marks) {
        await removeUnchanged(redis, keys.staleListings, marks)
      },
    },

    menuItems: {
      async read(menuId) {
        const key = keys.menuItems(menuId)
        const all = Object.entries(await redis.hgetall(key))
        return new Map(
          all.map(([pageId, text]) => [Number(pageId), menuItemShape.decode(text, { key, field: pageId })]),
        )
      },
      async save(menuId, states) {
        if (states.size === 0) return
        const transaction = redis.multi()
        for (const [pageId, state] of states) {
          if (state === undefined) transaction.hdel(keys.menuItems(menuId), String(pageId))
          else transaction.hset(keys.menuItems(menuId), String(pageId), menuItemShape.encode(state))
        }
        await execute(transaction)
      },
    },

    staleLinks: {
      async mark(gtins) {
        if (gtins.length > 0) await redis.sadd(keys.staleLinks, ...gtins)
      },
      scan: () => scanSet(redis, keys.staleLinks),
      async clear(gtins) {
        if (gtins.length > 0) await redis.srem(keys.staleLinks, ...gtins)
      },
      count: () => redis.scard(keys.staleLinks),
    },

    movedLanguages: {
      read: async () => (await redis.smembers(keys.movedLanguages)).sort(),
      async mark(languages) {
        if (languages.length > 0) await redis.sadd(keys.movedLanguages, ...languages)
      },
      async clear(language) {
        await redis.srem(keys.movedLanguages, language)
      },
    },
  }
}
