import { parse } from '@wordpress/block-serialization-default-parser'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import type { Media } from '../../../src/core/record/media.ts'
import type { ListedProduct, Listing } from '../../../src/core/render/listing-blocks.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

const renderer = createRenderer(await readTemplates())

const renditions = {
  large: { url: 'https://cms.example/tape-1024x683.jpg', width: 1024, height: 683 },
  medium: { url: 'https://cms.example/tape-300x200.jpg', width: 300, height: 200 },
}
const file: Media = {
  id: 7,
  sha256: '0'.repeat(64),
  url: 'https://cms.example/tape.jpg',
  mime: 'image/jpeg',
  bytes: 9,
}
const tape: ListedProduct = {
  url: 'https://cms.example/products/en-gb/gtin-4006381333931-en-gb/',
  title: 'Tape <60> "wide"',
  itemNumber: '10-1',
  gtin: '',
}

function innerOf(entries: readonly ListedProduct[], language = 'en-gb', total = entries.length): string {
  const listing: Listing = { kind: 'products', entries, total }
  return renderer.renderParent({ kind: 'language', language }, listing).inner
}

/** Many products with the address and the name of a usual one. */
function many(count: number, name = (at: number) => `${'BDK'.charAt(at % 3)} tape ${at}`): ListedProduct[] {
  return Array.from({ length: count }, (_, at) => ({
    ...tape,
    title: name(at),
    url: `https://www.shop.example/products/en-gb/gtin-${4_006_381_000_000 + at}-en-gb/`,
    itemNumber: `10-${10_000 + at}`,
  }))
}

describe('a card', () => {
  test('has an image and a name that link the page, and the item number', () => {
    expect(innerOf([{ ...tape, media: { ...file, ...renditions } }])).toContain(
      [
        '<!-- wp:image {"id":7,"sizeSlug":"medium","linkDestination":"custom"} -->',
        `<figure class="wp-block-image size-medium"><a href="${tape.url}"><img src="${renditions.medium.url}" alt="Tape &lt;60&gt; &quot;wide&quot;" class="wp-image-7"/></a></figure>`,
        '<!-- /wp:image -->',
        '',
        '<!-- wp:paragraph -->',
        `<p><a href="${tape.url}">Tape &lt;60&gt; "wide"</a><br>Item number 10-1</p>`,
      ].join('\n'),
    )
  })

  test('has the smallest known version of the image', () => {
    expect(innerOf([{ ...tape, media: { ...file, large: renditions.large } }])).toContain(
      `size-large"><a href="${tape.url}"><img src="${renditions.large.url}"`,
    )
    expect(innerOf([{ ...tape, media: file }])).toContain(
      `size-full"><a href="${tape.url}"><img src="${file.url}"`,
    )
  })

  test('of a product without image and item number has a name, and a GTIN if another has the same name', () => {
    const bare = { ...tape, itemNumber: '' }
    expect(innerOf([bare])).toContain('"wide"</a></p>')
    expect(innerOf([bare])).not.toContain('wp:image')
    expect(innerOf([{ ...bare, gtin: '4006381333931' }])).toContain('"wide"</a><br>GTIN 4006381333931</p>')
  })

  test('is one of three in a row, and as wide if it is alone', () => {
    const rows = parse(innerOf(many(4))).filter(({ blockName }) => blockName === 'core/columns')
    expect(rows.map(({ innerBlocks }) => innerBlocks.map(({ attrs }) => attrs))).toEqual([
      Array.from({ length: 3 }, () => ({ width: '30%', className: 'mirror-card' })),
      [{ width: '30%', className: 'mirror-card' }],
    ])
  })

  test('has its number from left to right in other text', () => {
    expect(innerOf([tape], 'ar')).toContain('<span dir="ltr">10-1</span>')
    expect(innerOf([tape], 'ar')).toContain('max-width:22em"><div class="wp-block-group mirror-frame"')
  })
})

describe('more than 200 products', () => {
  test('are lists by letter with links to the letters, without images', () => {
    const names = ['1 tape', 'Band', 'Ärmel', 'Zange']
    const entries = many(201, (at) => String(names[at])).slice(0, 4)
    const inner = innerOf(
      [entries[0], entries[2], entries[1], entries[3]].map((one) => ({ ...tape, ...one, media: file })),
      'de-de',
      201,
    )
    expect(inner).toContain(
      '<p class="mirror-letters"><a href="#products-35">#</a> · <a href="#products-a">A</a> · <a href="#products-b">B</a> · <a href="#products-z">Z</a></p>',
    )
    expect(inner).toContain(
      '<!-- wp:heading {"className":"wp-block-heading"} -->\n<h2 class="wp-block-heading" id="products-a">A</h2>',
    )
    expect(inner).toContain('gtin-4006381000001-en-gb/">Band</a> · 10-10001</li>')
    expect(inner).not.toContain('<img')
  })

  test('have no number if they need none, and the GTIN if others have the same name', () => {
    const inner = innerOf(
      [
        { ...tape, itemNumber: '' },
        { ...tape, itemNumber: '', gtin: '4006381333931' },
      ],
      'en',
      201,
    )
    expect(inner).toContain('"wide"</a></li>')
    expect(inner).toContain('"wide"</a> · 4006381333931</li>')
  })

  test('of one letter are one list', () => {
    const inner = innerOf(many(201, (at) => `Tape ${at}`))
    expect(inner).not.toMatch(/wp:heading|mirror-letters/)
    expect(inner.match(/<li>/g)).toHaveLength(201)
  })

  test('are all listed up to 5,000, in a request of less than 1 MiB', () => {
    const inner = innerOf(many(5000, (at) => `${'BDKMTZ'.charAt(at % 6)}ampfbremse 1.50 × 50 m, type ${at}`))
    expect(inner.match(/<li>/g)).toHaveLength(5000)
    expect(Buffer.byteLength(JSON.stringify(inner))).toBeLessThan(1024 * 1024)
  })

  test('with long names are cut where the request would be too large, with a note', () => {
    const inner = innerOf(many(5000, (at) => `${'Сверхпрочная лента для наружных работ '.repeat(3)}${at}`))
    const shown = Number(inner.match(/<li>/g)?.length)
    expect(shown).toBeGreaterThan(2000)
    expect(inner).toContain(`The first ${shown.toLocaleString('en')} of 5,000 products, by name.`)
    expect(Buffer.byteLength(JSON.stringify(inner))).toBeLessThan(1024 * 1024)
  })
})

describe('products with groups', () => {
  const grouped = (count: number, groups: readonly string[]) =>
    many(count).map((entry, at) => ({ ...entry, group: String(groups[at % groups.length]) }))
  const headings = (inner: string) => [...inner.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text)

  test('are cards below a heading for each group; those without one are last', () => {
    const inner = innerOf(grouped(6, ['Tapes > Roof', '', 'Corners']))
    expect(headings(inner)).toEqual(['Corners', 'Tapes › Roof', 'Other products'])
    expect(inner.match(/mirror-cards/g)).toHaveLength(6)
    expect(inner).not.toContain('mirror-letters')
    const titles = [...inner.matchAll(/<a [^>]*>([A-Z] tape \d)</g)].map(([, title]) => title)
    expect(titles).toEqual(['K tape 2', 'K tape 5', 'B tape 0', 'B tape 3', 'D tape 1', 'D tape 4'])
  })

  test('are lists by group above 200, with links to the groups at the top', () => {
    const inner = innerOf(grouped(240, ['B', 'A', 'C', '']))
    expect(inner).toContain(
      '<p class="mirror-letters"><a href="#products-group-1">A</a> · <a href="#products-group-2">B</a>',
    )
    expect(headings(inner)).toEqual(['A', 'B', 'C', 'Other products'])
    expect(inner).toContain('<h2 class="wp-block-heading" id="products-group-0">Other products</h2>')
  })

  test('have no links to so many groups that they would not help', () => {
    expect(
      innerOf(
        grouped(
          70,
          Array.from({ length: 70 }, (_, at) => `Group ${at}`),
        ),
      ),
    ).not.toContain('mirror-letters')
  })

  test('have no heading if they share one group, or if none has one', () => {
    for (const group of ['Tapes', '']) expect(headings(innerOf(grouped(3, [group])))).toEqual([])
    const sorted = grouped(201, ['Tapes']).sort((a, b) => (a.title < b.title ? -1 : 1))
    expect(headings(innerOf(sorted))).toEqual(['B', 'D', 'K'])
  })

  test('have headings in the language of the page', () => {
    expect(headings(innerOf(grouped(2, ['', 'Bänder']), 'de-de')).at(-1)).toBe('Weitere Produkte')
  })
})

test('the root page has a card for each language, in that language, with its number of products', () => {
  const { inner } = renderer.renderParent(
    { kind: 'root' },
    {
      kind: 'languages',
      entries: [
        { url: 'https://cms.example/products/ar/', language: 'ar', products: 7 },
        { url: 'https://cms.example/products/de-de/', language: 'de-de', products: 1234 },
      ],
    },
  )
  expect(inner).toContain(
    '<p><a href="https://cms.example/products/de-de/" lang="de-de" hreflang="de-de">Deutsch (Deutschland)</a><br><span lang="de-de">Produkte: 1.234</span></p>',
  )
  expect(inner).toMatch(
    /<a href="https:\/\/cms.example\/products\/ar\/" lang="ar" hreflang="ar" dir="rtl">[^<]*<\/a><br><span lang="ar" dir="rtl">[^<]*<\/span>/,
  )
})
