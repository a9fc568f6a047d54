import { linkOf } from '../posts/link.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml } from '../text/render.ts'
import { imageOf } from './image.ts'
import { languageOf } from './language.ts'
import { titleOf } from './navigation.ts'

const perPage = 100
const imageWidth = 300

/** The page number of a list (from 1), and the URLs of the others. */
export type Place = { readonly page: number; readonly address: (page: number) => string }

/** The rows on one page of a list, or undefined if there is no such page number. */
export function rowsOnPage(rows: readonly Row[], page: number): readonly Row[] | undefined {
  return page > pagesOf(rows) ? undefined : rows.slice((page - 1) * perPage, page * perPage)
}

/** Cards with links to rows, 100 per page, and links to the previous and next page. */
export function rowList(store: Store, home: string, rows: readonly Row[], place: Place): string {
  const { page, address } = place
  const pages = pagesOf(rows)
  const items = (rowsOnPage(rows, page) ?? []).map((row) => card(store, home, row))
  const ways = [
    page > 1 ? `<a rel="prev" href="${escapeHtml(address(page - 1))}">Previous</a>` : '',
    `Page ${page} of ${pages}`,
    page < pages ? `<a rel="next" href="${escapeHtml(address(page + 1))}">Next</a>` : '',
  ].filter((way) => way !== '')
  const nav = pages === 1 ? '' : `\n<nav class="pager" aria-label="Pages" lang="en">${ways.join(' · ')}</nav>`
  return `<ul class="cards">\n${items.join('\n')}\n</ul>${nav}`
}

function pagesOf(rows: readonly Row[]): number {
  return Math.max(1, Math.ceil(rows.length / perPage))
}

/** The image is decoration, because the title follows. */
function card(store: Store, home: string, row: Row): string {
  const { code, direction } = languageOf(store, row)
  const picture = row.featured > 0 ? store.get(row.featured) : undefined
  const image = picture && imageOf(home, { ...picture, alt: '' }, imageWidth, 'loading="lazy"')
  const address = escapeHtml(linkOf(store, row, { home, root: '' }))
  return `<li class="card" lang="${code}" dir="${direction}"><a href="${address}">${image ?? ''}<span>${titleOf(row)}</span></a></li>`
}
