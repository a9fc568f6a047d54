import { escapeUrl } from './clean.ts'

export const shortcodeNames = 'embed|wp_caption|caption|gallery|playlist|audio|video'

const open = `(${shortcodeNames})(?![\\w-])([^\\]/]*(?:/(?!\\])[^\\]/]*)*?)`
const shortcode = (from: number): string =>
  `${open}(?:/\\]|\\](?:([^[]*(?:\\[(?!/\\${from}\\])[^[]*)*)\\[/\\${from}\\])?)`
const anywhere = new RegExp(`\\[(\\[?)${shortcode(2)}(\\]?)`, 'g')
const space = '(?:[\\r\\n\\t ]|\\u00a0|&nbsp;)*'
const alone = new RegExp(`<p>${space}(\\[${shortcode(2)})${space}</p>`, 'g')

/** Shortcodes replaced by what they show: captions their content, embeds a link, galleries and players nothing. */
export function expandShortcodes(text: string): string {
  return replaceShortcodes(text, (name, content) => {
    if (name === 'embed') return content === '' ? '' : linkTo(content)
    return name.endsWith('caption') ? expandShortcodes(content) : ''
  })
}

/** Text without its shortcodes and what they enclose. */
export function stripShortcodes(text: string): string {
  return replaceShortcodes(text, () => '')
}

/** Shortcodes that are paragraphs of their own lose the `<p>`. */
export function unwrapShortcodes(text: string): string {
  return text.includes('[') ? text.replace(alone, '$1') : text
}

function replaceShortcodes(text: string, shown: (name: string, content: string) => string): string {
  if (!text.includes('[')) return text
  return text.replace(anywhere, (...found: unknown[]) => {
    const [whole = '', before = '', name = '', , content = '', after = ''] = found.map((part) =>
      typeof part === 'string' ? part : '',
    )
    return before === '[' && after === ']' ? whole.slice(1, -1) : before + shown(name, content) + after
  })
}

function linkTo(address: string): string {
  const url = escapeUrl(address)
  return url === '' ? '' : `<a href="${url}">${address.replaceAll('&', '&amp;')}</a>`
}
