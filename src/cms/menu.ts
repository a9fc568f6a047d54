import { z } from 'zod'
import { BatchResult, maxBatchRequests } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { menuItemFields, WireMenuItem, type MenuItemBody } from '../contracts/cms/menu-item.ts'
import { plural } from '../core/record/plural.ts'
import type { MenuItem } from '../core/page/menu.ts'
import { describeResponse } from '../lib/http/json.ts'
import { headerOf, type Response } from '../lib/http/send.ts'
import { inChunks } from '../lib/chunks.ts'
import type { MenuItemAdded, MenuRead, NewMenuItem } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection.ts'
import { refused } from './response.ts'

type Part = { ok: true; items: MenuItem[]; pages: number } | { ok: false; reason: string }

/** The items of a menu, drafts included, 100 per request; a menu that does not exist has none. */
export async function readMenu(
  connection: Connection,
  menuId: number,
  signal: AbortSignal,
): Promise<MenuRead> {
  const items: MenuItem[] = []
  const list = `${connection.namespace}/menu-items?menus=${menuId}&status=publish,draft&_fields=${menuItemFields}`
  for (let page = 1, pages = page; page <= pages; page++) {
    const part = await connection.request<Part>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: `${list}&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`,
        doing: `reading menu ${menuId}`,
        // A user who may write pages may lack the right to see menus: no reason to end the run.
        judge: refusalOf,
        read({ body, response, refusal }) {
          const found = parseBody(z.array(WireMenuItem), body, 'menu items')
          if (!found.ok) return { ok: false, reason: refusal ?? found.reason }
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
}

/** Adds items to a menu, at most 25 per request; returns one result per item, in order. */
export async function addMenuItems(
  connection: Connection,
  menuId: number,
  items: readonly NewMenuItem[],
  signal: AbortSignal,
): Promise<MenuItemAdded[]> {
  const added: MenuItemAdded[] = []
  for (const group of inChunks(items, maxBatchRequests)) {
    const doing = `adding ${group.length} ${plural(group.length, 'item')} to menu ${menuId}`
    const requests = group.map((item) => ({
      method: 'POST',
      path: `${connection.namespace}/menu-items?_fields=id`,
      body: toBody(menuId, item),
    }))
    const done = await connection.request<MenuItemAdded[]>(
      {
        kind: 'cmsBatches',
        method: 'POST',
        path: '/batch/v1',
        doing,
        json: { validation: 'normal', requests },
        once: true,
        heavy: true,
        read({ status, body, refusal }) {
          if (refusal !== undefined) throw refused(doing, refusal)
          const result = BatchResult.safeParse(body).data
          if (result?.responses.length !== group.length)
            return { ok: false, reason: `answered ${status} without a response for each item` }
          return { ok: true, value: result.responses.map((response) => toAdded(response)) }
        },
      },
      signal,
    )
    added.push(...done)
  }
  return added
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

function toAdded(response: BatchResult['responses'][number]): MenuItemAdded {
  if (response !== null && response.status < 300) return { ok: true }
  const error = CmsErrorBody.safeParse(response?.body).data
  return { ok: false, reason: `${error?.message ?? 'no reason given'} (${response?.status} ${error?.code})` }
}
