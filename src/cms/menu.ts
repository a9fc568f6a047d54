import { z } from 'zod'
import { maxBatchRequests, type BatchResponse } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { menuItemFields, WireMenuItem, type MenuItemBody } from '../contracts/cms/menu-item.ts'
import { plural } from '../core/text/plural.ts'
import type { MenuItem } from '../core/page/menu.ts'
import { inChunks } from '../lib/chunks.ts'
import { describeResponse } from '../lib/http/json.ts'
import type { Read } from '../lib/http/exchange.ts'
import type { Response } from '../lib/http/send.ts'
import { quote } from '../lib/text/quote.ts'
import type { Cms, MenuItemAdded, NewMenuItem } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'
import type { Batches } from './batch.ts'
import { countHidden, createListCheck, listSizeOf, pastTheEnd } from './list-check.ts'
import { codeOf } from './connection/response.ts'

/** A hidden item would be added again. */
const hiddenItems = (count: number): string => `the CMS hides ${count} ${plural(count, 'item')} from our user`

const Added = z.object({ object_id: z.int() })

type Part = { ok: true; rows: WireMenuItem[]; pages: number } | { ok: false; reason: string }

/** Reads and extends the CMS's menus. */
export function openMenus(connection: Connection, batches: Batches): Pick<Cms, 'readMenu' | 'addMenuItems'> {
  const collection = `${connection.namespace}/menu-items`
  return {
    async readMenu(menuId, signal) {
      const items: MenuItem[] = []
      const check = createListCheck(connection.maxListRows)
      const list = `${collection}?menus=${menuId}&status=publish,draft&_fields=${menuItemFields}`
      for (let page = 1, pages = page; page <= pages; page++) {
        const part = await connection.request<Part>(
          {
            kind: 'cmsReads',
            method: 'GET',
            path: `${list}&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`,
            doing: `reading menu ${menuId}`,
            // A user who may write pages may lack the right to see menus, which does not end the run.
            judge: (response) =>
              page > 1 && codeOf(response) === pastTheEnd
                ? { ok: true, rows: [], pages: 0 }
                : refusalOf(response),
            onRefusal: ({ summary: reason }) => ({ ok: false, reason }),
            read({ body, response }) {
              const found = parseBody(z.array(WireMenuItem), body, 'menu items')
              if (!found.ok) return found
              const read = { page, rows: found.value.length }
              const { parts, total } = listSizeOf(response, read)
              const hidden = countHidden(total, read)
              if (hidden > 0) return { ok: true, value: { ok: false, reason: hiddenItems(hidden) } }
              return { ok: true, value: { ok: true, rows: found.value, pages: parts } }
            },
          },
          signal,
        )
        if (!part.ok) return part
        const fault = part.pages > page ? check({ rows: part.rows, parts: part.pages }) : undefined
        if (fault !== undefined) return { ok: false, reason: fault }
        for (const row of part.rows) items.push(toItem(row))
        pages = part.pages
      }
      return { ok: true, items }
    },

    async addMenuItems(menuId, items, signal) {
      const added: MenuItemAdded[] = []
      for (const group of inChunks(items, maxBatchRequests)) {
        const path = `${collection}?_fields=id,object_id`
        const requests = group.map((item) => ({ method: 'POST' as const, path, body: toBody(menuId, item) }))
        const doing = `adding ${group.length} ${plural(group.length, 'item')} to menu ${menuId}`
        const answers = await batches.send<MenuItemAdded>(
          requests,
          { doing, once: true, read: (responses, from) => readAdded(responses, group.slice(from)) },
          signal,
        )
        if ('tooLarge' in answers) for (const _ of group) added.push({ ok: false, reason: answers.tooLarge })
        else for (const answer of answers) added.push(answer)
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

/** If one response belongs to another item, none of them counts. */
function readAdded(
  responses: readonly (BatchResponse | null)[],
  items: readonly NewMenuItem[],
): Read<MenuItemAdded[]> {
  const added = responses.map(toAdded)
  const isOther = responses.some((response, index) => {
    const pageId = added[index]?.ok === true ? Added.safeParse(response?.body).data?.object_id : undefined
    return pageId !== undefined && pageId !== items[index]?.pageId
  })
  return isOther ? { ok: false, reason: 'returned menu items in another order' } : { ok: true, value: added }
}

function toAdded(response: BatchResponse | null): MenuItemAdded {
  if (response !== null && response.status < 300) return { ok: true }
  const error = CmsErrorBody.safeParse(response?.body).data
  return {
    ok: false,
    reason: `${quote(error?.message ?? 'no reason given')} (${response?.status} ${error?.code})`,
  }
}
