import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines } from '../../../src/core/text/line-diff.ts'
import { jsonLdBlock } from '../../../src/core/markup/json-ld.ts'
import { diffTexts, nameOfText } from '../../../src/core/page/page-diff.ts'
import {
  linesOfVersions,
  plainLines,
  readableLines,
  versionsWithHidden,
} from '../../../src/core/markup/readable.ts'
import { anyMarkup } from '../../helpers/content/arbitraries.ts'
import { textsOf } from '../../helpers/content/records.ts'

const pageMarkup = `<!-- wp:image {"id":41} -->
<figure class="wp-block-image"><img src="https://cms.example/a.jpg" alt="Rolle" class="wp-image-41"/></figure>
<!-- /wp:image -->

<!-- wp:heading -->
<h2>Anwendung</h2>
<!-- /wp:heading -->

<p>Auf <strong>trockenem</strong> Grund <em>kleben</em>, <s>nicht</s> nageln.<br>Fertig.</p>
<ul><li>dicht</li><li>fest<ul><li>sehr</li></ul></li></ul>
<table><tbody><tr><th>Farbe</th><td>grau</td></tr><tr><th></th><td>5&nbsp;m</td></tr></tbody></table>
<p></p>
<p><a href="https://cms.example/d.pdf">Datenblatt</a></p>
<!-- wp:spacer {"height":"4px"} /-->`

describe('the readable lines of markup', () => {
  test('are one per paragraph, heading, item and table row', () => {
    expect(readableLines(pageMarkup)).toEqual([
      '[picture https://cms.example/a.jpg] (Rolle)',
      '## Anwendung',
      'Auf trockenem Grund kleben, <s>nicht</s> nageln.',
      'Fertig.',
      '• dicht',
      '• fest',
      '• sehr',
      'Farbe | grau',
      '| 5 m',
      '[https://cms.example/d.pdf] Datenblatt',
      expect.stringMatching(/^\[block core\/spacer .{43}\]$/),
    ])
  })

  test('are never empty and contain no line end, whatever the markup', () => {
    fc.assert(
      fc.property(anyMarkup, (markup) => {
        for (const line of readableLines(markup)) expect(line).toMatch(/^\S.*$/)
      }),
    )
  })
})

describe('the diff of two versions of a page', () => {
  test('lists only the fields that read differently', () => {
    const before = textsOf({ inner: '<p>Kleben.</p>' })
    expect(diffTexts(before, textsOf({ inner: '<p class="x">Kleben.</p>' }))).toEqual([])
    const after = textsOf({
      title: 'Band &amp; Rolle',
      excerpt: '',
      inner: '<p>Nageln.</p>',
      featuredMedia: 0,
    })
    expect(diffTexts(before, after)).toEqual([
      { field: 'title', before: 'Dichtband', after: 'Band & Rolle' },
      { field: 'excerpt', before: 'Dichtet Fugen.', after: '' },
      { field: 'inner', before: 'Kleben.', after: 'Nageln.' },
      { field: 'featuredMedia', before: 'media 7', after: 'none' },
    ])
  })

  test('shows a featured image with its name', () => {
    const names = new Map([['featuredMedia' as const, new Map([[8, 'roof.jpg']])]])
    expect(diffTexts(textsOf(), textsOf({ featuredMedia: 8 }), names)).toEqual([
      { field: 'featuredMedia', before: 'media 7', after: 'roof.jpg (8)' },
    ])
  })

  test('leaves out a field when a reader would see no difference', () => {
    const [before, after] = [textsOf({ inner: '<p>A <a>b</a></p>' }), textsOf({ inner: '<p>A b</p>' })]
    expect(diffTexts(before, after)).toEqual([])
  })

  test('shows only the part of a long text around the change', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `<p>Zeile ${index}</p>`)
    const inner = lines.join('\n')
    const [diff] = diffTexts(textsOf({ inner }), textsOf({ inner: inner.replace('Zeile 250<', 'Neu<') }))
    expect(diff?.before.split('\n')).toEqual([
      '…',
      'Zeile 248',
      'Zeile 249',
      'Zeile 250',
      'Zeile 251',
      'Zeile 252',
      '…',
    ])
    expect(diff?.after.split('\n')).toEqual([
      '…',
      'Zeile 248',
      'Zeile 249',
      'Neu',
      'Zeile 251',
      'Zeile 252',
      '…',
    ])
  })

  test('is cut to a size that fits a report', () => {
    const long = (word: string) => textsOf({ inner: `<p>${`${word} `.repeat(5000)}</p>` })
    const [diff] = diffTexts(long('alt'), long('neu'))
    expect([diff?.before.length, diff?.after.length]).toEqual([4001, 4001])
  })
})

describe('a line diff', () => {
  test('marks removed and added lines', () => {
    const marked = diffLines('a\nb\nc\nd', 'a\nc\nx\nd').map(({ mark, text }) => mark + text)
    expect(marked).toEqual([' a', '-b', ' c', '+x', ' d'])
  })

  test('contains both versions in full', () => {
    const anyText = fc.array(fc.constantFrom('a', 'b', 'c', ' '), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const lines = diffLines(before.join('\n'), after.join('\n'))
        const without = (mark: string) => lines.filter((line) => line.mark !== mark).map(({ text }) => text)
        expect([without('+'), without('-')]).toEqual([before, after])
      }),
    )
  })

  test('keeps as many lines as possible', () => {
    const marked = diffLines('a\nb\nc\na\nb', 'b\na\nb\nc').map(({ mark, text }) => mark + text)
    expect(marked).toEqual(['-a', ' b', '-c', ' a', ' b', '+c'])
  })

  test('of an empty text has only added or only removed lines', () => {
    expect(diffLines('', 'a')).toEqual([{ mark: '+', text: 'a' }])
    expect(diffLines('a', '')).toEqual([{ mark: '-', text: 'a' }])
  })
})

test('each field of a page has a readable name', () => {
  const fields = ['title', 'excerpt', 'inner', 'featuredMedia'] as const
  expect(fields.map(nameOfText)).toEqual(['title', 'excerpt', 'text', 'featured image'])
})

describe('mapped fields', () => {
  test('are compared by value, if the later version has them', () => {
    const before = textsOf({ 'meta.price': 4, 'meta.note': 'a', 'terms.tag': { shared: [3, 5] } })
    const after = textsOf({ 'meta.price': 5, 'terms.tag': { shared: [5, 3] }, 'acf.subtitle': 'neu' })
    expect(diffTexts(before, after)).toEqual([
      { field: 'acf.subtitle', before: '', after: 'neu' },
      { field: 'meta.price', before: '4', after: '5' },
    ])
  })

  test('are shown with the names of terms and files', () => {
    const names = new Map([
      [
        'terms.tag' as const,
        new Map([
          [3, 'Tapes > Roof'],
          [5, 'New'],
        ]),
      ],
    ])
    const before = textsOf({ 'terms.tag': [3], 'meta.stock': 3 })
    const after = textsOf({ 'terms.tag': [3, 5, 9], 'meta.stock': 5 })
    expect(diffTexts(before, after, names)).toEqual([
      { field: 'meta.stock', before: '3', after: '5' },
      { field: 'terms.tag', before: 'Tapes > Roof (3)', after: 'Tapes > Roof (3), New (5), 9' },
    ])
  })

  test('have their own name', () => {
    expect(nameOfText('meta.price')).toBe('meta.price')
    expect(nameOfText('featuredMedia')).toBe('featured image')
  })
})

test('plain lines have no marks, links and images', () => {
  expect(plainLines(pageMarkup)).toEqual([
    'Anwendung',
    'Auf trockenem Grund kleben, nicht nageln.',
    'Fertig.',
    'dicht',
    'fest',
    'sehr',
    'Farbe | grau',
    '| 5 m',
    'Datenblatt',
  ])
})

test('JSON-LD that changed is shown by its properties', () => {
  const dataOf = (price: string) =>
    jsonLdBlock({
      '@type': 'Product',
      name: 'Tape',
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
    })
  const [diff] = diffTexts(textsOf({ inner: dataOf('12.5') }), textsOf({ inner: dataOf('13') }))
  expect(diff).toEqual({
    field: 'inner',
    before:
      '…\n[JSON-LD] name: Tape\n[JSON-LD] offers.@type: Offer\n[JSON-LD] offers.price: 12.5\n[JSON-LD] offers.priceCurrency: EUR',
    after:
      '…\n[JSON-LD] name: Tape\n[JSON-LD] offers.@type: Offer\n[JSON-LD] offers.price: 13\n[JSON-LD] offers.priceCurrency: EUR',
  })
})

describe('emphasis', () => {
  const plain = '<p>Vor Beginn: prüfen</p>'
  const emphasized = '<p><em>Vor Beginn:</em> <strong>prüfen</strong></p>'

  test('is omitted if versions also differ in words', () => {
    expect(linesOfVersions([emphasized, '<p><em>Vor Beginn:</em> messen</p>'])).toEqual([
      ['Vor Beginn: prüfen'],
      ['Vor Beginn: messen'],
    ])
  })

  test('is shown if versions differ in nothing else', () => {
    expect(linesOfVersions([plain, emphasized])).toEqual([
      ['Vor Beginn: prüfen'],
      ['_Vor Beginn:_ **prüfen**'],
    ])
    expect(versionsWithHidden([plain, emphasized, emphasized])[1]).toEqual(['_Vor Beginn:_ **prüfen**'])
    expect(versionsWithHidden([plain, plain, plain])[2]).toEqual(['Vor Beginn: prüfen'])
  })
})
