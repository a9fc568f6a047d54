import { blockTokens } from './block-tokens.ts'
import { elementTree, type Element } from './element-tree.ts'
import { referenceOf } from './moved-address.ts'
import { ownTokens } from './own-tokens.ts'
import type { Fact } from './fact-reader.ts'
import { factsOf } from './visible-content.ts'

/** A part of the mirrored block that is merged separately: a block, a list item or a table row. */
export type Unit = {
  /**
   * Name of the block (`core/paragraph`) or element (`tr`), with our class tokens (`core/columns mirror-hero`). Units of
   * different kinds are never versions of each other. JSON-LD has a kind of its own, whatever its block or element.
   */
  kind: string
  markup: string
  /** Its visible content as a list of facts: equal for units with the same content. */
  says: string[]
  /** The same facts with URLs replaced by their targets, which do not change when files or pages move. */
  means: string[]
  /** Present if the units inside it can be merged one by one. */
  inside?: Inside
}

/** The units of a list or table, the markup before and after them, and the markup between two of them. */
export type Inside = { open: Unit; units: Unit[]; gap: string; close: Unit }

type Division = { open: string; units: Unit[]; gap: string; close: string }

/** A range of markup with its delimiters or tags, and its direct children. */
type Span = { kind: string; start: number; end: number; spans: Span[] }

/** The kind of a unit of JSON-LD, which visitors do not see. */
export const jsonLdKind = 'json-ld'
/** The editors separate blocks in this way. */
const blockGap = '\n\n'
/** Elements whose children are units. */
const carriers: Record<string, ReadonlySet<string>> = {
  table: new Set(['thead', 'tbody', 'tfoot', 'tr']),
  thead: new Set(['tr']),
  tbody: new Set(['tr']),
  tfoot: new Set(['tr']),
  ul: new Set(['li']),
  ol: new Set(['li']),
}
/** A block is visited once per ancestor. */
const mostDepth = 100
const wrappers = new Set(['figure', 'div'])

/** The units of markup, in order; undefined if dividing the markup would change its meaning. */
export function unitsOf(markup: string): Unit[] | undefined {
  const spans = blockSpans(markup)
  const units = spans && blockUnits(markup, spans, { start: 0, end: markup.length })
  return units && isSumOf(markup, units) ? units : undefined
}

/** Whether markup has the same content as its separate units: an unclosed tag or comment reaches beyond its unit. */
export function isSumOf(markup: string, units: readonly Unit[]): boolean {
  const whole = saysOf(markup)
  const parts = units.flatMap(({ says }) => says)
  return whole.length === parts.length && startsWith(whole, parts)
}

/** Joins units inside a list or table, or between blocks. */
export function joinUnits(units: readonly Pick<Unit, 'markup'>[], gap: string = blockGap): string {
  return units.map(({ markup }) => markup).join(gap)
}

export function leaf(kind: string, markup: string): Unit {
  const says = saysOf(markup)
  const hasAddress = says.some((said) => /^(?:href|src|data) /.test(said))
  return { kind, markup, says, means: hasAddress ? factsOf(markup, referenceOf).map(spell) : says }
}

export function sameUnit(a: Unit | undefined, b: Unit | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.says.length === b.says.length && startsWith(a.says, b.says)
}

/** Whether two units are equal apart from the URLs of a moved site. */
export function sameMeaning(a: Unit | undefined, b: Unit | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.means.length === b.means.length && startsWith(a.means, b.means)
}

/** The facts of markup in a comparable form. */
function saysOf(markup: string): string[] {
  return factsOf(markup).map(spell)
}

function spell({ kind, value }: Fact): string {
  return `${kind} ${value}`
}

function startsWith(whole: readonly string[], parts: readonly string[]): boolean {
  return parts.every((said, at) => said === whole[at])
}

function withInside(unit: Unit, division: Division | undefined): Unit {
  if (!division) return unit
  const { units, gap } = division
  // On its own, the opening part of a list parses as a complete list, whose implied end is not a fact.
  const begun = saysOf(division.open)
  const ended = begun.findIndex((said, at) => said !== unit.says[at])
  const count = ended === -1 ? begun.length : ended
  const open = partOf(unit, leaf('open', division.open), 0, count)
  const parts = [...open.says, ...units.flatMap(({ says }) => says)]
  const close = partOf(unit, leaf('close', division.close), parts.length)
  return startsWith(unit.says, parts) ? { ...unit, inside: { open, units, gap, close } } : unit
}

function partOf({ says, means }: Unit, part: Unit, from: number, to?: number): Unit {
  return { ...part, says: says.slice(from, to), means: means.slice(from, to) }
}

/** Blocks, and any markup between them that is more than white space. */
function blockUnits(
  markup: string,
  spans: readonly Span[],
  { start, end }: { start: number; end: number },
): Unit[] {
  const units: Unit[] = []
  let at = start
  const addBetween = (to: number): void => {
    const between = markup.slice(at, to).trim()
    if (between !== '') for (const unit of elementUnits(between)) units.push(unit)
  }
  for (const span of spans) {
    addBetween(span.start)
    units.push(blockUnit(markup, span))
    at = span.end
  }
  addBetween(end)
  return units
}

function blockUnit(markup: string, { kind, start, end, spans }: Span): Unit {
  const unit = ownLeaf(kind, markup.slice(start, end))
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) {
    return withInside(unit, insideOf(unit.markup))
  }
  return withInside(unit, {
    open: markup.slice(start, first.start),
    units: blockUnits(markup, spans, { start: first.start, end: last.end }),
    gap: blockGap,
    close: markup.slice(last.end, end),
  })
}

/** Whether a unit of this kind has our class tokens. */
export function isOwnKind(kind: string): boolean {
  return kind.includes(' ')
}

function ownLeaf(name: string, markup: string): Unit {
  const unit = leaf([name, ...ownTokensAt(markup)].join(' '), markup)
  const isData = unit.says.length === 1 && unit.says[0]?.startsWith('data ') === true
  return isData ? { ...unit, kind: jsonLdKind } : unit
}

/** Our class tokens in the first tag or delimiter of markup. */
function ownTokensAt(markup: string): string[] {
  return ownTokens(String(/^<[^>]*>/.exec(markup)))
}

/** Markup without blocks, as the classic editor leaves it: one unit per element. */
function elementUnits(markup: string): Unit[] {
  const elements = elementTree(markup)
  const isCovered = elements && whiteBetween(markup, elements, { start: 0, end: markup.length })
  return isCovered ? elements.map((element) => elementUnit(markup, element)) : [leaf('markup', markup)]
}

function elementUnit(markup: string, element: Element): Unit {
  const own = markup.slice(element.start, element.end)
  return withInside(ownLeaf(element.name, own), insideOf(own))
}

/** The rows or items if this markup is exactly one table or list; otherwise undefined. */
function insideOf(markup: string): Division | undefined {
  const carrier = carrierOf(markup, elementTree(markup) ?? [])
  if (!carrier) return undefined
  const names = carriers[carrier.name]
  const items = carrier.children.filter(({ name }) => names?.has(name) ?? true)
  const [first] = items
  const last = items.at(-1)
  if (!first || !last || !whiteBetween(markup, items, { start: first.start, end: last.end })) return undefined
  return {
    open: markup.slice(0, first.start),
    units: items.map((item) => elementUnit(markup, item)),
    gap: '',
    close: markup.slice(last.end),
  }
}

function carrierOf(markup: string, elements: readonly Element[]): Element | undefined {
  const [only, ...others] = elements.filter(({ name }) => name in carriers || wrappers.has(name))
  if (!only || others.length > 0) return undefined
  // Right-to-left text is a single HTML block, with one element around all others, and our columns inside.
  if (only.name === 'div' && (only.children.length > 1 || isOwn(markup, only))) return only
  return wrappers.has(only.name) ? carrierOf(markup, only.children) : only
}

function isOwn(markup: string, { start, end }: Element): boolean {
  return ownTokensAt(markup.slice(start, end)).length > 0
}

function whiteBetween(
  markup: string,
  elements: readonly Element[],
  { start, end }: { start: number; end: number },
): boolean {
  let rest = ''
  let at = start
  for (const element of elements) {
    rest += markup.slice(at, element.start)
    at = element.end
  }
  return (rest + markup.slice(at, end)).trim() === ''
}

/** The blocks of markup as a tree of offsets; undefined if the delimiters do not match or are nested too deeply. */
function blockSpans(markup: string): Span[] | undefined {
  const root: Span[] = []
  const opened: Span[] = []
  for (const { kind, name, start, end } of blockTokens(markup)) {
    const siblings = opened.at(-1)?.spans ?? root
    if (kind === 'void') siblings.push({ kind: name, start, end, spans: [] })
    if (kind === 'open') opened.push({ kind: name, start, end: -1, spans: [] })
    if (opened.length > mostDepth) return undefined
    if (kind !== 'close') continue
    const span = opened.pop()
    if (span?.kind !== name) return undefined
    span.end = end
    const outer = opened.at(-1)?.spans ?? root
    outer.push(span)
  }
  return opened.length === 0 ? root : undefined
}
