import type { ListedProduct } from '../../../src/core/render/listing-blocks.ts'
import type { ParentTexts } from '../../../src/core/render/parent.ts'
import type { Renderer } from '../../../src/core/render/renderer.ts'

const listed = 250

/** A language page that lists more products than cards can show, with names in several alphabets. */
export function longListing({ renderParent }: Pick<Renderer, 'renderParent'>, language: string): ParentTexts {
  const letters = Array.from('#1AÄBCDÉZΑЯأب漢')
  const entries = Array.from({ length: listed }, (_, at): ListedProduct => ({
    url: `/products/${language}/${at}/`,
    title: `${letters[at % letters.length]}-band "${at}" & <b>`,
    itemNumber: at % 2 === 0 ? `10-${at}` : '',
    gtin: '',
  }))
  const { compare } = new Intl.Collator(language, { numeric: true })
  entries.sort((a, b) => compare(a.title, b.title))
  return renderParent({ kind: 'language', language }, { kind: 'products', entries, total: listed + 1 })
}
