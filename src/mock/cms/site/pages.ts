import { folderOf } from '../media/file-name.ts'
import { linkOf } from '../posts/link.ts'
import { isProtected } from '../posts/rights.ts'
import { type Row } from '../store/rows.ts'
import { siteName } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { isBuiltIn } from '../types/built-in.ts'
import { escapeHtml, renderContent } from '../text/render.ts'
import { linkTo, rowList, titleOf } from './row-list.ts'
import { styles } from './styles.ts'

/** The home page: all pages, posts and rows of registered types, the newest first. Undefined if there is no such page number. */
export function homePage(store: Store, home: string, page: number): string | undefined {
  const address = (other: number): string => (other === 1 ? `${home}/` : `${home}/page/${other}/`)
  const types = ['page', 'post', ...store.registry.addedTypes.map(({ name }) => name)]
  const all = types.flatMap((type) => newest(store, type))
  const list = rowList(store, home, all, { page, address })
  return list === undefined ? undefined : shell(siteName, `<h1>${siteName}</h1>\n${list}`)
}

function newest(store: Store, type: string): Row[] {
  return [...store.ofType(type).values()].filter(({ status }) => status === 'publish').toReversed()
}

/** One page, post or attachment as visitors see it. `page` is the page number of its list of children. */
export function itemPage(store: Store, home: string, row: Row, page: number): string | undefined {
  const above = row.parent > 0 ? store.get(row.parent) : undefined
  const picture = row.featured > 0 ? store.get(row.featured) : undefined
  const below = childrenOf(store, home, row, page)
  if (below === undefined) return undefined
  const parts = [
    above === undefined ? '' : `<p class="quiet" dir="auto">${linkTo(store, home, above)}</p>`,
    `<h1 dir="auto">${titleOf(row)}</h1>`,
    picture === undefined || holdsPicture(row.content, picture) ? '' : pictureOf(home, picture),
    isProtected(row)
      ? '<p>This content is protected by a password.</p>'
      : `<div class="content">\n${bodyOf(home, row)}\n</div>`,
    below,
  ]
  return shell(
    `${row.title} – ${siteName}`,
    `<article>\n${parts.filter((part) => part !== '').join('\n')}\n</article>`,
  )
}

export function missingPage(): string {
  return shell(
    `Not found – ${siteName}`,
    '<h1>Not found</h1>\n<p>There is no page at this address. <a href="/">All pages</a></p>',
  )
}

function bodyOf(home: string, row: Row): string {
  if (row.file === undefined) return renderContent(row.content)
  const address = escapeHtml(`${home}/uploads/${row.file.path}`)
  const shown =
    row.file.width === undefined ? titleOf(row) : `<img src="${address}" alt="${escapeHtml(row.alt)}">`
  return `<p><a href="${address}">${shown}</a></p>\n${renderContent(row.content)}`
}

function pictureOf(home: string, { file, alt }: Row): string {
  if (file === undefined) return ''
  return `<img class="featured" src="${escapeHtml(`${home}/uploads/${file.path}`)}" alt="${escapeHtml(alt)}">`
}

/** Whether the content contains the image in any size. */
function holdsPicture(content: string, { id, file }: Row): boolean {
  if (new RegExp(`\\bwp-image-${id}\\b`).test(content)) return true
  if (file === undefined) return false
  const folder = folderOf(file.path)
  const names = [file.path, ...Object.values(file.sizes).map((size) => folder + size.file)]
  return names.some((name) => content.includes(`/uploads/${name}`))
}

function childrenOf(store: Store, home: string, row: Row, page: number): string | undefined {
  const children = store
    .childrenOf(row.id)
    .filter(({ type, status }) => (type === 'page' || !isBuiltIn(type)) && status === 'publish')
  if (children.length === 0) return page === 1 ? '' : undefined
  const own = linkOf(store, row, { home, root: '' })
  const address = (other: number): string => (other === 1 ? own : `${own}?list=${other}`)
  return rowList(store, home, children, { page, address })
}

function shell(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<header><a href="/">${siteName}</a></header>
<main>
${main}
</main>
</body>
</html>
`
}
