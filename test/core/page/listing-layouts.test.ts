import { describe, expect, it } from 'vitest'
import { withoutPauses } from '../../../src/core/text/steps.ts'
import { readTemplates } from '../../../config/templates.ts'
import { dressListing } from '../../../src/core/page/dress-listing.ts'
import { updateIndex } from '../../../src/core/page/listing.ts'
import type { ListedProduct, Listing, ProductListing } from '../../../src/core/render/listing-blocks.ts'
import type { Parent } from '../../../src/core/render/parent.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { earlierListing } from '../../helpers/content/earlier-listing.ts'

const renderer = createRenderer(await readTemplates())
const parent = { kind: 'language', language: 'de-de' } as const
const introduction = 'Alle Produkte in dieser Sprache.'
const hidden = '"metadata":{"blockVisibility":false}'

const at = (id: number): string => `https://cms.example/?page_id=${id}`
const product = (title: string, id: number): ListedProduct => ({
  title,
  url: at(id),
  itemNumber: '',
  gtin: '',
})
/** Names with ids; the layout depends on the number of products. */
const products = (names: string, layout: 'cards' | 'letters' = 'cards'): ProductListing => {
  const entries = names.split(' ').map((name) => product(name.slice(0, 1), Number(name.slice(1))))
  return { kind: 'products', entries, total: layout === 'cards' ? entries.length : 201 }
}
const contentOf = (listing?: Listing, of: Parent = parent): string =>
  renderer.renderParent(of, listing).content
const earlier = (names: string): string => {
  const links = names
    .split(' ')
    .map((name) => ({ title: name.slice(0, 1), url: at(Number(name.slice(1))), note: '' }))
  return earlierListing(parent, introduction, links)
}
const update = (content: string, listing: Listing, of: Parent = parent) => {
  const [wanted, first] = [renderer.renderParent(of, listing).inner, renderer.renderParent(of).inner]
  const decided = updateIndex({ content }, of, { wanted, first }, 'keep')
  return decided.kind === 'write' ? { kind: decided.kind, content: decided.content } : decided
}
/** The content with an attribute in the delimiter of the n-th block with this class or name. */
const inBlock = (content: string, head: RegExp, nth: number, attribute = hidden): string => {
  let seen = 0
  return content.replace(
    new RegExp(`(<!-- wp:${head.source})( -->)`, 'g'),
    (all, start: string, end: string) => {
      seen += 1
      if (seen !== nth) return all
      return start.endsWith('}')
        ? `${start.slice(0, -1)},${attribute}}${end}`
        : `${start} {${attribute}}${end}`
    },
  )
}
const row = /columns \{"className":"mirror-cards"\}/
const card = /column \{"width":"30%","className":"mirror-card"\}/
const item = /list-item/
const listBlock = /list \{"className":"wp-block-list"\}/
const headingBlock = /heading \{"className":"wp-block-heading"\}/
const spacer =
  '<!-- wp:spacer {"height":"9px"} -->\n<div style="height:9px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->'
const written = (content: string) => ({ kind: 'write', content })

describe('a list of an earlier version', () => {
  it('becomes cards, or lists by letter', () => {
    const content = earlier('A1 B2 C3 D4')
    for (const layout of ['cards', 'letters'] as const) {
      const wanted = products('A1 B2 C3 D4', layout)
      expect(update(content, wanted)).toEqual(written(contentOf(wanted)))
      expect(update(contentOf(wanted), wanted)).toEqual({ kind: 'same' })
    }
  })

  it('stays if an editor changed its text', () => {
    const content = earlier('A1 B2').replace('>B<', '>Unser B<')
    expect(update(content, products('A1 B2'))).toEqual({ kind: 'edited' })
  })

  it('keeps an entry hidden, and the attributes of its link', () => {
    const content = inBlock(earlier('A1 B2 C3'), item, 2).replace(`"${at(3)}"`, `$& target="_blank"`)
    const cards = products('A1 B2 C3')
    const expected = inBlock(contentOf(cards), card, 2).replace(`"${at(3)}"`, `$& target="_blank"`)
    expect(update(content, cards)).toEqual(written(expected))
    const letters = products('A1 B2 C3', 'letters')
    const inLists = inBlock(contentOf(letters), item, 2).replace(`"${at(3)}"`, `$& target="_blank"`)
    expect(update(content, letters)).toEqual(written(inLists))
  })

  it('that is hidden hides all rows, or all lists', () => {
    const content = inBlock(earlier('A1 B2 C3 D4'), listBlock, 1)
    const rows = contentOf(products('A1 B2 C3 D4'))
    expect(update(content, products('A1 B2 C3 D4'))).toEqual(written(inBlock(inBlock(rows, row, 2), row, 1)))
    const letters = contentOf(products('A1 B2', 'letters'))
    const hiddenLists = inBlock(inBlock(letters, listBlock, 2), listBlock, 1)
    expect(update(inBlock(earlier('A1 B2'), listBlock, 1), products('A1 B2', 'letters'))).toEqual(
      written(hiddenLists),
    )
  })

  it('stays in its group', () => {
    const grouped = (content: string, first: string, last: string) =>
      content
        .replace(first, `<!-- wp:group {${hidden}} -->\n<div class="wp-block-group">${first}`)
        .replace(new RegExp(`${last}(?![^]*${last})`), `${last}</div>\n<!-- /wp:group -->`)
    const content = grouped(earlier('A1 B2 C3 D4'), '<!-- wp:list ', '<!-- /wp:list -->')
    const rows = contentOf(products('A1 B2 C3 D4'))
    const expected = grouped(rows, '<!-- wp:columns ', '<!-- /wp:columns -->')
    expect(update(content, products('A1 B2 C3 D4'))).toEqual(written(expected))
  })

  it('gives its class to all rows, and its anchor to the first one', () => {
    const names = 'A1 B2 C3 D4'
    const content = inBlock(
      earlier(names).replace('<ul class="', '<ul id="all" class="two '),
      /list/,
      0,
    ).replace('"wp-block-list"', '"wp-block-list two"')
    const cards = contentOf(products(names))
      .replaceAll('"className":"mirror-cards"', '"className":"mirror-cards two"')
      .replaceAll(
        '<div class="wp-block-columns mirror-cards"',
        '<div class="wp-block-columns mirror-cards two"',
      )
      .replace('mirror-cards two">', 'mirror-cards two" id="all">')
    expect(update(content, products(names))).toEqual(written(cards))
  })

  it('on the root page becomes a card for each language', () => {
    const root = { kind: 'root' } as const
    const links = [{ title: 'Deutsch (Deutschland)', url: at(1), note: '' }]
    const listing: Listing = {
      kind: 'languages',
      entries: [{ url: at(1), language: 'de-de', products: 1234 }],
    }
    const content = earlierListing(root, 'Product information in several languages.', links)
    expect(update(inBlock(content, item, 1), listing, root)).toEqual(
      written(inBlock(contentOf(listing, root), card, 1)),
    )
  })
})

describe('cards', () => {
  it('that were hidden with their row stay hidden, and no other card', () => {
    const content = inBlock(contentOf(products('B1 C2 D3 E4 F5')), row, 2)
    const wanted = products('A9 B1 C2 D3 F5 G7')
    // E left, and D moved to the second row, which is shown again.
    expect(update(content, wanted)).toEqual(written(inBlock(contentOf(wanted), card, 5)))
  })

  it('are all hidden if all rows are', () => {
    const content = inBlock(inBlock(contentOf(products('A1 B2 C3 D4')), row, 2), row, 1)
    const wanted = products('A1 B2 C3 D4 E5 F6 G7')
    const all = [3, 2, 1].reduce((markup, nth) => inBlock(markup, row, nth), contentOf(wanted))
    expect(update(content, wanted)).toEqual(written(all))
  })

  it('keep the styling of their row by its position', () => {
    const top = '"verticalAlignment":"top"'
    const content = inBlock(contentOf(products('A1 B2 C3 D4')), row, 1, top)
    const wanted = products('B2 C3 D4 E5 F6')
    expect(update(content, wanted)).toEqual(written(inBlock(contentOf(wanted), row, 1, top)))
    // The second row is gone, and its product is in the first one.
    const second = inBlock(contentOf(products('A1 B2 C3 D4')), row, 2, top)
    expect(update(second, products('B2 C3 D4'))).toEqual({ kind: 'edited' })
    // Its product is gone too.
    expect(update(second, products('A1 C3'))).toEqual(written(contentOf(products('A1 C3'))))
  })

  it('stay without a frame, or with another one', () => {
    const style = /,"style":\{"border":[^\n]*(?=\} -->\n<div class="wp-block-group mirror-frame")/g
    const framed = (content: string, json: string, css: string) =>
      content.replaceAll(style, json).replaceAll(/(mirror-frame") style="[^"]*"/g, `$1${css}`)
    const wanted = products('A1 C3')
    const before = products('A1 B2')
    for (const [json, css] of [
      ['', ''],
      [',"style":{"border":{"width":"3px"}}', ' style="border-width:3px"'],
    ] as const) {
      const [expected] = contentOf(wanted).split(
        '<!-- wp:column {"width":"30%","className":"mirror-card"} -->\n<div class="wp-block-column mirror-card" style="flex-basis:30%"><!-- wp:group {"className":"mirror-frame","style":{"border":{"width":"1px","radius":"4px"},"spacing":{"padding":{"top":"1em","right":"1em","bottom":"1em","left":"1em"}}}} -->\n<div class="wp-block-group mirror-frame" style="border-width:1px;border-radius:4px;padding-top:1em;padding-right:1em;padding-bottom:1em;padding-left:1em"><!-- wp:paragraph -->\n<p><a href="https://cms.example/?page_id=3"',
      )
      const rest = contentOf(wanted).slice(String(expected).length)
      expect(update(framed(contentOf(before), json, css), wanted)).toEqual(
        written(framed(String(expected), json, css) + rest),
      )
    }
  })

  it('keep another width, or none', () => {
    const wanted = products('A1 B2')
    for (const [json, css] of [
      ['"className":"mirror-card"', ''],
      ['"width":"60%","className":"mirror-card"', ' style="flex-basis:60%"'],
    ] as const) {
      const resized = (content: string) =>
        content
          .replace('"width":"30%","className":"mirror-card"', json)
          .replace(' style="flex-basis:30%"', css)
      expect(update(resized(contentOf(products('A1'))), wanted)).toEqual(written(resized(contentOf(wanted))))
    }
  })

  it('get back the styles that an HTML filter removed', () => {
    const filtered = contentOf(products('A1')).replaceAll(/ style="[^"]*"/g, '')
    expect(update(filtered, products('A1 B2'))).toEqual(written(contentOf(products('A1 B2'))))
  })

  it('keep the styling of an image, unless the product has none any more', () => {
    const media = { id: 7, sha256: '', url: 'https://cms.example/a.jpg', mime: 'image/jpeg', bytes: 1 }
    const withImages = (listing: ReturnType<typeof products>): Listing => ({
      ...listing,
      entries: listing.entries.map((entry) => ({ ...entry, media })),
    })
    const rounded = (content: string) =>
      content
        .replace('"linkDestination":"custom"', '$&,"className":"is-style-rounded"')
        .replace('wp-block-image size-full', '$& is-style-rounded')
    const before = rounded(contentOf(withImages(products('A1 B2'))))
    const wanted = withImages(products('A1 B2 C3'))
    expect(update(before, wanted)).toEqual(written(rounded(contentOf(wanted))))
    expect(update(before, products('A1 B2 C3'))).toEqual({ kind: 'edited' })
  })

  it('with a block that an editor added inside stay as they are', () => {
    const grouped = contentOf(products('A1 B2'))
      .replace(
        '<!-- wp:paragraph -->\n<p><a',
        '<!-- wp:group -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p><a',
      )
      .replace('</a></p>\n<!-- /wp:paragraph -->', '$&</div>\n<!-- /wp:group -->')
    expect(update(grouped, products('A1 B2 C3'))).toEqual({ kind: 'edited' })
    expect(update(grouped, products('B2 C3'))).toEqual(written(contentOf(products('B2 C3'))))
    const spaced = contentOf(products('A1')).replace(/(?=<\/div>\n<!-- \/wp:columns)/, `\n\n${spacer}`)
    expect(update(spaced, products('A1 B2'))).toEqual({ kind: 'edited' })
    const inGroup = around(spaced, '<!-- wp:columns ', '<!-- /wp:columns -->')
    expect(update(inGroup, products('A1 B2'))).toEqual({ kind: 'edited' })
  })

  it('that become lists by letter, and lists that become cards, keep entries hidden', () => {
    const names = 'A1 B2 C3'
    const [cards, letters] = [products(names), products(names, 'letters')]
    const [hiddenCard, hiddenItem] = [
      inBlock(contentOf(cards), card, 2),
      inBlock(contentOf(letters), item, 2),
    ]
    expect(update(hiddenCard, letters)).toEqual(written(hiddenItem))
    expect(update(hiddenItem, cards)).toEqual(written(hiddenCard))
    // The list of a letter has no counterpart among cards.
    expect(update(inBlock(contentOf(letters), listBlock, 2), cards)).toEqual(written(hiddenCard))
    expect(update(inBlock(contentOf(letters), listBlock, 2, '"fontSize":"large"'), cards)).toEqual({
      kind: 'edited',
    })
    const framed = inBlock(contentOf(cards), /group \{"className":"mirror-frame".*\}/, 2, '"textColor":"red"')
    expect(update(framed, letters)).toEqual({ kind: 'edited' })
    expect(update(framed, products('A1 C3', 'letters'))).toEqual(
      written(contentOf(products('A1 C3', 'letters'))),
    )
  })
})

const around = (content: string, from: string, to: string) =>
  content
    .replace(from, `<!-- wp:group {${hidden}} -->\n<div class="wp-block-group">${from}`)
    .replace(to, `${to}</div>\n<!-- /wp:group -->`)

describe('lists by letter', () => {
  const anchored = (letter: string) =>
    `<!-- wp:heading {"className":"wp-block-heading"} -->\n<h2 class="wp-block-heading" id="products-${letter}">`
  const endOf = (id: number, title: string) =>
    `<li><a href="${at(id)}">${title}</a></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->`

  it('keep a letter hidden, with its new products, and show new letters', () => {
    const content = inBlock(contentOf(products('A1 B2 C3', 'letters')), listBlock, 2)
    const wanted = products('A1 B2 B4 C3 D5', 'letters')
    expect(update(content, wanted)).toEqual(written(inBlock(contentOf(wanted), listBlock, 2)))
    expect(update(content, products('A1 C3', 'letters'))).toEqual(
      written(contentOf(products('A1 C3', 'letters'))),
    )
  })

  it('keep a letter in its group', () => {
    const content = around(contentOf(products('A1 B2 C3', 'letters')), anchored('b'), endOf(2, 'B'))
    const wanted = products('A1 B2 B4 C3', 'letters')
    expect(update(content, wanted)).toEqual(written(around(contentOf(wanted), anchored('b'), endOf(4, 'B'))))
    const without = products('A1 C3', 'letters')
    expect(update(content, without)).toEqual(written(contentOf(without)))
    // As cards, the products of the letter would leave the group.
    expect(update(content, products('A1 B2 C3'))).toEqual({ kind: 'edited' })
  })

  it('stay in their group, with a new first letter', () => {
    const content = around(contentOf(products('B2 C3', 'letters')), anchored('b'), endOf(3, 'C'))
    const wanted = products('A1 B2 C3', 'letters')
    expect(update(content, wanted)).toEqual(written(around(contentOf(wanted), anchored('a'), endOf(3, 'C'))))
  })

  it('keep the styling that all headings have, even for new letters', () => {
    const centred = (content: string) =>
      content.replaceAll(
        /(<!-- wp:heading \{"className":"wp-block-heading")\} -->/g,
        '$1,"textColor":"red"} -->',
      )
    const wanted = products('A1 B2 C3', 'letters')
    expect(update(centred(contentOf(products('A1 B2', 'letters'))), wanted)).toEqual(
      written(centred(contentOf(wanted))),
    )
    expect(update(centred(contentOf(products('A1 B2', 'letters'))), products('A1 B2'))).toEqual({
      kind: 'edited',
    })
    const one = inBlock(contentOf(products('A1 B2', 'letters')), headingBlock, 2, '"textColor":"red"')
    expect(update(one, products('A1 C3', 'letters'))).toEqual(
      written(contentOf(products('A1 C3', 'letters'))),
    )
  })

  it('keep the styling of the letters above, which cards have no place for', () => {
    const letters = /paragraph \{"className":"mirror-letters"\}/
    const content = inBlock(contentOf(products('A1 B2', 'letters')), letters, 1, '"textColor":"red"')
    const wanted = products('A1 B2 C3', 'letters')
    expect(update(content, wanted)).toEqual(
      written(inBlock(contentOf(wanted), letters, 1, '"textColor":"red"')),
    )
    expect(update(content, products('A1 B2'))).toEqual({ kind: 'edited' })
  })

  it('keep a spacer between them', () => {
    const spaced = (content: string) => content.replace(anchored('b'), `${spacer}\n\n${anchored('b')}`)
    const wanted = products('A1 A4 B2', 'letters')
    expect(update(spaced(contentOf(products('A1 B2', 'letters'))), wanted)).toEqual(
      written(spaced(contentOf(wanted))),
    )
  })
})

describe('a group of an editor', () => {
  it('around the introduction stays, and the first products appear below it', () => {
    const grouped = (content: string) =>
      around(content, '<!-- wp:paragraph {"className":"mirror-says', '</p>\n<!-- /wp:paragraph -->')
    const result = update(grouped(contentOf()), products('A1'))
    // The new parts join their predecessor.
    expect(result).toMatchObject({ kind: 'write', content: expect.stringContaining(`"${at(1)}"`) as string })
  })

  it('around a listing without an introduction cannot be kept', () => {
    const { inner } = renderer.renderParent(parent, products('A1'))
    const rows = inner.slice(inner.indexOf('<!-- wp:columns'))
    const grouped = `<!-- wp:group -->\n<div class="wp-block-group">${rows}</div>\n<!-- /wp:group -->`
    expect(withoutPauses(dressListing(grouped, inner))).toBeUndefined()
  })

  it('around a row is kept while each product stays inside or outside', () => {
    const inGroup = (content: string) => {
      const [first = '', second = '', ...more] = content.split('\n\n<!-- wp:columns ').slice(1)
      const [intro = ''] = content.split('\n\n<!-- wp:columns ')
      const [rows = '', end = ''] = [second, ...more]
        .map((one) => `<!-- wp:columns ${one}`)
        .join('\n\n')
        .split(/(?=<\/div>\n<!-- \/wp:group -->$)/)
      const group = `<!-- wp:group {${hidden}} -->\n<div class="wp-block-group">${rows}</div>\n<!-- /wp:group -->`
      return [intro, `<!-- wp:columns ${first}`, group + end].join('\n\n')
    }
    const content = inGroup(contentOf(products('A1 B2 C3 D4 E5 F6')))
    const longer = products('A1 B2 C3 D4 E5 F6 G7')
    expect(update(content, longer)).toEqual(written(inGroup(contentOf(longer))))
    expect(update(content, products('A1 B2 B7 C3 D4 E5 F6'))).toEqual({ kind: 'edited' })
  })
})

describe('a listing that is read from right to left', () => {
  const arabic = { kind: 'language', language: 'ar' } as const
  const of = (names: string, layout?: 'letters') => contentOf(products(names, layout), arabic)
  const withoutLines = (result: unknown) => JSON.stringify(result).replaceAll('\\n', '')
  const sameAs = (content: string) => withoutLines(written(content))

  it('keeps the styling of a card that is alone in its row', () => {
    const styled = (content: string) =>
      content.replace(/(<div class="wp-block-column mirror-card" style="[^"]*)"/, '$1;color:red"')
    const wanted = products('A1 B2 C3 D4')
    expect(withoutLines(update(styled(of('A1')), wanted, arabic))).toBe(sameAs(styled(of('A1 B2 C3 D4'))))
    expect(withoutLines(update(styled(of('A1 B2')), products('A1'), arabic))).toBe(sameAs(styled(of('A1'))))
  })

  it('becomes a list by letter with hidden entries', () => {
    const hide = (content: string, tag: RegExp) => content.replace(tag, '$& hidden="until-found"')
    const content = hide(of('A1 B2'), /<div class="wp-block-column mirror-card" style="[^"]*"/)
    expect(withoutLines(update(content, products('A1 B2', 'letters'), arabic))).toBe(
      sameAs(hide(of('A1 B2', 'letters'), /<li/)),
    )
  })

  it('keeps the styling of the element around it', () => {
    const styled = (content: string) => content.replace('dir="rtl" lang="ar" style="', '$&color:red;')
    expect(withoutLines(update(styled(of('A1 B2')), products('A1 B2 C3'), arabic))).toBe(
      sameAs(styled(of('A1 B2 C3'))),
    )
  })
})
