import { balanceTags } from './balance-tags.ts'
import { excerptBlocks } from './blocks/excerpt-blocks.ts'
import { hasBlocks } from './blocks/parse-blocks.ts'
import { renderBlocks } from './blocks/render-blocks.ts'
import { makeClickable } from './clickable.ts'
import { toParagraphs } from './paragraphs.ts'
import { stripAllTags, stripTags, trimPhp } from './php-text.ts'
import { expandEmbeds, expandShortcodes, stripShortcodes, unwrapShortcodes } from './shortcodes.ts'
import { convertSmilies } from './smilies.ts'
import { texturize } from './texturize.ts'

/** How WordPress displays stored text: typography, paragraphs, blocks, excerpts. */

/** Content as visitors see it, after the filters of `the_content`. */
export function renderContent(content: string): string {
  if (content === '') return ''
  const text = texturize(renderBlocks(expandEmbeds(content)))
  return finish(hasBlocks(content) ? text : toParagraphs(text))
}

export function renderTitle(title: string): string {
  return trimPhp(encodeUnknownReferences(texturize(title)))
}

/** A comment as visitors see it, with its URLs as links. */
export function renderComment(content: string): string {
  const text = encodeUnknownReferences(texturize(makeClickable(content)))
  return toParagraphs(balanceTags(convertSmilies(text)))
}

/** The excerpt, or the first words of the content (default 55) if the excerpt is empty. */
export function renderExcerpt(excerpt: string, content: string, words?: number): string {
  const text = trimPhp(excerpt) === '' ? trimExcerpt(content, words) : excerpt
  const shown = encodeUnknownReferences(convertSmilies(texturize(text)))
  return optimizePictures(unwrapShortcodes(toParagraphs(shown)))
}

function trimExcerpt(content: string, words = 55): string {
  const kept = excerptBlocks(stripShortcodes(teaserOf(content)))
  const text = finish(toParagraphs(texturize(kept))).replaceAll(']]>', ']]&gt;')
  return trimWords(text, words, ' [&hellip;]')
}

/** The first words of a text without tags. `more` is appended if words were removed. */
export function trimWords(text: string, words: number, more: string): string {
  const all = stripAllTags(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '')
  return all.length > words ? all.slice(0, words).join(' ') + more : all.join(' ')
}

/** Typography for text without markup. */
export function plainTypography(text: string): string {
  return stripTags(texturize(text))
}

function finish(text: string): string {
  return convertSmilies(expandShortcodes(optimizePictures(unwrapShortcodes(text))))
}

/** Adds `decoding="async"` to images, and `loading="lazy"` to images and frames of known size. */
function optimizePictures(html: string): string {
  return html.replace(/<(img|iframe)[ \t-\r][^>]*>/g, (tag, name: string) => {
    const sized = tag.includes(' width="') && tag.includes(' height="') && tag.includes(' src="')
    const lazy = sized && !tag.includes(' loading=') ? ' loading="lazy"' : ''
    const decoding = name === 'img' && !tag.includes(' decoding=') ? ' decoding="async"' : ''
    return `<${name}${lazy}${decoding}${tag.slice(name.length + 1)}`
  })
}

/** The content before the first `<!--more-->` on the first page. */
function teaserOf(content: string): string {
  const first = content.replace(/^<!--nextpage-->/, '').split('<!--nextpage-->')[0] ?? ''
  const more = /<!--more(?:.*?)?-->/.exec(first)
  return more === null ? first : balanceTags(first.slice(0, more.index))
}

function encodeUnknownReferences(text: string): string {
  return text.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
