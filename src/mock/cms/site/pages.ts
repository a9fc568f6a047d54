import { linkOf } from '../posts/link.ts'
import { type Row } from '../store/rows.ts'
import { siteName } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml, renderContent, renderTitle } from '../text/render.ts'
import { styles } from './styles.ts'

const listed = 200

/** The home page: the newest pages and posts, and how many there are. */
export function homePage(store: Store, home: string): string {
  const all = [...newest(store, 'page'), ...newest(store, 'post')]
  const site = { home, root: '' }
  const items = all
    .slice(0, listed)
    .map((row) => `<li><a href="${escapeHtml(linkOf(store, row, site))}">${titleOf(row)}</a></li>`)
  const rest = all.length > listed ? `<p class="quiet">and ${all.length - listed} more</p>` : ''
  return shell(siteName, `<h1>${siteName}</h1>\n<ul class="pages">\n${items.join('\n')}\n</ul>\n${rest}`)
}

function newest(store: Store, type: 'page' | 'post'): Row[] {
  return [...store.ofType(type).values()].filter(({ status }) => status === 'publish').toReversed()
}

/** One page, post or attachment as visitors see it. */
export function itemPage(store: Store, home: string, row: Row): string {
  const above = row.parent > 0 ? store.get(row.parent) : undefined
  const picture = row.featured > 0 ? store.get(row.featured) : undefined
  const parts = [
    above === undefined
      ? ''
      : `<p class="quiet"><a href="${escapeHtml(linkOf(store, above, { home, root: '' }))}">${titleOf(above)}</a></p>`,
    `<h1>${titleOf(row)}</h1>`,
    picture === undefined ? '' : pictureOf(home, picture),
    row.password === ''
      ? `<div class="content">\n${bodyOf(home, row)}\n</div>`
      : '<p>This content is protected by a password.</p>',
    childrenOf(store, home, row),
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

function titleOf(row: Row): string {
  return row.title === '' ? `#${row.id}` : renderTitle(row.title)
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

function childrenOf(store: Store, home: string, row: Row): string {
  const children = store
    .childrenOf(row.id)
    .filter(({ type, status }) => type === 'page' && status === 'publish')
  if (children.length === 0) return ''
  const site = { home, root: '' }
  const items = children
    .slice(0, listed)
    .map((child) => `<li><a href="${escapeHtml(linkOf(store, child, site))}">${titleOf(child)}</a></li>`)
  const rest = children.length > listed ? `\n<p class="quiet">and ${children.length - listed} more</p>` : ''
  return `<ul class="pages">\n${items.join('\n')}\n</ul>${rest}`
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
