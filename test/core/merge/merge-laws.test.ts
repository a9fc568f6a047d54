import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBlock, innerOf } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { baseAfter, composeAdoption, composeUpdate, currentTexts } from '../../../src/core/page/compose.ts'
import type { Page, PageTexts } from '../../../src/core/record/page.ts'
import type { PageWriteBody } from '../../../src/contracts/cms/page.ts'
import { anyMarkup, anyText } from '../../helpers/content/arbitraries.ts'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { anyCharacters } from '../../helpers/content/any-characters.ts'
import { fieldsIn } from '../../../src/core/merge/merge-fields.ts'
import { mappedWritten, sameField, sentValue } from '../../../src/core/merge/page-fields.ts'
import type { MappedValues } from '../../../src/core/record/mapped.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const mapped: MappedValues = { 'meta.price': 0, 'meta.note': '', 'acf.sale': false, 'terms.product_tag': [] }

/** Markup that stays inside the block. The renderer never emits a delimiter that opens or closes the block. */
const anyInner = anyMarkup.filter((inner) => {
  const found = findBlock(wrapBlock(key, inner), key)
  return found.state === 'ok' && innerOf(wrapBlock(key, inner), found) === inner
})
const anyTexts: fc.Arbitrary<PageTexts> = fc.record({
  title: fc.oneof(fc.constantFrom('Band', 'Band &amp; mehr', 'Band & mehr'), anyText),
  excerpt: anyText,
  inner: fc.oneof(fc.constantFrom('<p>alt</p>', '<p class="x">alt</p>\r\n', '<p>neu</p>'), anyInner),
  featuredMedia: fc.integer({ min: 0, max: 3 }),
  menu_order: fc.integer({ min: 0, max: 2 }),
  'meta.price': fc.constantFrom(null, 0, 4.5, 9),
  'meta.note': fc.oneof(fc.constantFrom('', ' neu'), anyText),
  'acf.sale': fc.boolean(),
  'terms.product_tag': fc.subarray([3, 5, 7]),
})
const mergeFields = fieldsIn(textsOf({ menu_order: 0, ...mapped }))
/** An editor's content around the block: text, blocks of any kind, open or closed, with any line ends. */
const anyAround = fc
  .array(
    fc.oneof(
      anyMarkup,
      anyCharacters(),
      fc.constantFrom(
        '\r\n',
        ' \n\n',
        '<!-- wp:columns -->\r\n<div class="wp-block-columns">',
        '</div>\n<!-- /wp:columns -->',
        '<!-- wp:html -->&nbsp;<b>x',
      ),
      anyMarkup.map(
        (markup) => `<!-- wp:group -->\n<div class="wp-block-group">${markup}</div>\n<!-- /wp:group -->`,
      ),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''))
const anyPage = fc
  .tuple(anyTexts, anyAround, anyAround)
  .map(([texts, before, after]) => pageOf(texts, { content: before + wrapBlock(key, texts.inner) + after }))
  .filter(({ content }) => findBlock(content, key).state === 'ok')
const oddities = {
  missing: (_block: string, around: string) => around,
  duplicate: (block: string, around: string) => block + around + block,
  broken: (block: string, around: string) => around + block.replace('<!-- /wp:group -->', ''),
}
/** A page without its block, with two of them, or with a broken one. */
const anyOddPage = fc
  .tuple(anyTexts, anyAround, fc.constantFrom(...Object.values(oddities)))
  .map(([texts, around, spoil]) => pageOf(texts, { content: spoil(wrapBlock(key, texts.inner), around) }))
  .filter(({ content }) => findBlock(content, key).state !== 'ok')

/** The page as the CMS would return it. */
function written(page: Page, body: PageWriteBody): Page {
  return {
    ...page,
    ...(body.title !== undefined && { title: body.title }),
    ...(body.excerpt !== undefined && { excerpt: body.excerpt }),
    ...(body.content !== undefined && { content: body.content }),
    ...(body.featured_media !== undefined && { featuredMedia: body.featured_media }),
    mapped: {
      ...page.mapped,
      ...Object.fromEntries(mappedWritten(body).map((field) => [field, sentValue(body, field) ?? null])),
    },
  }
}

function reads(page: Page, texts: PageTexts): boolean {
  const now = currentTexts(readPage(key, page))
  return mergeFields.every((field) => {
    const text = now[field]
    return text !== undefined && sameField(field, text, texts[field])
  })
}

describe('for any page, base and product', () => {
  test('an editor’s text stays if the partner changed nothing', () => {
    fc.assert(
      fc.property(anyPage, anyTexts, (page, base) => {
        expect(composeUpdate(readPage(key, page), { base, wanted: base }, 'keep').body).toEqual({})
      }),
    )
  })

  test('the partner’s text is written if the editor changed nothing', () => {
    fc.assert(
      fc.property(anyPage, anyTexts, (page, wanted) => {
        const { inner, ...rest } = currentTexts(readPage(key, page))
        const base = { ...rest, inner: inner ?? '' }
        const { body, merge } = composeUpdate(readPage(key, page), { base, wanted }, 'keep')
        expect([...merge.kept, ...merge.conflicts]).toEqual([])
        expect(reads(written(page, body), wanted)).toBe(true)
      }),
    )
  })

  test('a field that an editor changed is never written, whatever the partner sends', () => {
    fc.assert(
      fc.property(fc.oneof(anyPage, anyOddPage), anyTexts, anyTexts, (page, base, wanted) => {
        const before = currentTexts(readPage(key, page))
        const after = currentTexts(
          readPage(key, written(page, composeUpdate(readPage(key, page), { base, wanted }, 'keep').body)),
        )
        // merge-units.test.ts covers the writes to a block that an editor changed.
        const fields = before.inner === undefined ? mergeFields : mergeFields.filter((one) => one !== 'inner')
        for (const field of fields) {
          const now = before[field]
          if (now === undefined || !sameField(field, now, base[field])) expect(after[field]).toBe(now)
        }
      }),
    )
  })

  test('a written merge is not written again and causes no new conflict', () => {
    const anyOnEdit = fc.oneof(
      fc.constantFrom('keep' as const, 'overwrite' as const),
      fc.record({ fields: fc.subarray([...mergeFields]) }),
    )
    fc.assert(
      fc.property(
        fc.oneof(anyPage, anyOddPage),
        anyTexts,
        anyTexts,
        anyOnEdit,
        (page, base, wanted, onEdit) => {
          const first = composeUpdate(readPage(key, page), { base, wanted }, onEdit)
          const after = written(page, first.body)
          const left = [...first.merge.kept, ...first.merge.conflicts]
          const again = composeUpdate(
            readPage(key, after),
            {
              base: baseAfter(readPage(key, after), left.length > 0 ? base : wanted, {
                left,
                block: first.merge.block,
              }),
              wanted,
            },
            onEdit,
          )
          expect(again.body).toEqual({})
          expect([...again.merge.kept, ...again.merge.conflicts].toSorted()).toEqual(left.toSorted())
        },
      ),
    )
  })

  test('the text outside the block is sent back byte for byte', () => {
    const anyOnEdit = fc.constantFrom('keep' as const, 'overwrite' as const)
    fc.assert(
      fc.property(
        anyPage,
        anyTexts,
        anyTexts,
        fc.record({ onEdit: anyOnEdit, stale: fc.boolean() }),
        (page, base, wanted, { onEdit, stale }) => {
          const place = findBlock(page.content, key)
          const past = stale ? [currentTexts(readPage(key, page)).inner ?? ''] : []
          const { content } = composeUpdate(readPage(key, page), { base, wanted, past }, onEdit).body
          if (content === undefined || place.state !== 'ok') return
          expect(content.slice(0, place.start)).toBe(page.content.slice(0, place.start))
          expect(withoutDigests(content).slice(0, place.innerStart)).toBe(
            page.content.slice(0, place.innerStart),
          )
          expect(content.slice(content.length - (page.content.length - place.innerEnd))).toBe(
            page.content.slice(place.innerEnd),
          )
        },
      ),
    )
  })

  test('a page without its block, or an adopted one, keeps its text before the added block', () => {
    fc.assert(
      fc.property(anyOddPage, anyTexts, anyTexts, (page, base, wanted) => {
        const { content = page.content } = composeUpdate(
          readPage(key, page),
          { base, wanted },
          'overwrite',
        ).body
        expect(content.startsWith(page.content)).toBe(true)
        const adopted = composeAdoption(readPage(key, page), wanted)
        expect(Object.keys(adopted)).toEqual(['content'])
        expect(adopted.content?.startsWith(page.content)).toBe(true)
      }),
    )
  })
})
