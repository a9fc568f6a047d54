import { escapeAttribute, escapeLine } from '../text/escape.ts'
import { flatList, heading, languageLink, link, paragraph } from '../markup/blocks.ts'
import { cardRows } from '../markup/listing-cards.ts'
import type { Media } from '../record/media.ts'
import { isRightToLeft } from './direction.ts'
import { letterSections, type LetterSection } from './letter-sections.ts'
import { createFormat, nameOfLanguage } from './locale/format.ts'
import { labelsFor, type Labels, type LabelSets } from './locale/labels.ts'
import { linkedImage } from './view.ts'

/** A product in a listing; `gtin` only if it distinguishes the product from another one with the same name. */
export type ListedProduct = {
  url: string
  title: string
  itemNumber: string
  gtin: string
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
      image: product.media && linkedImage(product.media, product.title, product.url),
      line: { html: cardLine(product, words, numberOf) },
    }))
    return [...countNote(listing, cards.length, language, words), ...cardRows(cards)]
  }
  const lines = withinBytes(
    listing.entries.map((product) => ({ title: product.title, line: listLine(product, numberOf) })),
  )
  const note = countNote(listing, lines.length, language, words)
  return [...note, ...letterBlocks(letterSections(language, lines))]
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

type Line = { title: string; line: string }

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

function letterBlocks(sections: readonly LetterSection<Line>[]): string[] {
  const lists = sections.map(({ entries }) => flatList(entries.map(({ line }) => line)))
  if (sections.length === 1) return lists
  const letters = sections.map(({ letter }) => link(`#${anchorOf(letter)}`, letter))
  return [
    paragraph({ html: letters.join(' · ') }, 'mirror-letters'),
    ...sections.flatMap(({ letter }, at) => [
      heading(2, letter, anchorOf(letter)),
      ...lists.slice(at, at + 1),
    ]),
  ]
}

function anchorOf(letter: string): string {
  const codes = Array.from(letter.toLowerCase(), (char) => (/[a-z]/.test(char) ? char : char.codePointAt(0)))
  return `products-${codes.join('-')}`
}
