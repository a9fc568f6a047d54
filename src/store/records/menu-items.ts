import type { Redis } from 'ioredis'
import type { MenuItems } from '../../sync/ports/site.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { menuItemShape } from '../formats/shapes/reports.ts'

/** What is known of menu items, one hash per menu. */
export function createMenuItems(redis: Redis, keys: Keys): MenuItems {
  return {
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
  }
}
