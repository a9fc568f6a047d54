import { linkOf } from '../posts/link.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml, renderTitle } from '../text/render.ts'
import { languageOf } from './language.ts'

const mostTopPages = 8
const mostInSection = 40
const mostAbove = 20

export function titleOf(row: Row): string {
  return row.title === '' ? `#${row.id}` : renderTitle(row.title)
}

/** A link to a row, marked with the row's language. */
export function linkTo(store: Store, home: string, row: Row, attributes = ''): string {
  const { code, direction } = languageOf(store, row)
  const address = escapeHtml(linkOf(store, row, { home, root: '' }))
  return `<a href="${address}" lang="${code}" dir="${direction}"${attributes}>${titleOf(row)}</a>`
}

/**
 * The tree of pages around a row: the pages at the top, and those below the one that contains the row, such as the
 * languages of the products.
 */
export function siteMenus(store: Store, home: string, row: Row | undefined): string {
  const path = row === undefined ? [] : [...ancestorsOf(store, row), row]
  const [section] = path
  const top = topPages(store)
  const below = section === undefined ? [] : publishedBelow(store, section)
  const shown = below.length > mostInSection ? [] : below
  return [menu('Main', top), menu('Section', shown)].filter((one) => one !== '').join('\n')

  function menu(name: string, rows: readonly Row[]): string {
    if (rows.length === 0) return ''
    const items = rows.map((one) => `<li>${linkTo(store, home, one, currentMark(one))}</li>`)
    return `<nav class="menu ${name.toLowerCase()}" aria-label="${name}">\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`
  }

  function currentMark(one: Row): string {
    if (one.id === row?.id) return ' aria-current="page"'
    return path.includes(one) ? ' aria-current="true"' : ''
  }
}

/** Links to the pages above a row; "" if there are none. */
export function breadcrumbs(store: Store, home: string, row: Row): string {
  const above = ancestorsOf(store, row).filter(({ status }) => status === 'publish')
  if (above.length === 0) return ''
  const items = above.map((one) => `<li>${linkTo(store, home, one)}</li>`)
  return `<nav class="crumbs" aria-label="Breadcrumb">\n<ol>\n${items.join('\n')}\n</ol>\n</nav>`
}

/** The outermost first. */
function ancestorsOf(store: Store, row: Row): Row[] {
  const above: Row[] = []
  for (let id = row.parent; id !== 0 && above.length < mostAbove;) {
    const parent = store.get(id)
    if (parent === undefined) break
    above.unshift(parent)
    id = parent.parent
  }
  return above
}

function topPages(store: Store): Row[] {
  const found: Row[] = []
  for (const row of store.ofType('page').values()) {
    if (row.parent === 0 && row.status === 'publish') found.push(row)
    if (found.length === mostTopPages) break
  }
  return found
}

function publishedBelow(store: Store, { id }: Row): Row[] {
  return store.childrenOf(id).filter(({ type, status }) => type === 'page' && status === 'publish')
}
