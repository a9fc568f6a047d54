import { hasBlocks, stripDelimiters } from './blocks.ts'

/** Display forms of stored text: typography, paragraphs, blocks, excerpts. */

/** Curly quotes, dashes, ellipses; a bare `&` becomes `&#038;`. Markup is left alone. */
export function texturize(text: string): string {
  if (!/['"&.\-x(]/.test(text)) return text
  return text.replace(
    /(<[^>]*>)|([^<]+)/g,
    (_all, tag: string | undefined, plain: string | undefined) => tag ?? typography(plain ?? ''),
  )
}

function typography(text: string): string {
  return text
    .replaceAll('---', '&#8212;')
    .replaceAll(' -- ', ' &#8212; ')
    .replaceAll('--', '&#8211;')
    .replaceAll(' - ', ' &#8211; ')
    .replaceAll('...', '&#8230;')
    .replaceAll('``', '&#8220;')
    .replaceAll("''", '&#8221;')
    .replaceAll(' (tm)', ' &#8482;')
    .replace(/(\d)'(?=\s|$|\.|,|\))/g, '$1&#8242;')
    .replace(/(\d)"(?=\s|$|\.|,|\))/g, '$1&#8243;')
    .replace(/(\d)x(?=\d)/g, '$1&#215;')
    .replace(/(^|[-\s([{"]|&nbsp;)'(?=\S)/g, '$1&#8216;')
    .replaceAll("'", '&#8217;')
    .replace(/(^|[-\s([{]|&#8216;)"(?=\S)/g, '$1&#8220;')
    .replaceAll('"', '&#8221;')
    .replace(/&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]{0,8};)/gi, '&#038;')
}

const blockTags =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary|script|iframe'
const opensBlock = new RegExp(`^\\s*</?(${blockTags})(\\s|>|/)`, 'i')

/** Wraps plain text into paragraphs; text that starts with a block element stays as it is. */
export function toParagraphs(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const apart = trimmed.replace(new RegExp(`(</(?:${blockTags})>)\\s*(?=\\S)`, 'gi'), '$1\n\n')
  const parts = apart.replaceAll('\r\n', '\n').split(/\n\s*\n/)
  const wrapped = parts
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const body = part.trim()
      return opensBlock.test(body) ? body : `<p>${body.replace(/(?<!<br \/>)\s*\n/g, '<br />\n')}</p>`
    })
  return `${wrapped.join('\n')}\n`
}

const openParagraph = /(<!-- wp:paragraph (?:\{[^\n]*\} )?-->\s*)<p(?![^>]*\bclass=)/g

/** What visitors see of stored content. */
export function renderContent(content: string): string {
  if (content === '') return ''
  if (!hasBlocks(content)) return toParagraphs(texturize(content))
  return stripDelimiters(content.replace(openParagraph, '$1<p class="wp-block-paragraph"')).trim()
}

export function renderTitle(title: string): string {
  return texturize(title)
}

/** The first words of the content, for rows without an excerpt of their own. */
export function trimExcerpt(content: string, words = 55): string {
  const text = renderContent(content)
    .replace(/<[^>]*>/g, ' ')
    .trim()
  if (text === '') return ''
  const all = text.split(/\s+/)
  return all.length > words ? `${all.slice(0, words).join(' ')} [&hellip;]` : all.join(' ')
}

export function renderExcerpt(excerpt: string, content: string, words?: number): string {
  return toParagraphs(texturize(excerpt === '' ? trimExcerpt(content, words) : excerpt))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
