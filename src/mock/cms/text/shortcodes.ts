import { escapeUrl } from './clean.ts'

export const shortcodeNames = 'embed|wp_caption|caption|gallery|playlist|audio|video'

const open = `(${shortcodeNames})(?![\\w-])([^\\]/]*(?:/(?!\\])[^\\]/]*)*?)`
const shortcode = (from: number): string =>
  `${open}(?:/\\]|\\](?:([^[]*(?:\\[(?!/\\${from}\\])[^[]*)*)\\[/\\${from}\\])?)`
const anywhere = new RegExp(`\\[(\\[?)${shortcode(2)}(\\]?)`, 'g')
/** A text contains a shortcode only if one of the names follows a bracket. */
const named = new RegExp(`\\[/?(?:${shortcodeNames})[<>&/[\\]\\0- =]`)
const space = '(?:[\\r\\n\\t ]|\\u00a0|&nbsp;)*'
const embed = /\[(\[?)embed(?:[ \t-\r][^\]/]*)?\]([^[]*)\[\/embed\](\]?)/g
const alone = new RegExp(`<p>${space}(\\[${shortcode(2)})${space}</p>`, 'g')

/** Replaces shortcodes with their output: captions with their content, galleries and players with nothing. */
export function expandShortcodes(text: string): string {
  return replaceShortcodes(text, (name, content) =>
    name.endsWith('caption') ? expandShortcodes(content) : '',
  )
}

/** Shows embedded URLs as links, without contacting other sites. */
export function expandEmbeds(text: string): string {
  return text.includes('[embed')
    ? text.replace(embed, (whole, before: string, content = '', after: string) =>
        before === '[' && after === ']' ? whole : before + linkTo(content) + after,
      )
    : text
}

/** Removes shortcodes and their content. */
export function stripShortcodes(text: string): string {
  return replaceShortcodes(text, () => '')
}

/** Removes the `<p>` around a shortcode that is a whole paragraph. */
export function unwrapShortcodes(text: string): string {
  return text.includes('[') ? text.replace(alone, '$1') : text
}

function replaceShortcodes(text: string, shown: (name: string, content: string) => string): string {
  if (!named.test(text)) return text
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
