import { image, joinBlocks, paragraph, textTable, type ImageBlock } from './blocks.ts'
import { card, columns } from './containers.ts'
import { escapeAttribute, escapeLine } from '../text/escape.ts'

/** The first view of a product: `intro` consists of blocks, `facts` of rows. */
export type Hero = {
  image?: ImageBlock | undefined
  intro: string
  facts: readonly (readonly string[])[]
}

/**
 * The introduction with the key facts, next to the image. Without an image, the introduction is next to the facts; a
 * part that is alone has the whole width.
 */
export function hero({ image: picture, intro, facts }: Hero): string {
  const table = facts.length === 0 ? '' : textTable(facts)
  if (picture !== undefined) {
    const text = { blocks: [intro, table], className: 'mirror-hero-text' }
    return columns(
      [{ blocks: image(picture), width: '40%', className: 'mirror-hero-image' }, text],
      'mirror-hero',
    )
  }
  if (intro === '' || table === '') return intro + table
  return columns(
    [
      { blocks: intro, className: 'mirror-hero-text' },
      { blocks: table, className: 'mirror-hero-facts' },
    ],
    'mirror-hero',
  )
}

const cardsInRow = 3
const cardWidth = '33.33%'

/** A card for each document: a link, and a note below it. */
export function documentCards(links: readonly { url: string; title: string; note: string }[]): string {
  const cards = links.map((link) => ({ blocks: documentCard(link), width: cardWidth }))
  const rows = cards.flatMap((_, at) => (at % cardsInRow === 0 ? [cards.slice(at, at + cardsInRow)] : []))
  return joinBlocks(rows.map((row) => columns(row, 'mirror-documents')))
}

function documentCard({ url, title, note }: { url: string; title: string; note: string }): string {
  const link = `<a href="${escapeAttribute(url)}">${escapeLine(title)}</a>`
  const html = note === '' ? link : `${link}<br>${escapeLine(note)}`
  return card(paragraph({ html }), 'mirror-document')
}
