import { coreFields, type Blanks } from '../../../src/core/reasons/blanks.ts'
import type { SimpleReason } from '../../../src/core/reasons/reason.ts'
import fc from 'fast-check'
import type { Change } from '../../../src/core/run/change.ts'
import type { Finding } from '../../../src/core/page/finding.ts'
import type { PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import type { PageTexts, MergeField } from '../../../src/core/record/page.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { RetireTo, Undone } from '../../../src/core/record/snapshot.ts'
import { anyMarkup, anyProduct, anyText } from '../../helpers/content/arbitraries.ts'

/** Optional fields are present or absent. */
export function members<T>(all: { [P in keyof T]-?: fc.Arbitrary<NonNullable<T[P]>> }, needed: (keyof T)[]) {
  return fc.record(all, { requiredKeys: needed }) as fc.Arbitrary<T>
}

export const id = fc.nat()
export const word = fc.oneof(fc.string(), anyText)
export const words = fc.array(word, { maxLength: 3 })
export const field = fc.constantFrom<MergeField>('title', 'excerpt', 'inner', 'featuredMedia', 'meta.price')
export const fields = fc.uniqueArray(field)
export const texts = { title: word, excerpt: word, inner: anyMarkup, featuredMedia: id }
const entries = fc.array(fc.oneof(word, id), { maxLength: 3 })
const mappedValue = fc.oneof(
  word,
  id,
  fc.boolean(),
  fc.constant(null),
  entries,
  fc.record({ shared: entries }),
)
const mapped = fc.dictionary(
  fc.constantFrom('menu_order', 'meta.price', 'terms.product_cat', 'acf.sale'),
  mappedValue,
)
export const pageTexts: fc.Arbitrary<PageTexts> = fc
  .tuple(fc.record(texts), mapped)
  .map(([fixed, more]) => ({ ...fixed, ...more }))
export const someTexts: fc.Arbitrary<Partial<PageTexts>> = fc
  .tuple(fc.record(texts, { requiredKeys: [] }), mapped)
  .map(([fixed, more]) => ({ ...fixed, ...more }))
export const retireTo = fc.constantFrom<RetireTo>('draft', 'trash', 'private', 'keep', 'delete', 'notice')
export const record = { gtin: word, language: word }
export const status = fc.constantFrom('publish' as const, 'draft' as const, 'trash' as const)

const someOfProduct: fc.Arbitrary<Partial<Product>> = fc
  .tuple(anyProduct, fc.subarray(['price', 'name', 'attributes'] as const))
  .map(([product, names]) => Object.fromEntries(names.map((name) => [name, product[name]])))
export const undone = members<Undone>(
  { runId: word, at: word, digest: word, product: someOfProduct, texts: someTexts },
  ['runId', 'at', 'digest'],
)

const written = { ...record, product: anyProduct, digest: word, etag: word }
const needed = ['gtin', 'language', 'kind', 'product', 'digest'] as const
type Kind<K> = Extract<Change, { kind: K }>
export const change: fc.Arbitrary<Change> = fc.oneof(
  members<Kind<'create'>>({ ...written, kind: fc.constant('create'), slug: word }, [...needed]),
  members<Kind<'update'>>(
    { ...written, undone: someOfProduct, kind: fc.constant('update'), pageId: id, fields: words },
    [...needed, 'pageId', 'fields'],
  ),
  members<Kind<'restore'>>({ ...written, undone: someOfProduct, kind: fc.constant('restore'), pageId: id }, [
    ...needed,
    'pageId',
  ]),
  fc.record({
    ...record,
    kind: fc.constant('retire' as const),
    pageId: id,
    reason: fc.constantFrom(
      'absent at the partner' as const,
      'left the catalogue' as const,
      'language no longer mirrored' as const,
    ),
  }),
  members<Extract<Change, { kind: 'revert' }>>(
    { ...record, kind: fc.constant('revert'), pageId: id, undoes: word, fields: words },
    ['gtin', 'language', 'kind', 'pageId', 'undoes'],
  ),
)

const given = { at: word, by: word }
type Hold = Extract<PendingDecision, { kind: 'hold' }>
type Accept = Extract<PendingDecision, { kind: 'accept' }>
type Skip = Extract<PendingDecision, { kind: 'skip' }>
export const order: fc.Arbitrary<PendingDecision> = fc.oneof(
  members<Hold>({ ...given, kind: fc.constant('hold'), reason: word, skips: word }, [
    'at',
    'by',
    'kind',
    'reason',
  ]),
  fc.record({ ...given, kind: fc.constant('overwrite' as const), fields, seen: word }),
  members<Accept>({ ...given, kind: fc.constant('accept'), digest: word, released: fc.constant(true) }, [
    'at',
    'by',
    'kind',
    'digest',
  ]),
  members<Skip>({ ...given, kind: fc.constant('skip'), digest: word, reason: word, fields: words }, [
    'at',
    'by',
    'kind',
    'digest',
    'reason',
  ]),
)

/** The fields that a held version lost. */
export const blanks: fc.Arbitrary<Blanks> = fc.oneof(
  fc.constant({ code: 'name' as const }),
  fc.record({ code: fc.constant('fields' as const), fields: fc.subarray(coreFields) }),
  fc.record({ code: fc.constant('price' as const), detail: word }),
  fc.record({ code: fc.constant('text' as const), text: word }),
)

const anyReason: fc.Arbitrary<SimpleReason> = fc.oneof(
  fc.record({ code: fc.constant('text' as const), text: word }),
  fc.record({ code: fc.constant('unread' as const), detail: word }),
  fc.record({ code: fc.constant('foreign' as const), pageId: id, link: word }),
  fc.record(
    { code: fc.constant('edited' as const), fields, parts: id },
    { requiredKeys: ['code', 'fields'] },
  ),
  fc.record({ code: fc.constant('older-version' as const) }),
  fc.record({ code: fc.constant('suspect' as const), blanks }),
)
export const anyReasons = fc.array(anyReason)

const found = {
  kind: fc.constantFrom('missing' as const, 'edited' as const, 'duplicate' as const, 'stale' as const),
  pageId: id,
  link: word,
  reason: fc.oneof(
    fc.record({ code: fc.constant('text' as const), text: word }),
    fc.record({ code: fc.constant('block-repeated' as const), count: id }),
    fc.record({ code: fc.constant('moved' as const), parent: fc.record({ is: id, wanted: id }) }),
    fc.record({ code: fc.constant('edited' as const), fields }),
    fc.record({ code: fc.constant('links-outdated' as const), blocked: anyReason }),
  ),
  known: fc.constantFrom('hold' as const, 'conflict' as const),
  repaired: fc.oneof(
    fc.record({ code: fc.constant('text' as const), text: word }),
    fc.record({ code: fc.constant('recreated' as const), pageId: id }),
    fc.constant({ code: 'trashed' as const }),
  ),
}
type AboutRecord = Extract<Finding, { gtin: string }>
type AboutParent = Extract<Finding, { path: string }>
export const finding: fc.Arbitrary<Finding> = fc.oneof(
  members<AboutRecord>({ ...record, ...found }, ['gtin', 'language', 'kind', 'pageId', 'reason']),
  members<AboutParent>({ path: word, ...found }, ['path', 'kind', 'pageId', 'reason']),
)
