import { image, joinBlocks, paragraph, sizeButtons, textTable, type ImageBlock } from './blocks.ts'
import { card, columns } from './containers.ts'
import { escapeAttribute, escapeLine } from '../text/escape.ts'

/** The first view of a product: `intro` consists of blocks, `facts` of rows. */
export type Hero = {
  image?: ImageBlock | undefined
  intro: string
  facts: readonly (readonly string[])[]
}

const bannerClass = 'mirror-banner'
const bannerFigure = new RegExp(String.raw`<figure class="[^"]*\b${bannerClass}\b[^]*?</figure>`, 'g')

/** A wide image that shows the product and its name. */
export function banner(picture: ImageBlock): string {
  return image({ ...picture, className: bannerClass })
}

/** The markup without the image of its banner. */
export function withoutBanner(markup: string): string {
  return markup.includes(bannerClass) ? markup.replace(bannerFigure, '') : markup
}

/** Many themes have content of only 650 pixels, and a GTIN must fit into half of the other column. */
const imageWidth = '33%'

/** The image next to the introduction and the key facts. Without an image, these have the whole width. */
export function hero({ image: picture, intro, facts }: Hero): string {
  const text = [intro, facts.length === 0 ? '' : textTable(facts)].filter((part) => part !== '')
  if (picture === undefined) return joinBlocks(text)
  return columns(
    [
      { blocks: image(picture), width: imageWidth, className: 'mirror-hero-image' },
      { blocks: text, className: 'mirror-hero-text' },
    ],
    'mirror-hero',
  )
}

const cardsInRow = 2
/** Two cards and the gap between them, so that a card alone has the same width. */
const cardWidth = '48%'

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

const images = (['large', 'full'] as const).map((size) => image({ id: 0, url: '', alt: '', size }))

/** Each of our containers and images with its attributes. */
export const ownContainers: string = joinBlocks([
  columns([{ blocks: images, width: imageWidth, className: 'mirror-hero-image' }], 'mirror-hero'),
  documentCards([{ url: '', title: '', note: '' }]),
  sizeButtons([{ url: '', label: '' }]),
  ...(['large', 'full'] as const).map((size) => banner({ id: 0, url: '', alt: '', size })),
])
