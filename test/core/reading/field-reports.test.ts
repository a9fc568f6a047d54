import { describe, expect, test } from 'vitest'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { htmlBlocks } from '../../../src/core/html/text-blocks.ts'

const least = { gtin: '4006381333931', language: 'de-de', name: 'Dichtband' }

function read(fields: Record<string, unknown>) {
  const parsed = toProduct({ ...least, ...fields })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed
}

type Case = [fields: Record<string, unknown>, product: Partial<Product>, oddities: string[]]

describe('PR-11: an unexpected value does not fail the record', () => {
  test.each<Case>([
    [{ availability: '' }, { availability: 'unknown' }, []],
    [{ availability: 'AVAILABLE' }, { availability: 'available' }, []],
    [{ availability: 'Not available' }, { availability: 'not_available' }, []],
    [
      { availability: 'discontinued' },
      { availability: 'discontinued' },
      ['availability "discontinued" is unknown and shown as is'],
    ],
    [{ availability: 'n/a' }, { availability: 'unknown' }, []],
    [{ availability: 7 }, { availability: '7' }, ['availability "7" is unknown and shown as is']],
    [
      { attributes: [{ name: 'Dicke', norm: null, value: 0.5 }] },
      { attributes: [{ name: 'Dicke', norm: '', value: '0.5' }] },
      [],
    ],
    [
      { attributes: [{ name: 'UV-stabil', value: true }] },
      { attributes: [{ name: 'UV-stabil', norm: '', value: 'true' }] },
      [],
    ],
    [
      { attributes: [{ name: null, value: 'x' }, { value: 'y' }, { name: 'a', value: 'z' }] },
      { attributes: [{ name: 'a', norm: '', value: 'z' }] },
      ['attributes have an entry without a name, which is left out'],
    ],
    [
      { materials: [null, 'PE', { name: 'PP', value: null }] },
      { materials: [{ name: 'PP', value: '' }] },
      [
        'materials have the entry "null", which is left out',
        'materials have the entry "PE", which is left out',
      ],
    ],
    [{ erp_id: 12345 }, { erp_id: '12345' }, ['erp_id "12345" is a number and is shown as text']],
    [{ item_number: 2 ** 60 }, { item_number: '' }, ['item_number "1152921504606847000" is left out']],
    [{ folded: 'true' }, { folded: true }, ['folded "true" is read as true']],
    [{ folded: 'Ja' }, { folded: true }, ['folded "Ja" is read as true']],
    [{ folded: 0 }, { folded: false }, ['folded "0" is read as false']],
    [{ folded: 'n/a' }, { folded: null }, []],
    [{ folded: 'manchmal' }, { folded: null }, ['folded "manchmal" is left out']],
    [{ materials: {} }, { materials: [] }, []],
    [{ materials: '' }, { materials: [] }, []],
    [
      { materials: { '0': { name: 'PE' }, '2': { name: 'PP', value: '5 %' } } },
      {
        materials: [
          { name: 'PE', value: '' },
          { name: 'PP', value: '5 %' },
        ],
      },
      ['materials is an object and is read as a list'],
    ],
    [{ materials: { a: 1 } }, { materials: [] }, ['materials is not a list and is left out']],
    [{ attributes: 'none' }, { attributes: [] }, ['attributes is not a list and is left out']],
    [{ datasheet: false }, { datasheet: '' }, ['datasheet "false" is left out']],
    [{ datasheet: '-' }, { datasheet: '' }, ['datasheet "-" is read as no file']],
    [{ intro: ['a'] }, { intro: '' }, [`intro "['a']" is left out`]],
  ])('%j', (fields, product, oddities) => {
    const parsed = read(fields)
    expect(parsed.product).toMatchObject(product)
    expect(parsed.oddities).toEqual(oddities)
  })

  test.each([{ gtin: 4006381333931 }, { language: null }, { name: 5 }, { name: ['x'] }])(
    'but the identity of a record stays strict: %j',
    (fields) => {
      expect(toProduct({ ...least, ...fields })).toMatchObject({ ok: false })
    },
  )
})

describe('PR-13: a text that is encoded once too often is decoded once', () => {
  test.each<Case>([
    [
      { name: 'Kleber &amp; Dichter 5&quot;' },
      { name: 'Kleber & Dichter 5"' },
      ['name has HTML entities, which are decoded'],
    ],
    [
      { intro: 'F&uuml;r au&szlig;en<br>und <b>innen</b>' },
      { intro: 'Für außen\nund innen' },
      ['intro has HTML entities, which are decoded', 'intro has HTML tags, which are removed'],
    ],
    [{ intro: 'A &amp;amp; B' }, { intro: 'A & B' }, ['intro has HTML entities, which are decoded']],
    [{ intro: 'R&D; 5 < 6 & 7 > 3, a &unknown; b' }, { intro: 'R&D; 5 < 6 & 7 > 3, a &unknown; b' }, []],
    [{ name: 'Band <60 mm> &notit; AT&T' }, { name: 'Band <60 mm> &notit; AT&T' }, []],
    [
      { advantages: '&lt;ul&gt;&lt;li&gt;UV-stabil&lt;/li&gt;&lt;/ul&gt;' },
      { advantages: '<ul><li>UV-stabil</li></ul>' },
      ['advantages is encoded as HTML twice and is decoded'],
    ],
    [
      { application: '<p>Putz &amp;amp; Farbe</p>' },
      { application: '<p>Putz &amp; Farbe</p>' },
      ['application has entities that are encoded twice and are decoded'],
    ],
    [
      { application: '<p>Putz &amp; Farbe &lt;p&gt;</p>' },
      { application: '<p>Putz &amp; Farbe &lt;p&gt;</p>' },
      [],
    ],
    [
      { intro: String.raw`"Zeile 1\nZeile 2"` },
      { intro: 'Zeile 1\nZeile 2' },
      ['intro is encoded as JSON twice and is decoded'],
    ],
    [{ intro: '"Zitat"' }, { intro: '"Zitat"' }, []],
    [{ intro: String.raw`"kein \JSON"` }, { intro: String.raw`"kein \JSON"` }, []],
    [
      { attributes: '[{"name":"Farbe","value":"grau"}]' },
      { attributes: [{ name: 'Farbe', norm: '', value: 'grau' }] },
      ['attributes is encoded as JSON twice and is decoded'],
    ],
    [{ attributes: '[kaputt' }, { attributes: [] }, ['attributes is not a list and is left out']],
    [{ intro: 'fÃ¼r auÃŸen' }, { intro: 'für außen' }, ['intro is encoded as UTF-8 twice and is decoded']],
    [{ intro: 'Ähre, Öl, Über, “x” Ãß' }, { intro: 'Ähre, Öl, Über, “x” Ãß' }, []],
    [
      { intro: 'Straße â€“ 5 mÂ² fÃ¼r 中' },
      { intro: 'Straße – 5 m² für 中' },
      ['intro is encoded as UTF-8 twice and is decoded'],
    ],
    [{ intro: '„Typ Ä“ und PÃ»x, â€中' }, { intro: '„Typ Ä“ und PÃ»x, â€中' }, []],
    [
      { intro: '\u0093Band\u0094 \u0096 5 \u0080' },
      { intro: '“Band” – 5 €' },
      ['intro has characters of Windows-1252, which are converted'],
    ],
    [
      { erp_description: 'a\u0000b\u001b' },
      { erp_description: 'ab' },
      ['erp_description has control characters, which are removed'],
    ],
  ])('%j', (fields, product, oddities) => {
    const parsed = read(fields)
    expect(parsed.product).toMatchObject(product)
    expect(parsed.oddities).toEqual(oddities)
  })
})

describe('PR-44: no text of an HTML field is lost silently', () => {
  test.each<Case>([
    [
      { application: '<![CDATA[<p>Hallo</p>]]>' },
      { application: '<p>Hallo</p>' },
      ['application has CDATA marks, which are removed'],
    ],
    [
      { application: '<p>Vor <![CDATA[mitten]]> drin</p>' },
      { application: '<p>Vor mitten drin</p>' },
      ['application has CDATA marks, which are removed'],
    ],
    [
      { substrate: 'Erste Zeile\n\nZweite\n- Punkt\n- Ende\nDritte' },
      { substrate: '<p>Erste Zeile</p><p>Zweite</p><ul><li>Punkt</li><li>Ende</li></ul><p>Dritte</p>' },
      ['substrate is plain text instead of HTML, and its lines are kept'],
    ],
    [{ substrate: 'Eine Zeile & mehr' }, { substrate: 'Eine Zeile & mehr' }, []],
    [{ substrate: '<p>a\n\nb</p>' }, { substrate: '<p>a\n\nb</p>' }, []],
    [
      { application: '<p><img src="/a.png"> und <a href="/mehr">mehr</a></p>' },
      {},
      ['application has images, which are left out', 'application has relative links, which are left out'],
    ],
    [
      { application: '<p><a class="x" href="//a.example/b">b</a> <a href=www.a.example/c>c</a></p>' },
      {
        application:
          '<p><a class="x" href="https://a.example/b">b</a> <a href=https://www.a.example/c>c</a></p>',
      },
      ['application has links without https://, which is added'],
    ],
    ...['b.html', '/b', '../b', '//host/b', '//127.0.0.1/b', 'wwwhat.pdf', '?b', 'javascript/b'].map(
      (href): Case => [
        { application: `<p><a href="${href}">b</a></p>` },
        { application: `<p><a href="${href}">b</a></p>` },
        ['application has relative links, which are left out'],
      ],
    ),
    [{ application: '<a href="https://a.example/">x</a> <a href="mailto:a@b.c">y</a>' }, {}, []],
  ])('%j', (fields, product, oddities) => {
    const parsed = read(fields)
    expect(parsed.product).toMatchObject(product)
    expect(parsed.oddities).toEqual(oddities)
  })

  test('the lines are paragraphs and list items of the page', () => {
    const { substrate } = read({ substrate: 'Erste\n\nZweite\n- Punkt' }).product
    expect(htmlBlocks(substrate)).toMatch(/<p>Erste<\/p>[^]*<p>Zweite<\/p>[^]*<li>Punkt<\/li>/)
  })
})
