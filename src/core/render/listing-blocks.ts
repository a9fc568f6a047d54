import { escapeAttribute, escapeLine } from '../text/escape.ts'
import { flatList, heading, languageLink, link, paragraph } from '../markup/blocks.ts'
import { cardRows } from '../markup/listing-cards.ts'
import type { Media } from '../record/media.ts'
import { isRightToLeft } from './direction.ts'
import { letterSections } from './letter-sections.ts'
import { comparerOf, createFormat, nameOfLanguage } from './locale/format.ts'
import { labelsFor, type Labels, type LabelSets } from './locale/labels.ts'
import { linkedImage } from './view.ts'

/** A product in a listing; `gtin` only if it distinguishes the product from another one with the same name. */
export type ListedProduct = {
  url: string
  title: string
  itemNumber: string
  gtin: string
  /** The title of its group in the language of the page; "" or undefined without one. */
  group?: string
  media?: Media | undefined
}

/** The products of a language in order; `total` also counts those that are not listed. */
export type ProductListing = { kind: 'products'; entries: readonly ListedProduct[]; total: number }

/** The language pages, each with the number of its products. */
export type LanguageListing = {
  kind: 'languages'
  entries: readonly { url: string; language: string; products: number }[]
}

export type Listing = ProductListing | LanguageListing

/** Up to this many products are shown as cards, more as lists by letter. */
export const mostCards = 200
/** The size of the products in a request. Many web servers limit a request to 1 MiB. */
const mostBytes = 1_000_000

/** The core blocks of a listing, below the introduction of its page, which has this language. */
export function listingBlocks(listing: Listing, language: string, labels: LabelSets): string[] {
  if (listing.kind === 'languages') return languageCards(listing, labels)
  const words = labelsFor(language, labels)
  const numberOf = createNumberOf(language)
  if (listing.total <= mostCards) {
    const cards = listing.entries.map((product) => ({
      group: product.group ?? '',
      image: product.media && linkedImage(product.media, product.title, product.url),
      line: { html: cardLine(product, words, numberOf) },
    }))
    const note = countNote(listing, cards.length, language, words)
    return [...note, ...sectionBlocks(groupSections(language, cards, words), cardRows)]
  }
  const lines = withinBytes(
    listing.entries.map(({ title, group = '', ...product }) => ({
      title,
      group,
      line: listLine({ title, ...product }, numberOf),
    })),
  )
  const note = countNote(listing, lines.length, language, words)
  const groups = groupSections(language, lines, words)
  const sections =
    groups.length > 1
      ? groups
      : letterSections(language, lines).map(({ letter, entries }) => ({
          title: letter,
          anchor: anchorOf(letter),
          entries,
        }))
  return [...note, ...sectionBlocks(sections, (entries) => [flatList(entries.map(({ line }) => line))])]
}

function languageCards({ entries }: LanguageListing, labels: LabelSets): string[] {
  return cardRows(
    entries.map(({ url, language, products }) => {
      const { products: label } = labelsFor(language, labels)
      const count = `${label}: ${createFormat(language).number(String(products))}`
      const direction = isRightToLeft(language) ? ({ direction: 'rtl' } as const) : {}
      const dir = isRightToLeft(language) ? ' dir="rtl"' : ''
      const name = languageLink({ url, title: nameOfLanguage(language), language, ...direction })
      return {
        line: {
          html: `${name}<br><span lang="${escapeAttribute(language)}"${dir}>${escapeLine(count)}</span>`,
        },
      }
    }),
  )
}

function countNote({ total }: ProductListing, shown: number, language: string, words: Labels): string[] {
  if (total <= shown) return []
  const format = createFormat(language)
  const counts = { shown: format.number(String(shown)), all: format.number(String(total)) }
  return [paragraph(words.first_products.replace('{shown}', counts.shown).replace('{all}', counts.all))]
}

/** A number with hyphens would be shown in another order between words that are read from right to left. */
function createNumberOf(language: string): (number: string) => string {
  const isOpposite = isRightToLeft(language)
  return (number) => (isOpposite ? `<span dir="ltr">${escapeLine(number)}</span>` : escapeLine(number))
}

type NumberOf = ReturnType<typeof createNumberOf>

function cardLine(
  { url, title, itemNumber, gtin }: ListedProduct,
  words: Labels,
  numberOf: NumberOf,
): string {
  const [label, number] = itemNumber === '' ? [words.gtin, gtin] : [words.item_number, itemNumber]
  const name = link(url, title)
  return number === '' ? name : `${name}<br>${escapeLine(label)} ${numberOf(number)}`
}

function listLine({ url, title, itemNumber, gtin }: ListedProduct, numberOf: NumberOf): string {
  const number = itemNumber || gtin
  return number === '' ? link(url, title) : `${link(url, title)} · ${numberOf(number)}`
}

type Line = { title: string; group: string; line: string }

const bytesOf = (markup: string): number => Buffer.byteLength(JSON.stringify(markup))
const bytesAround = bytesOf(flatList(['', ''])) - bytesOf(flatList(['']))

/** The first lines that fit into a request. */
function withinBytes(lines: readonly Line[]): Line[] {
  let left = mostBytes
  return lines.filter(({ line }) => {
    left -= bytesAround + bytesOf(line)
    return left >= 0
  })
}

type Section<T> = { title: string; anchor: string; entries: T[] }

/** More links than these at the top would not help a reader. */
const mostJumps = 60
const fewestJumps = 4

/** Sections with a heading each, and links to them at the top. A section alone has no heading. */
function sectionBlocks<T>(
  sections: readonly Section<T>[],
  blocksOf: (entries: readonly T[]) => string[],
): string[] {
  if (sections.length <= 1) return sections.flatMap(({ entries }) => blocksOf(entries))
  const isShort = sections.every(({ title }) => title.length <= 2)
  const hasJumps = sections.length <= mostJumps && (isShort || sections.length >= fewestJumps)
  const jumps = sections.map(({ title, anchor }) => link(`#${anchor}`, title))
  return [
    ...(hasJumps ? [paragraph({ html: jumps.join(' · ') }, 'mirror-letters')] : []),
    ...sections.flatMap(({ title, anchor, entries }) => [heading(2, title, anchor), ...blocksOf(entries)]),
  ]
}

/** Entries by their groups in the order of their titles; those without a group are last. */
function groupSections<T extends { group: string }>(
  language: string,
  entries: readonly T[],
  words: Labels,
): Section<T>[] {
  const groups = new Map<string, T[]>()
  for (const entry of entries) {
    const group = groups.get(entry.group) ?? []
    group.push(entry)
    groups.set(entry.group, group)
  }
  const compare = comparerOf(language)
  const titled = [...groups].filter(([title]) => title !== '').sort(([a], [b]) => compare(a, b))
  const named = titled.map(([title, members], at): Section<T> => ({
    title: title.replaceAll(/\s*>\s*/g, ' › '),
    anchor: `products-group-${at + 1}`,
    entries: members,
  }))
  const others = groups.get('') ?? []
  if (others.length === 0) return named
  return [...named, { title: words.other_products, anchor: 'products-group-0', entries: others }]
}

function anchorOf(letter: string): string {
  const codes = Array.from(letter.toLowerCase(), (char) => (/[a-z]/.test(char) ? char : char.codePointAt(0)))
  return `products-${codes.join('-')}`
}
