import fc from 'fast-check'
import type { Media } from '../../../src/core/record/media.ts'
import type { Product } from '../../../src/core/record/product.ts'

/** Fragments that resemble markup, block delimiters, entities or macros. */
const hostile = fc.constantFrom(
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<p onclick="x()">',
  '</p></div>',
  '</div>\n<!-- /wp:group -->',
  '<!-- wp:group {"className":"product-mirror gtin-4006381333931 lang-en"} -->',
  '<!-- /wp:paragraph -->',
  '<!-- wp:html /-->',
  '-->',
  '<!--',
  '--',
  '" onload="x',
  "'",
  '&lt;!-- wp:group --&gt;',
  '&#60;!--',
  '&amp;',
  '&nbsp;',
  '\u00a0',
  '[gallery ids="1"]',
  '&#91;gallery]',
  '[<a href="/x">gallery</a>]',
  '&amp;<i></i>#60;',
  '\\u003c',
  '\u0000',
  '\ud800',
  '<ul><li>a<ul><li>b</ul></ul>',
  '<table><tr><td colspan=3>x<th>y</table>',
  '<h1>H</h1>',
  '<!DOCTYPE html>',
  '<![CDATA[x]]>',
  '<svg><style><p>x',
)

/** Text as a partner may send it, some of it hostile; trimmed, as in a Product. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(hostile, fc.string({ maxLength: 12 }), fc.constantFrom('Dichtband', ' 5 m ', 'ß – „Ü“', '\n\n')),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join('').trim())

/** HTML as a partner may send it: well formed, broken or hostile. */
export const anyMarkup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      anyText,
      anyText.map((text) => `<p>${text}</p>`),
      fc
        .array(anyText, { maxLength: 3 })
        .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
      anyText.map((text) => `<h2>${text}</h2>`),
      anyText.map((text) => `<table><tr><th>A</th></tr><tr><td>${text}</td></tr></table>`),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('').trim())

export const anyGtin: fc.Arbitrary<string> = fc.stringMatching(/^\d{13}$/)
export const anyLanguage: fc.Arbitrary<string> = fc.constantFrom(
  'en',
  'de-de',
  'de-at',
  'fr-ch',
  'pl',
  'ja-jp',
  'ar-eg',
)

const anyDecimal = fc.option(
  fc.constantFrom('0', '1', '12.5', '1234.5', '0.06', '-3', '123456789012345678.25'),
)
const anyLink = fc.oneof(
  fc.constant(''),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constant('https://partner.example/a"b<c>--d[e].pdf?x=1&y=2'),
)

/** A product of any kind: full, nearly empty, hostile. */
export const anyProduct: fc.Arbitrary<Product> = fc.record({
  gtin: anyGtin,
  language: anyLanguage,
  name: anyText,
  availability: fc.constantFrom('unknown', 'available', 'limited', 'not_available'),
  folded: fc.option(fc.boolean()),
  erp_id: anyText,
  item_number: anyText,
  trade_unit: anyText,
  packaging_unit: anyText,
  bundle_unit: anyText,
  erp_description: anyText,
  erp_description_short: anyText,
  intro: anyText,
  application: anyMarkup,
  application_short: anyText,
  advantages: anyMarkup,
  substrate: anyMarkup,
  limiting_factors: anyMarkup,
  datasheet: anyLink,
  safety_datasheet: anyLink,
  declaration_of_performance: anyLink,
  image: anyLink,
  banner: anyLink,
  price: anyDecimal,
  length: anyDecimal,
  width: anyDecimal,
  height: anyDecimal,
  area: anyDecimal,
  joint: anyDecimal,
  weight: anyDecimal,
  packaging_unit_quantity: anyDecimal,
  bundle_unit_quantity: anyDecimal,
  attributes: fc.array(fc.record({ name: anyText, norm: anyText, value: anyText }), { maxLength: 3 }),
  materials: fc.array(fc.record({ name: anyText, value: anyText }), { maxLength: 3 }),
})

/** A file in the media library with this URL. */
export function mediaAt(url: string): Media {
  return { id: 41, sha256: '0'.repeat(64), url, mime: 'application/pdf', bytes: 1_234_567 }
}
