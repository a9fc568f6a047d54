import { placesOf, tokensOf } from './attribute-places.ts'
import { attributesOf, blockTokens, type BlockToken } from './block-tokens.ts'
import { canonicalBlockJson } from './wrap-block.ts'

/** Attributes to set as in the delimiter or tag `from`, or to remove (`after` is undefined), and new URLs. */
export type Rewriting = {
  from: string
  edits: readonly { name: string; after: string | undefined }[]
  addresses: Readonly<Record<string, string>>
}

/** A delimiter or start tag with other attributes; unchanged without edits. */
export function rewritePlace(text: string, rewriting: Rewriting): string {
  const { edits, addresses } = rewriting
  if (edits.length === 0 && Object.keys(addresses).length === 0) return text
  const [token] = blockTokens(text)
  return token === undefined ? rewriteTag(text, rewriting) : rewriteDelimiter(text, token, rewriting)
}

function rewriteDelimiter(text: string, token: BlockToken, { from, edits }: Rewriting): string {
  const [source] = blockTokens(from)
  const theirs = Object(source && attributesOf(source))
  const attributes: Record<string, unknown> = { ...attributesOf(token) }
  for (const { name, after } of edits) {
    if (name.startsWith('class ')) continue
    attributes[name] = after === undefined ? undefined : Reflect.get(theirs, name)
  }
  const { className } = attributes
  const classes = withClasses(typeof className === 'string' ? className : '', edits)
  // Undefined attributes are not written.
  const json = canonicalBlockJson({ ...attributes, className: classes === '' ? undefined : classes })
  const head = String(/^<!--\s+wp:\S+/.exec(text))
  return `${head} ${json === '{}' ? '' : `${json} `}${token.kind === 'void' ? '/' : ''}-->`
}

function rewriteTag(tag: string, { from, edits, addresses }: Rewriting): string {
  const [head, tail] = [String(/^<[^\s/>]+/.exec(tag)), String(/\s*\/?>$/.exec(tag))]
  const theirs = rawAttributes(from)
  const attributes = rawAttributes(tag)
  const classes = withClasses(unquoted(attributes.get('class')), edits)
  const style = withStyle(tag, edits)
  const set = (name: string, value: string): void =>
    void (value === '' ? attributes.delete(name) : attributes.set(name, `"${value}"`))
  if (edits.some(({ name }) => name.startsWith('class '))) set('class', classes)
  if (edits.some(({ name }) => name.startsWith('style '))) set('style', style)
  for (const { name, after } of edits) {
    if (/^(?:class|style) /.test(name)) continue
    if (after === undefined) attributes.delete(name)
    else attributes.set(name, String(theirs.get(name)))
  }
  for (const name of Object.keys(addresses)) attributes.set(name, String(theirs.get(name)))
  const written = [...attributes].map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}=${value}`))
  return head + written.join('') + tail
}

/** The attributes of a start tag as they are spelled, with their quotes; "" without a value. */
function rawAttributes(tag: string): Map<string, string> {
  const inside = tag.replace(/^<[^\s/>]+/, '').replace(/\s*\/?>$/, '')
  const found = inside.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g)
  return new Map(found.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}

function unquoted(value = ''): string {
  return value.replace(/^["']|["']$/g, '')
}

type Edits = Rewriting['edits']

function withClasses(classes: string, edits: Edits): string {
  const changed = new Map(
    edits.flatMap(({ name, after }) =>
      name.startsWith('class ') ? [[name.slice('class '.length), after]] : [],
    ),
  )
  const added = [...changed].flatMap(([token, after]) => (after === undefined ? [] : [token]))
  return [...tokensOf(classes).filter((token) => !changed.has(token)), ...added.map(escaped)].join(' ')
}

function withStyle(tag: string, edits: Edits): string {
  const attributes = new Map(placesOf(tag).flatMap((place) => [...place.attributes]))
  for (const { name, after } of edits) {
    if (after === undefined) attributes.delete(name)
    else attributes.set(name, after)
  }
  const declarations = [...attributes].filter(([name]) => name.startsWith('style '))
  return declarations.map(([name, value]) => `${name.slice('style '.length)}:${escaped(value)}`).join(';')
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
