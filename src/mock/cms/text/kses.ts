/** What people without the right to unfiltered markup may write; everything else loses its tags, not its text. */

const always = ['class', 'id', 'style', 'title', 'role', 'dir', 'lang', 'hidden']
const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'rev', 'name', 'target', 'download'],
  abbr: [],
  acronym: [],
  address: [],
  article: ['align'],
  aside: ['align'],
  audio: ['autoplay', 'controls', 'loop', 'muted', 'preload', 'src'],
  b: [],
  bdo: [],
  big: [],
  blockquote: ['cite'],
  br: [],
  button: ['disabled', 'name', 'type', 'value'],
  caption: ['align'],
  cite: [],
  code: [],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  dd: [],
  del: ['datetime'],
  details: ['open', 'align'],
  dfn: [],
  div: ['align'],
  dl: [],
  dt: [],
  em: [],
  figcaption: ['align'],
  figure: ['align'],
  font: ['color', 'face', 'size'],
  footer: ['align'],
  h1: ['align'],
  h2: ['align'],
  h3: ['align'],
  h4: ['align'],
  h5: ['align'],
  h6: ['align'],
  header: ['align'],
  hr: ['align', 'noshade', 'size', 'width'],
  i: [],
  img: [
    'alt',
    'align',
    'border',
    'height',
    'hspace',
    'loading',
    'longdesc',
    'vspace',
    'src',
    'usemap',
    'width',
  ],
  ins: ['datetime', 'cite'],
  kbd: [],
  label: ['for'],
  legend: ['align'],
  li: ['align', 'value'],
  main: ['align'],
  mark: [],
  nav: ['align'],
  ol: ['start', 'type', 'reversed'],
  p: ['align'],
  pre: ['width'],
  q: ['cite'],
  s: [],
  samp: [],
  section: ['align'],
  small: [],
  span: ['align'],
  strike: [],
  strong: [],
  sub: [],
  summary: ['align'],
  sup: [],
  table: ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'rules', 'summary', 'width'],
  tbody: ['align', 'valign'],
  td: [
    'abbr',
    'align',
    'axis',
    'bgcolor',
    'colspan',
    'headers',
    'height',
    'nowrap',
    'rowspan',
    'scope',
    'valign',
    'width',
  ],
  tfoot: ['align', 'valign'],
  th: [
    'abbr',
    'align',
    'axis',
    'bgcolor',
    'colspan',
    'headers',
    'height',
    'nowrap',
    'rowspan',
    'scope',
    'valign',
    'width',
  ],
  thead: ['align', 'valign'],
  tr: ['align', 'bgcolor', 'valign'],
  tt: [],
  u: [],
  ul: ['type'],
  var: [],
  video: [
    'autoplay',
    'controls',
    'height',
    'loop',
    'muted',
    'playsinline',
    'poster',
    'preload',
    'src',
    'width',
  ],
}
const inlineOnly = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'blockquote',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'q',
  's',
  'strike',
  'strong',
])
const addresses = new Set(['href', 'src', 'cite', 'poster', 'longdesc'])

/** Filters content; comments (so block delimiters) stay. */
export function filterMarkup(html: string): string {
  return filter(html, (tag) => allowed[tag])
}

/** Filters a title or a comment: a few inline elements only. */
export function filterInline(html: string): string {
  return filter(html, (tag) => (inlineOnly.has(tag) ? allowed[tag] : undefined))
}

function filter(html: string, attributesOf: (tag: string) => readonly string[] | undefined): string {
  return html.replace(
    /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)([^>]*)>|[<>]|[^<>]+/g,
    (...found: unknown[]) => {
      const [whole, slash, name, rest] = found.map((part) => (typeof part === 'string' ? part : ''))
      if (whole === undefined || whole.startsWith('<!--')) return whole ?? ''
      if (whole === '<') return '&lt;'
      if (whole === '>') return '&gt;'
      if (name === undefined || name === '') return escapeAmpersands(whole)
      const attributes = attributesOf(name.toLowerCase())
      if (attributes === undefined) return ''
      if (slash === '/') return `</${name}>`
      const kept = filterAttributes(rest ?? '', new Set([...always, ...attributes]))
      return `<${name}${kept}${/\/\s*$/.test(rest ?? '') ? ' /' : ''}>`
    },
  )
}

function filterAttributes(text: string, names: ReadonlySet<string>): string {
  let kept = ''
  for (const found of text.matchAll(/([a-zA-Z][\w:-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g)) {
    const name = (found[1] ?? '').toLowerCase()
    if (!names.has(name) && !/^(data|aria)-[\w-]+$/.test(name)) continue
    if (found[2] === undefined) {
      kept += ` ${name}`
      continue
    }
    const value = found[2].replace(/^["']|["']$/g, '')
    kept += ` ${name}="${escapeAmpersands(addresses.has(name) ? withoutBadScheme(value) : value)}"`
  }
  return kept
}

function withoutBadScheme(address: string): string {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address)
  if (
    scheme === null ||
    /^(https?|ftps?|mailto|news|tel|sms|fax|xmpp|webcal|urn|feed|irc)$/i.test(scheme[1] ?? '')
  )
    return address
  return address.slice(scheme[0].length)
}

function escapeAmpersands(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,8};)/gi, '&amp;')
}
