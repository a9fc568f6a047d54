import type { JsonLd } from '../../markup/json-ld.ts'
import { describeMeasure, shownMeasures, type Measures } from '../facts-table.ts'
import { comparerOf, type Format } from '../locale/format.ts'
import type { Labels } from '../locale/labels.ts'
import { sizeFields } from '../locale/units.ts'
import type { Member } from './member.ts'
import { splitNames } from './split-names.ts'

/** The page of another member of a family, labelled by what differs. */
export type SizeLink = { url: string; label: string }

/** The other sizes of a product, and its family as a `ProductGroup` of schema.org. */
export type Sizes = { links: readonly SizeLink[]; group: JsonLd }

type Named = { gtin: string; member: Member }
/** The product whose page shows the sizes. */
export type OwnSize = Named & { language: string }
/** Another member of the family, with the URL of its page. */
export type Sibling = Named & { url: string }

type SizeContext = Measures & { labels: Labels; format: Format }

/** The most links on a page: more help no visitor. */
export const mostSizes = 50

/**
 * The other sizes of a product in their natural order, at most the 50 closest ones. Undefined without another member.
 */
export function sizesOf(own: OwnSize, siblings: readonly Sibling[], context: SizeContext): Sizes | undefined {
  if (siblings.length === 0) return undefined
  const family: Named[] = [own, ...siblings]
  const traits = chooseTraits(family, traitsOf(own, siblings, context))
  const compare = orderBy(traits, own.language)
  const others = [...siblings].sort(compare)
  const before = others.filter((one) => compare(one, own) < 0).length
  const first = Math.max(0, Math.min(before - mostSizes / 2, others.length - mostSizes))
  const links = others
    .slice(first, first + mostSizes)
    .map((one) => ({ url: one.url, label: labelOf(one, traits) }))
  return { links, group: groupOf(own, siblings, context) }
}

/** A property that may distinguish sizes: its text, and its value if the text would sort wrongly. */
type Trait = { textOf: (one: Named) => string; numberOf?: (one: Named) => number }

/** Only the properties that distinguish members with equal labels. The last one, the GTIN, distinguishes all. */
function chooseTraits(family: readonly Named[], traits: readonly Trait[]): Trait[] {
  let chosen: Trait[] = []
  let known = 1
  for (const trait of traits) {
    const more = [...chosen, trait]
    const count = new Set(family.map((one) => labelOf(one, more))).size
    if (count <= known) continue
    chosen = more
    known = count
  }
  return chosen
}

function labelOf(one: Named, traits: readonly Trait[]): string {
  const texts = traits.map(({ textOf }) => textOf(one)).filter((text) => text !== '')
  return texts.length === 0 ? nameOf(one) : texts.join(', ')
}

function traitsOf(own: Named, siblings: readonly Named[], context: SizeContext): Trait[] {
  const { labels, format } = context
  const { endOf } = splitNames(nameOf(own), siblings.map(nameOf))
  return [
    { textOf: (one) => endOf(nameOf(one)) },
    ...sizeFields.map((size): Trait => ({
      textOf: ({ member }) =>
        labelled(labels[size], describeMeasure(member.sizes[size] ?? '', size, format, context)),
      numberOf: ({ member }) => Number.parseFloat(member.sizes[size] ?? '-1'),
    })),
    { textOf: ({ member }) => labelled(labels.item_number, onOneLine(member.item_number)) },
    { textOf: ({ gtin }) => labelled(labels.gtin, gtin) },
  ]
}

function labelled(label: string, text: string): string {
  return text === '' ? '' : `${label} ${text}`
}

function orderBy(traits: readonly Trait[], language: string): (a: Named, b: Named) => number {
  const compare = comparerOf(language)
  const byGtin: Trait = { textOf: ({ gtin }) => gtin }
  return (a, b) => {
    const orders = [...traits, byGtin].map(({ textOf, numberOf }) =>
      numberOf === undefined ? compare(textOf(a), textOf(b)) : numberOf(a) - numberOf(b),
    )
    return orders.reduce((first, order) => first || order, 0)
  }
}

/** The properties of schema.org in which members may differ; it has none for a length or an area. */
const properties = {
  length: 'size',
  width: 'width',
  height: 'height',
  area: 'size',
  joint: 'size',
  weight: 'weight',
} as const

function groupOf(own: Named, siblings: readonly Named[], { units }: SizeContext): JsonLd {
  const { start } = splitNames(nameOf(own), siblings.map(nameOf))
  const measures = [own, ...siblings].map(({ member }) => shownMeasures(member.sizes, units))
  const differing = sizeFields.filter((size) => {
    const ofSize = measures.map((all) => JSON.stringify(all.find((one) => one.size === size) ?? ''))
    return new Set(ofSize).size > 1
  })
  const variesBy = [...new Set(differing.map((size) => `https://schema.org/${properties[size]}`))]
  return {
    '@type': 'ProductGroup',
    ...(start !== '' && { name: start }),
    productGroupID: onOneLine(own.member.id),
    ...(variesBy.length > 0 && { variesBy }),
  }
}

function nameOf({ member }: Named): string {
  return onOneLine(member.name)
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
