import { folderOf } from '../media/file-name.ts'
import { linkOf } from '../posts/link.ts'
import { isProtected } from '../posts/rights.ts'
import type { Row } from '../store/rows.ts'
import { siteName } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { isBuiltIn } from '../types/built-in.ts'
import { escapeHtml, renderContent } from '../text/render.ts'
import { imageOf, withDimensions } from './image.ts'
import { languageOf } from './language.ts'
import { breadcrumbs, siteMenus, titleOf } from './navigation.ts'
import { rowList, rowsOnPage } from './row-list.ts'
import { shell } from './shell.ts'

const featuredWidth = 1024

/** The home page: all pages, posts and rows of registered types, the newest first. Undefined if there is no such page number. */
export function homePage(store: Store, home: string, page: number): string | undefined {
  const address = (other: number): string => (other === 1 ? `${home}/` : `${home}/page/${other}/`)
  const types = ['page', 'post', ...store.registry.addedTypes.map(({ name }) => name)]
  const all = types.flatMap((type) => newest(store, type))
  if (rowsOnPage(all, page) === undefined) return undefined
  const list = rowList(store, home, all, { page, address })
  const main = `<h1>${siteName}</h1>\n<p class="lead">All pages of this site, the newest first.</p>\n${list}`
  return shell({ title: siteName, main, menus: siteMenus(store, home, undefined) })
}

function newest(store: Store, type: string): Row[] {
  return [...store.ofType(type).values()].filter(({ status }) => status === 'publish').toReversed()
}

/** One page, post or attachment as visitors see it. `page` is the page number of its list of children. */
export function itemPage(store: Store, home: string, row: Row, page: number): string | undefined {
  const picture = row.featured > 0 ? store.get(row.featured) : undefined
  const below = childrenOf(store, home, row, page)
  if (below === undefined) return undefined
  const parts = [
    breadcrumbs(store, home, row),
    `<h1 dir="auto">${titleOf(row)}</h1>`,
    picture === undefined || holdsPicture(row.content, picture)
      ? ''
      : imageOf(home, picture, featuredWidth, 'class="featured"'),
    isProtected(row)
      ? '<p lang="en">This content is protected by a password.</p>'
      : `<div class="content">\n${bodyOf(store, home, row)}\n</div>`,
    below,
  ]
  return shell({
    title: `${row.title} – ${siteName}`,
    main: `<article>\n${parts.filter((part) => part !== '').join('\n')}\n</article>`,
    menus: siteMenus(store, home, row),
    language: languageOf(store, row),
  })
}

export function missingPage(store: Store, home: string): string {
  return shell({
    title: `Not found – ${siteName}`,
    main: '<h1>Not found</h1>\n<p>There is no page at this address. <a href="/">All pages</a></p>',
    menus: siteMenus(store, home, undefined),
  })
}

function bodyOf(store: Store, home: string, row: Row): string {
  const content = withDimensions(store, renderContent(row.content))
  if (row.file === undefined) return content
  const address = escapeHtml(`${home}/uploads/${row.file.path}`)
  const shown = imageOf(home, row, Infinity, '') || titleOf(row)
  return `<p><a href="${address}">${shown}</a></p>\n${content}`
}

/** Whether the content contains the image in any size. */
function holdsPicture(content: string, { id, file }: Row): boolean {
  if (new RegExp(`\\bwp-image-${id}\\b`).test(content)) return true
  if (file === undefined) return false
  const folder = folderOf(file.path)
  const names = [file.path, ...Object.values(file.sizes).map((size) => folder + size.file)]
  return names.some((name) => content.includes(`/uploads/${name}`))
}

/** The pages below a row; "" if it has none, or if its content links to all of them. */
function childrenOf(store: Store, home: string, row: Row, page: number): string | undefined {
  const children = store
    .childrenOf(row.id)
    .filter(({ type, status }) => (type === 'page' || !isBuiltIn(type)) && status === 'publish')
  const own = linkOf(store, row, { home, root: '' })
  const shown = rowsOnPage(children, page)
  if (shown === undefined) return undefined
  const isLinked = (child: Row): boolean =>
    row.content.includes(`href="${escapeHtml(linkOf(store, child, { home, root: '' }))}"`)
  if (shown.every(isLinked)) return ''
  const address = (other: number): string => (other === 1 ? own : `${own}?list=${other}`)
  return rowList(store, home, children, { page, address })
}
