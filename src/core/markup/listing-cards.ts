import { image, joinBlocks, paragraph, type ImageBlock, type Inline } from './blocks.ts'
import { card, columns } from './containers.ts'

/** An entry of a listing: its line, and its image if there is one. */
type ListingCard = { image?: ImageBlock | undefined; line: Inline }

const cardsInRow = 3
/** Three cards and the gaps between them, so that a card alone has the same width. */
const cardWidth = '30%'

/** Rows of cards; on a phone, the cards are below each other. */
export function cardRows(cards: readonly ListingCard[]): string[] {
  const parts = cards.map((one) => ({
    blocks: card([one.image ? image(one.image) : '', paragraph(one.line)], 'mirror-frame'),
    width: cardWidth,
    className: 'mirror-card',
  }))
  const rows = parts.flatMap((_, at) => (at % cardsInRow === 0 ? [parts.slice(at, at + cardsInRow)] : []))
  return rows.map((row) => columns(row, 'mirror-cards'))
}

const line = { html: '' }

/** Cards with each of our attributes. */
export const ownCards: string = joinBlocks(
  cardRows(
    (['medium', 'large', 'full'] as const).map((size) => ({
      image: { id: 0, url: '', alt: '', size, href: '' },
      line,
    })),
  ),
)
