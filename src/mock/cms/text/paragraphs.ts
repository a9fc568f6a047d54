import { blank, trimPhp } from './php-text.ts'

const ws = `[${blank}]`
const names =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|math|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary'
const blockTag = `</?(?:${names})[^>]*>`
const rule = (pattern: string, replacement: string, flags = 'g'): readonly [RegExp, string] => [
  new RegExp(pattern.replaceAll('␠', ws), flags),
  replacement,
]

/** Marks a line break inside a tag. Like WordPress's mark, it is a comment, whose end can also end a tag. */
const lineInTag = '<!-- line -->'
const keptLine = '\ufdd0'

/** Block elements are surrounded by empty lines, before the text is split at these. */
const apart = [
  rule('<br␠*/?>␠*<br␠*/?>', '\n\n'),
  rule(`(<(?:${names})[${blank}/>])`, '\n\n$1'),
  rule(`(</(?:${names})>)`, '$1\n\n'),
  rule('(<hr␠*?/?>)', '$1\n\n'),
  rule('\\r\\n?', '\n'),
]
/** Elements whose children are not paragraphs. */
const together = [rule('␠*<option', '<option'), rule('</option>␠*', '</option>')]
const objectTogether = [
  rule('(<object[^>]*>)␠*', '$1'),
  rule('␠*</object>', '</object>'),
  rule('␠*(</?(?:param|embed)[^>]*>)␠*', '$1'),
]
const mediaTogether = [
  rule('([<\\[](?:audio|video)[^>\\]]*[>\\]])␠*', '$1'),
  rule('␠*([<\\[]/(?:audio|video)[>\\]])', '$1'),
  rule('␠*(<(?:source|track)[^>]*>)␠*', '$1'),
]
const captionTogether = [rule('␠*(<figcaption[^>]*>)', '$1'), rule('</figcaption>␠*', '</figcaption>')]
/** Paragraph tags are removed around block elements and moved into quotations. */
const unwrapped = [
  rule('<p>␠*</p>', ''),
  rule('<p>([^<]+)</(div|address|form)>', '<p>$1</p></$2>'),
  rule(`<p>␠*(${blockTag})␠*</p>`, '$1'),
  rule('<p>(<li.+?)</p>', '$1'),
  rule('<p><blockquote([^>]*)>', '<blockquote$1><p>', 'gi'),
  rule('</blockquote></p>', '</p></blockquote>'),
  rule(`<p>␠*(${blockTag})`, '$1'),
  rule(`(${blockTag})␠*</p>`, '$1'),
]
const broken = [
  rule('<br/?>', '<br />'),
  rule('(?<!<br />)␠*\\n', '<br />\n'),
  rule(keptLine, '\n'),
  rule(`(${blockTag})␠*<br />`, '$1'),
  rule('<br />(␠*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)', '$1'),
  rule('\\n</p>(?=\\n?$)', '</p>', ''),
]

/**
 * Adds `<p>` around text between empty lines and `<br />` at other line breaks, as `wpautop` does. Block elements and
 * `<pre>` stay.
 */
export function toParagraphs(text: string): string {
  if (trimPhp(text) === '') return ''
  const { rest, pres } = setPreAside(`${text}\n`)
  let written = markLinesInTags(apply(rest, apart))
  if (written.includes('<option')) written = apply(written, together)
  if (written.includes('</object>')) written = apply(written, objectTogether)
  if (/<source|<track/.test(written)) written = apply(written, mediaTogether)
  if (written.includes('<figcaption')) written = apply(written, captionTogether)
  const wrapped = written
    .split(new RegExp(`\\n${ws}*\\n`))
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/^\n+|\n+$/g, '')}</p>\n`)
    .join('')
  const kept = apply(wrapped, unwrapped).replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, (element) =>
    element.replaceAll('\n', keptLine),
  )
  return apply(kept, broken)
    .replace(/<pre pre-(\d+)><\/pre>/g, (_all, index: string) => pres[Number(index)] ?? '')
    .replaceAll(` ${lineInTag} `, '\n')
    .replaceAll(lineInTag, '\n')
}

function apply(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text)
}

function setPreAside(text: string): { rest: string; pres: readonly string[] } {
  if (!text.includes('<pre')) return { rest: text, pres: [] }
  const pres: string[] = []
  const parts = text.split('</pre>')
  const last = parts.pop() ?? ''
  const before = parts.map((part) => {
    const start = part.indexOf('<pre')
    if (start === -1) return part
    return `${part.slice(0, start)}<pre pre-${pres.push(`${part.slice(start)}</pre>`) - 1}></pre>`
  })
  return { rest: before.join('') + last, pres }
}

const element = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^>]*>?/g

function markLinesInTags(text: string): string {
  return text.replace(element, (tag) => tag.replaceAll('\n', ` ${lineInTag} `))
}
