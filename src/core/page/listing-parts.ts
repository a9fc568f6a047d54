import { unitsOf, type Unit } from '../markup/units.ts'

/** An entry of a listing; entries match if they link the same page. */
type ListingItem = { link: string; markup: string }

/** A paragraph, a heading, or a list or row of entries between `open` and `close`. */
export type ListingPart = {
  kind: 'paragraph' | 'heading' | 'list' | 'row'
  /** Equal for versions of one part. */
  key: string
  open: string
  items: ListingItem[]
  gap: string
  close: string
}

/** The parts of a listing, those of a block around them, and markup that is not ours and shows nothing. */
export type ListingNode =
  | { part: ListingPart }
  | { open: string; nodes: ListingNode[]; gap: string; close: string; isOurs: boolean }
  | { other: string }

/** A part with the blocks that an editor added around it, the outermost first. */
export type PlacedPart = { part: ListingPart; around: readonly ListingNode[] }

/** Divides a listing; undefined if this would change its meaning, or if a list has an item that is not an entry. */
export function divideListing(markup: string): ListingNode[] | undefined {
  const units = unitsOf(markup)
  const divide = createDivide()
  const nodes = units?.map(divide)
  return nodes?.every((node) => node !== undefined) ? nodes : undefined
}

/** The parts of a listing in order. */
export function partsIn(nodes: readonly ListingNode[], around: readonly ListingNode[] = []): PlacedPart[] {
  return nodes.flatMap((node) => {
    if ('part' in node) return [{ part: node.part, around }]
    return 'nodes' in node ? partsIn(node.nodes, node.isOurs ? around : [...around, node]) : []
  })
}

function createDivide(): (unit: Unit) => ListingNode | undefined {
  let paragraphs = 0
  let rows = 0
  let letter = ''
  const divide = (unit: Unit): ListingNode | undefined => {
    const [name = '', ...tokens] = unit.kind.split(' ')
    const simple = { open: unit.markup, items: [], gap: '', close: '' }
    if (/^(?:core\/paragraph|p)$/.test(name)) {
      const isIntro = paragraphs === 0
      paragraphs += 1
      const key = isIntro ? 'introduction' : tokens.includes('mirror-letters') ? 'letters' : 'count'
      return { part: { ...simple, kind: 'paragraph', key } }
    }
    if (/^(?:core\/heading|h2)$/.test(name)) {
      letter = unit.says.join(' ')
      return { part: { ...simple, kind: 'heading', key: letter } }
    }
    if (/^(?:core\/list|ul)$/.test(name)) return section(unit, { kind: 'list', key: `list ${letter}` })
    if (tokens.includes('mirror-cards')) {
      rows += 1
      return section(unit, { kind: 'row', key: `row ${rows}` })
    }
    if (!unit.inside) return { other: unit.markup }
    const { open, units, gap, close } = unit.inside
    const nodes = units.map(divide)
    if (!nodes.every((node) => node !== undefined)) return undefined
    return { open: open.markup, nodes, gap, close: close.markup, isOurs: name === 'core/html' }
  }
  return divide
}

function section(
  { inside }: Pick<Unit, 'inside'>,
  { kind, key }: Pick<ListingPart, 'kind' | 'key'>,
): ListingNode | undefined {
  if (!inside?.units.every(isItem)) return undefined
  const items = inside.units.map((unit) => ({ link: linkOf(unit), markup: unit.markup }))
  return { part: { kind, key, open: inside.open.markup, items, gap: inside.gap, close: inside.close.markup } }
}

function isItem({ kind }: Unit): boolean {
  return kind === 'li' || kind === 'core/list-item' || kind.split(' ').includes('mirror-card')
}

/** Without the host, which changes if the site moves. */
function linkOf({ says }: Unit): string {
  const href = String(says.find((said) => said.startsWith('href ')))
  return href.replace(/^href https?:\/\/[^/]+/, '')
}
