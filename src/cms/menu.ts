import { z } from 'zod'
import { maxBatchRequests, type BatchResponse } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { menuItemFields, WireMenuItem, type MenuItemBody } from '../contracts/cms/menu-item.ts'
import { plural } from '../core/record/plural.ts'
import type { MenuItem } from '../core/page/menu.ts'
import { inChunks } from '../lib/chunks.ts'
import { describeResponse } from '../lib/http/json.ts'
import { headerOf, type Response } from '../lib/http/send.ts'
import type { Cms, MenuItemAdded, NewMenuItem } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection.ts'
import { batchOf, readBatch } from './batch.ts'

type Part = { ok: true; items: MenuItem[]; pages: number } | { ok: false; reason: string }

/** Reads and extends the CMS's menus. */
export function openMenus(connection: Connection): Pick<Cms, 'readMenu' | 'addMenuItems'> {
  const collection = `${connection.namespace}/menu-items`
  return {
    async readMenu(menuId, signal) {
      const items: MenuItem[] = []
      const list = `${collection}?menus=${menuId}&status=publish,draft&_fields=${menuItemFields}`
      for (let page = 1, pages = page; page <= pages; page++) {
        const part = await connection.request<Part>(
          {
            kind: 'cmsReads',
            method: 'GET',
            path: `${list}&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`,
            doing: `reading menu ${menuId}`,
            // A user who may write pages may lack the right to see menus: no reason to end the run.
            judge: refusalOf,
            onRefusal: (reason) => ({ ok: false, reason }),
            read({ body, response }) {
              const found = parseBody(z.array(WireMenuItem), body, 'menu items')
              if (!found.ok) return found
              const total = Number(headerOf(response, 'x-wp-totalpages') ?? 1)
              return { ok: true, value: { ok: true, items: found.value.map(toItem), pages: total } }
            },
          },
          signal,
        )
        if (!part.ok) return part
        items.push(...part.items)
        pages = part.pages
      }
      return { ok: true, items }
    },

    async addMenuItems(menuId, items, signal) {
      const added: MenuItemAdded[] = []
      for (const group of inChunks(items, maxBatchRequests)) {
        const path = `${collection}?_fields=id`
        const requests = group.map((item) => ({ method: 'POST' as const, path, body: toBody(menuId, item) }))
        const responses = await connection.request(
          {
            ...batchOf(requests),
            doing: `adding ${group.length} ${plural(group.length, 'item')} to menu ${menuId}`,
            once: true,
            read: (response) => readBatch(response, group.length),
          },
          signal,
        )
        added.push(...responses.map(toAdded))
      }
      return added
    },
  }
}

function refusalOf(response: Response): { ok: false; reason: string } | undefined {
  const { status } = response
  return [400, 401, 403, 404].includes(status) ? { ok: false, reason: describeResponse(response) } : undefined
}

function toItem({ type, object, object_id: id, menu_order: order }: WireMenuItem): MenuItem {
  return { pageId: type === 'post_type' && object === 'page' ? id : undefined, order }
}

function toBody(menuId: number, { pageId, title, order }: NewMenuItem): MenuItemBody {
  return {
    menus: menuId,
    type: 'post_type',
    object: 'page',
    object_id: pageId,
    title,
    status: 'publish',
    menu_order: order,
  }
}

function toAdded(response: BatchResponse | null): MenuItemAdded {
  if (response !== null && response.status < 300) return { ok: true }
  const error = CmsErrorBody.safeParse(response?.body).data
  return { ok: false, reason: `${error?.message ?? 'no reason given'} (${response?.status} ${error?.code})` }
}
