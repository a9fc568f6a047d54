import { canonicalBlockJson } from './wrap-block.ts'
import { escapeAttribute, escapeLine, withoutEmbed } from '../text/escape.ts'
import { headerAlignment, plainTable } from './plain-table.ts'

/** Already escaped markup inside a line. */
export type Inline = { html: string }

/** A list item: its line and the lists below it. */
export type ListItem = { line: Inline; lists: List[] }
export type List = { ordered: boolean; items: ListItem[] }

export type Cell = { content: Inline; header?: 'row' | 'col' }
export type Table = { head: Cell[][]; body: Cell[][] }

/** `href`: the page that the image links to. */
export type ImageBlock = {
  id: number
  url: string
  alt: string
  size: 'medium' | 'large' | 'full'
  href?: string
  className?: string
}

/** Core blocks in markup that both generations of the editor leave unchanged; these functions escape text. */

export function heading(level: number, text: string | Inline, anchor?: string): string {
  const attributes = { ...(level === 2 ? {} : { level }), className: 'wp-block-heading' }
  const id = anchor === undefined ? '' : ` id="${anchor}"`
  return block('heading', attributes, `<h${level} class="wp-block-heading"${id}>${htmlOf(text)}</h${level}>`)
}

export function paragraph(text: string | Inline, className?: string): string {
  const html = withoutEmbed(htmlOf(text))
  if (!className) return block('paragraph', {}, `<p>${html}</p>`)
  return block('paragraph', { className }, `<p class="${className}">${html}</p>`)
}

export function list({ ordered, items }: List): string {
  const tag = ordered ? 'ol' : 'ul'
  const attributes = { ...(ordered ? { ordered } : {}), className: 'wp-block-list' }
  const children = items.map(({ line, lists }) =>
    block('list-item', {}, `<li>${line.html}${joinBlocks(lists.map(list))}</li>`),
  )
  return block('list', attributes, `<${tag} class="wp-block-list">${joinBlocks(children)}</${tag}>`)
}

/** Tables with up to this many columns get equal widths and break long words; wider ones scroll on a phone. */
const mostEvenColumns = 4

export function table({ head, body }: Table): string {
  const columns = [...head, ...body].reduce((most, { length }) => Math.max(most, length), 0)
  const headHtml = head.length > 0 ? `<thead>${rows(head)}</thead>` : ''
  const html = `${headHtml}<tbody>${rows(body)}</tbody></table>`
  // A table block must not have the attribute that makes it reachable by keyboard.
  if (columns > mostEvenColumns)
    return htmlBlock(plainTable(`<figure class="wp-block-table"><table>${html}</figure>`))
  const even = `<figure class="wp-block-table"><table class="has-fixed-layout">${html}</figure>`
  return block('table', { hasFixedLayout: true }, even)
}

/** Markup that is shown unchanged. */
export function htmlBlock(html: string): string {
  return block('html', {}, html)
}

/** A table of plain text whose first column names the rows. */
export function textTable(lines: readonly (readonly string[])[], head: readonly string[] = []): string {
  const body = lines.map((texts) =>
    texts.map((text, at): Cell => ({
      content: { html: texts.length === 2 && at === 1 ? unbroken(text) : escapeLine(text) },
      ...(at === 0 && { header: 'row' }),
    })),
  )
  const headCells = head.map((text): Cell => ({
    content: { html: escapeLine(text) },
    header: 'col',
  }))
  return table({ head: headCells.length > 0 ? [headCells] : [], body })
}

/** A number such as a GTIN in one line, even if the cell would break long words. */
function unbroken(text: string): string {
  const html = escapeLine(text)
  return /^\d{8,14}$/.test(text) ? `<span style="white-space:nowrap">${html}</span>` : html
}

/** A list of links, each followed by a note. */
export function linkList(links: readonly { url: string; title: string; note: string }[]): string {
  return flatList(links.map(({ url, title, note }) => link(url, title) + (note && ` (${escapeLine(note)})`)))
}

/** A page in another language; `direction` if its text runs against that of the page. */
export type LanguageLink = { url: string; title: string; language: string; direction?: 'ltr' | 'rtl' }

/** A list of links to pages in other languages, each marked with its language. */
export function languageList(links: readonly LanguageLink[]): string {
  return flatList(links.map(languageLink))
}

/** The same links on one line, for the top of a page. */
export function languageLine(links: readonly LanguageLink[]): string {
  return paragraph({ html: links.map(languageLink).join(' · ') }, 'mirror-languages')
}

export function languageLink({ url, title, language, direction }: LanguageLink): string {
  const dir = direction === undefined ? '' : ` dir="${direction}"`
  return link(url, title, ` lang="${language}" hreflang="${language}"${dir}`)
}

/** A list of lines that are already escaped markup. */
export function flatList(lines: readonly string[]): string {
  return list({ ordered: false, items: lines.map((html) => ({ line: { html }, lists: [] })) })
}

export function image({ id, url, alt, size, href, className }: ImageBlock): string {
  const linkDestination = href === undefined ? 'none' : 'custom'
  const attributes = { id, sizeSlug: size, linkDestination, ...(className !== undefined && { className }) }
  const classes = ['wp-block-image', `size-${size}`, ...(className === undefined ? [] : [className])]
  const img = `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}" class="wp-image-${id}"/>`
  const linked = href === undefined ? img : `<a href="${escapeAttribute(href)}">${img}</a>`
  return block('image', attributes, `<figure class="${classes.join(' ')}">${linked}</figure>`)
}

export function buttons(links: { url: string; text: string }[]): string {
  const children = links.map(({ url, text }) => {
    const classes = 'wp-block-button__link wp-element-button'
    const html = `<a class="${classes}" href="${escapeAttribute(url)}">${escapeLine(text)}</a>`
    return block('button', {}, `<div class="wp-block-button">${html}</div>`)
  })
  return block('buttons', {}, `<div class="wp-block-buttons">${joinBlocks(children)}</div>`)
}

/** Buttons that lead to the other sizes of a product. */
export function sizeButtons(links: readonly { url: string; label: string }[]): string {
  const children = links.map(({ url, label }) => {
    const className = 'is-style-outline mirror-size'
    const html = `<a class="wp-block-button__link wp-element-button" href="${escapeAttribute(url)}">${escapeLine(label)}</a>`
    return block('button', { className }, `<div class="wp-block-button ${className}">${html}</div>`)
  })
  const className = 'mirror-sizes'
  return block(
    'buttons',
    { className },
    `<div class="wp-block-buttons ${className}">${joinBlocks(children)}</div>`,
  )
}

/** Joins blocks with the editors' separator. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.join('\n\n')
}

export function link(url: string, text: string, attributes = ''): string {
  return `<a href="${escapeAttribute(url)}"${attributes}>${escapeLine(text)}</a>`
}

function rows(lines: Cell[][]): string {
  return lines.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('')
}

function cell({ content, header }: Cell): string {
  return header ? `<th${headerAlignment} scope="${header}">${content.html}</th>` : `<td>${content.html}</td>`
}

/** A core block with its attributes in the order of the editor. */
export function block(name: string, attributes: Record<string, unknown>, html: string): string {
  const json = Object.keys(attributes).length > 0 ? `${canonicalBlockJson(attributes)} ` : ''
  return `<!-- wp:${name} ${json}-->\n${html}\n<!-- /wp:${name} -->`
}

function htmlOf(text: string | Inline): string {
  return typeof text === 'string' ? escapeLine(text) : text.html
}
