import { trimPhp } from './php-text.ts'

const single = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source track wbr'.split(
    ' ',
  ),
)
const nestable = new Set('article aside blockquote details div figure object q section span'.split(' '))
const tagPattern = /<(\/?)([a-z][a-z0-9._]*-[a-z0-9._-]+|[\w:]+)(?:[ \t-\r]*(\/?)|([ \t-\r]+)([^>]*))>/g

/**
 * Closes open tags at the end of a text and removes closing tags without an opening one, as `force_balance_tags` does.
 */
export function balanceTags(text: string): string {
  const open: string[] = []
  const source = text.replaceAll('< !--', '<    !--').replace(/<(\d)/g, '&lt;$1')
  const balanced = source.replace(tagPattern, (...found: unknown[]) => {
    const [, slash = '', name = '', empty = '', space = '', rest = ''] = found.map((part) =>
      typeof part === 'string' ? part : '',
    )
    const tag = name.toLowerCase()
    return slash === '/' ? closing(open, tag) : opening(open, tag, { space, rest: trimPhp(rest + empty) })
  })
  const ends = open.toReversed().map((tag) => `</${tag}>`)
  return (balanced + ends.join('')).replaceAll('< !--', '<!--').replaceAll('<    !--', '< !--')
}

function closing(open: string[], tag: string): string {
  const at = open.lastIndexOf(tag)
  if (at === -1) return ''
  return open
    .splice(at)
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}

function opening(open: string[], tag: string, { space, rest }: { space: string; rest: string }): string {
  if (single.has(tag)) return `<${tag} ${rest.endsWith('/') ? rest : `${rest}/`}>`
  if (rest.endsWith('/')) return `<${tag}${space}${trimPhp(rest.slice(0, -1))}></${tag}>`
  const before = !nestable.has(tag) && open.at(-1) === tag ? closing(open, tag) : ''
  open.push(tag)
  return `${before}<${tag}${space}${rest}>`
}
