import { linkOf } from '../posts/link.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml, renderTitle } from '../text/render.ts'

const perPage = 100

/** The page number of a list (from 1), and the URLs of the others. */
export type Place = { readonly page: number; readonly address: (page: number) => string }

/** Links to rows, 100 per page, with links to the previous and next page. Undefined if there is no such page number. */
export function rowList(store: Store, home: string, rows: readonly Row[], place: Place): string | undefined {
  const { page, address } = place
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  if (page > pages) return undefined
  const items = rows
    .slice((page - 1) * perPage, page * perPage)
    .map((row) => `<li>${linkTo(store, home, row)}</li>`)
  const ways = [
    page > 1 ? `<a rel="prev" href="${escapeHtml(address(page - 1))}">Previous</a>` : '',
    `Page ${page} of ${pages}`,
    page < pages ? `<a rel="next" href="${escapeHtml(address(page + 1))}">Next</a>` : '',
  ].filter((way) => way !== '')
  const nav = pages === 1 ? '' : `\n<nav class="quiet" aria-label="Pages">${ways.join(' · ')}</nav>`
  return `<ul class="pages">\n${items.join('\n')}\n</ul>${nav}`
}

export function linkTo(store: Store, home: string, row: Row): string {
  return `<a href="${escapeHtml(linkOf(store, row, { home, root: '' }))}">${titleOf(row)}</a>`
}

export function titleOf(row: Row): string {
  return row.title === '' ? `#${row.id}` : renderTitle(row.title)
}
