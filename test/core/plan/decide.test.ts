import { describe, expect, test } from 'vitest'
import type { Blanks } from '../../../src/core/reasons/blanks.ts'
import { findBlanks } from '../../../src/core/decisions/blanked-version.ts'
import {
  changedFile,
  movedFile,
  decide,
  decidedByPerson,
  olderOnPage,
  publication,
  rewritten,
} from '../../../src/core/plan/decide.ts'
import { toValueRules } from '../../../src/core/plan/value-rules.ts'
import type { PendingDecision } from '../../../src/core/decisions/pending-decision.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { olderVersion } from '../../../src/core/record/snapshot.ts'
import { key, productOf, snapshotOf } from '../../helpers/content/records.ts'

const wantedOf = (product: Product) => ({ product, digest: digestOf(product), etag: '"e2"' })
const same = wantedOf(productOf())
const other = wantedOf(productOf({ name: 'Band', price: '13' }))
const blank = wantedOf(productOf({ name: '' }))

describe('the change for a fetched record', () => {
  test('without a snapshot: a create', () => {
    expect(decide(key, same, undefined, { templateDigest: 'template-1' })).toEqual({
      kind: 'change',
      change: { ...key, ...same, kind: 'create' },
    })
    expect(decide(key, same, undefined, { templateDigest: 'template-1', slug: 'band' })).toEqual({
      kind: 'change',
      change: { ...key, ...same, kind: 'create', slug: 'band' },
    })
  })

  test('with the same product and template: nothing', () => {
    expect(decide(key, same, snapshotOf(), { templateDigest: 'template-1' })).toEqual({ kind: 'unchanged' })
  })

  test('with a link that differs only in its signature: nothing, even if an earlier version stored the signature', () => {
    const signed = (text: string) => wantedOf(productOf({ image: `https://partner.example/band.jpg${text}` }))
    const before = snapshotOf(signed('?v=1&sig=a').product)
    const options = { templateDigest: 'template-1' }
    expect(decide(key, signed('?v=1'), before, options)).toEqual({ kind: 'unchanged' })
    expect(decide(key, signed('?v=2'), before, options)).toMatchObject({ change: { fields: ['image'] } })
  })

  test('with another product: an update that names its fields and keeps the page', () => {
    expect(decide(key, other, snapshotOf(), { templateDigest: 'template-1' })).toEqual({
      kind: 'change',
      change: { ...key, ...other, kind: 'update', pageId: 41, fields: ['name', 'price'] },
    })
  })

  test('with another template: an update because of it', () => {
    expect(decide(key, same, snapshotOf(), { templateDigest: 'template-2' })).toEqual({
      kind: 'change',
      change: { ...key, ...same, kind: 'update', pageId: 41, fields: ['template'] },
    })
  })

  test('of a draft that waits for fields: an update that publishes it, once its product has them', () => {
    const publishes = ({ price }: Product) => price === '13'
    const options = { templateDigest: 'template-1', publishes }
    expect(decide(key, same, snapshotOf(), options)).toEqual({ kind: 'unchanged' })
    expect(decide(key, other, snapshotOf(), options)).toMatchObject({
      change: { kind: 'update', fields: ['name', 'price', publication] },
    })
    expect(decide(key, other, snapshotOf(other.product), options)).toMatchObject({
      change: { kind: 'update', fields: [publication] },
    })
    expect(publication).toBe('publication')
  })

  test('with the same product, in a run that writes every page again: an update because of it', () => {
    const found = decide(key, same, snapshotOf(), { templateDigest: 'template-1', rewrite: true })
    expect(found).toMatchObject({ change: { kind: 'update', fields: [rewritten] } })
  })

  test('with the same product on a page that shows an older version of ours: an update because of it', () => {
    const snapshot = snapshotOf(productOf(), { digest: olderVersion })
    expect(decide(key, same, snapshot, { templateDigest: 'template-1' })).toMatchObject({
      change: { kind: 'update', fields: [olderOnPage] },
    })
  })

  test('with both: an update that names all', () => {
    expect(decide(key, other, snapshotOf(), { templateDigest: 'template-2' })).toMatchObject({
      change: { kind: 'update', fields: ['name', 'price', 'template'] },
    })
  })

  test.each([
    ['the same', same],
    ['another', other],
  ])('with %s product after it was retired: a restore of the same page', (_, wanted) => {
    const snapshot = snapshotOf(productOf(), { state: 'retired', retiredTo: 'draft' })
    expect(decide(key, wanted, snapshot, { templateDigest: 'template-2' })).toEqual({
      kind: 'change',
      change: { ...key, ...wanted, kind: 'restore', pageId: 41 },
    })
  })

  test.each(['mirrored', 'retired'] as const)('with suspicious blanks while %s: held back', (state) => {
    expect(decide(key, blank, snapshotOf(productOf(), { state }), { templateDigest: 'template-1' })).toEqual({
      kind: 'suspect',
      blanks: { code: 'name' },
      digest: blank.digest,
      changes: [{ field: 'name', before: 'Dichtband', after: '' }],
    })
  })

  const pending = { at: '2026-11-20T04:00:00.000Z', by: 'olive' }

  test('that an undo removed: nothing, until that version is accepted', () => {
    const undone = snapshotOf(productOf(), { digest: other.digest })
    const skip = { ...pending, kind: 'skip', digest: other.digest, reason: 'undone' } as const
    const accept = { ...pending, kind: 'accept', digest: other.digest } as const
    for (const said of [undefined, skip, { ...accept, digest: same.digest }])
      expect(decide(key, other, undone, { templateDigest: 'template-1', pending: said })).toEqual({
        kind: 'unchanged',
      })
    expect(decide(key, other, undone, { templateDigest: 'template-1', pending: accept })).toMatchObject({
      change: { kind: 'update', product: other.product, fields: ['name', 'price', decidedByPerson] },
    })
    expect(
      decide(key, same, snapshotOf(), {
        templateDigest: 'template-1',
        pending: { ...accept, digest: same.digest },
      }),
    ).toMatchObject({
      change: { kind: 'update', fields: [decidedByPerson] },
    })
  })

  test('with fields that an undo restored: their values stay until the partner sends others, or they are released', () => {
    const [sent, shown] = [productOf({ price: '3' }), productOf({ price: '13' })]
    const { digest } = wantedOf(sent)
    const undone = { runId: 'run-3', at: pending.at, digest, product: { price: '3' } }
    const snapshot = snapshotOf(shown, { digest, undone })
    const released = { ...pending, kind: 'accept', digest, released: true } as const
    const by = (product: Product, more = {}) =>
      decide(key, wantedOf(product), snapshot, { templateDigest: 'template-1', ...more })
    expect(by(sent)).toEqual({ kind: 'unchanged' })
    expect(by(productOf({ price: '3', name: 'Neu' }))).toMatchObject({
      change: { product: { price: '13', name: 'Neu' }, undone: { price: '3' }, fields: ['name'] },
    })
    const raised = by(productOf({ price: '4', name: 'Neu' }))
    expect(raised).toMatchObject({
      change: { product: { price: '4', name: 'Neu' }, fields: ['name', 'price'] },
    })
    expect(raised).not.toHaveProperty('change.undone')
    for (const product of [sent, productOf({ price: '3', name: 'Neu' })])
      expect(by(product, { pending: released })).toMatchObject({ change: { product } })
    // A response without a body has the product of the page.
    for (const product of [sent, shown])
      expect(decide(key, { product, digest }, snapshot, { templateDigest: 'template-2' })).toMatchObject({
        change: { product: shown, undone: { price: '3' }, fields: ['template'] },
      })
  })

  test('with a price that cannot be read: held back while the page has a price', () => {
    const [priced, free] = [productOf({ price: '13' }), productOf({ price: null })]
    const told = { templateDigest: 'template-1', unreadablePrice: 'price is "x", which cannot be read' }
    const decided = (before: Product, options: Parameters<typeof decide>[3]) =>
      decide(key, wantedOf(productOf({ price: null, name: 'Band' })), snapshotOf(before), options)
    expect(decided(priced, told)).toMatchObject({
      kind: 'suspect',
      blanks: { code: 'price', detail: 'price is "x", which cannot be read' },
    })
    expect(decided(free, told)).toMatchObject({ kind: 'change', change: { fields: ['name'] } })
    expect(decided(priced, { templateDigest: 'template-1' })).toMatchObject({ kind: 'change' })
    // An undo restored the price; the version without it is known.
    const undone = {
      ...snapshotOf(priced),
      digest: wantedOf(productOf({ price: null, name: 'Band' })).digest,
    }
    const again = wantedOf(productOf({ price: null, name: 'Band' }))
    expect(decide(key, again, undone, told)).toEqual({ kind: 'unchanged' })
  })

  test('with suspicious blanks that were accepted: an update, but only of that exact version', () => {
    const accept = { ...pending, kind: 'accept', digest: blank.digest } as const
    expect(decide(key, blank, snapshotOf(), { templateDigest: 'template-1', pending: accept })).toMatchObject(
      {
        change: { kind: 'update', fields: ['name'] },
      },
    )
    const blanker = wantedOf(productOf({ name: '', price: '14' }))
    expect(
      decide(key, blanker, snapshotOf(), { templateDigest: 'template-1', pending: accept }),
    ).toMatchObject({
      kind: 'suspect',
      digest: blanker.digest,
    })
  })

  test('with a decision to overwrite: an update even of the same product', () => {
    const overwrite: PendingDecision = { ...pending, kind: 'overwrite', fields: ['title'], seen: 'x' }
    expect(
      decide(key, same, snapshotOf(), { templateDigest: 'template-1', pending: overwrite }),
    ).toMatchObject({
      change: { kind: 'update', fields: ['decision'] },
    })
    expect(
      decide(key, blank, snapshotOf(), { templateDigest: 'template-1', pending: overwrite }),
    ).toMatchObject({ kind: 'suspect' })
  })

  test('with an asset that the page was written without: an update for it, even of the same product', () => {
    expect(
      decide(key, same, snapshotOf(), { templateDigest: 'template-1', missesAsset: true }),
    ).toMatchObject({
      change: { kind: 'update', fields: ['media'] },
    })
    const overwrite: PendingDecision = { ...pending, kind: 'overwrite', fields: ['title'], seen: 'x' }
    expect(
      decide(key, other, snapshotOf(), {
        templateDigest: 'template-2',
        pending: overwrite,
        missesAsset: true,
      }),
    ).toMatchObject({
      change: { kind: 'update', fields: ['name', 'price', 'template', 'decision', 'media'] },
    })
  })

  test('a version that was undone is not rendered, whatever other reason there is to write the page', () => {
    const undone = snapshotOf(productOf(), { digest: other.digest })
    expect(decide(key, other, undone, { templateDigest: 'template-1' })).toEqual({ kind: 'unchanged' })
    expect(decide(key, other, undone, { templateDigest: 'template-2' })).toMatchObject({
      change: { kind: 'update', fields: ['template'], product: productOf(), digest: other.digest },
    })
    expect(
      decide(key, other, { ...undone, state: 'retired' }, { templateDigest: 'template-1' }),
    ).toMatchObject({
      change: { kind: 'restore', product: productOf(), digest: other.digest },
    })
  })

  test('a first version may be blank', () => {
    expect(decide(key, blank, undefined, { templateDigest: 'template-1' })).toMatchObject({
      change: { kind: 'create' },
    })
  })

  test('a product without an etag makes a change without one', () => {
    const { etag: _, ...bare } = other
    const decision = decide(key, bare, snapshotOf(), { templateDigest: 'template-1' })
    expect(decision.kind === 'change' && 'etag' in decision.change).toBe(false)
  })
})

describe('suspicious blanks', () => {
  test.each<[string, Partial<Product>, Blanks | undefined]>([
    ['nothing', {}, undefined],
    ['the name', { name: '' }, { code: 'name' }],
    ['two core fields', { intro: '', application: '' }, undefined],
    [
      'three core fields',
      { intro: '', application: '', image: '' },
      { code: 'fields', fields: ['intro', 'application', 'image'] },
    ],
    [
      'any number of other fields',
      { erp_id: '', banner: '', substrate: '', trade_unit: '', price: null },
      undefined,
    ],
  ])('%s lost', (_, lost, reason) => {
    expect(findBlanks(productOf(), productOf(lost))).toEqual(reason)
  })

  test('a field that was empty before is not lost', () => {
    const poor = productOf({ name: '', intro: '', application: '' })
    expect(findBlanks(poor, { ...poor, image: '', datasheet: '' })).toBeUndefined()
  })
})

test('the reasons of an update that is not about the partner’s data have stored names', () => {
  expect([changedFile, movedFile, olderOnPage, rewritten]).toEqual(['file', 'address', 'older', 'rewrite'])
})

describe('a version that breaks a rule for values', () => {
  const options = { templateDigest: 'template-1', rules: toValueRules({ fields: { weight: { min: 1 } } }) }
  const cheap = wantedOf(productOf({ price: '0.13', erp_description: 'DICHTBAND\n6 M' }))
  const drop = { field: 'price', rule: 'drop', before: '12.5', after: '0.13', limit: 50 } as const

  test('is held with the rule and all its differences, each on one line', () => {
    expect(decide(key, cheap, snapshotOf(), options)).toEqual({
      kind: 'suspect',
      digest: cheap.digest,
      blanks: { code: 'values', broken: [drop] },
      changes: [
        { field: 'erp_description', before: 'DICHTBAND 5 M', after: 'DICHTBAND…' },
        { field: 'price', before: '12.5', after: '0.13' },
      ],
    })
  })

  test('is written once an operator accepts exactly this version', () => {
    const accept = (digest: string): PendingDecision => ({ kind: 'accept', at: '', by: 'ops', digest })
    const decided = (digest: string) =>
      decide(key, cheap, snapshotOf(), { ...options, pending: accept(digest) })
    expect(decided(cheap.digest)).toMatchObject({ kind: 'change', change: { kind: 'update' } })
    expect(decided('another')).toMatchObject({ kind: 'suspect' })
  })

  test('of a new page is held, too, until it is accepted', () => {
    const light = wantedOf(productOf({ weight: '0.5' }))
    expect(decide(key, light, undefined, options)).toMatchObject({
      kind: 'suspect',
      blanks: { code: 'values', broken: [{ field: 'weight', rule: 'below' }] },
      changes: [],
    })
    const pending: PendingDecision = { kind: 'accept', at: '', by: 'ops', digest: light.digest }
    expect(decide(key, light, undefined, { ...options, pending })).toMatchObject({
      change: { kind: 'create' },
    })
  })

  test('is held with the fields that it lost, because a decision accepts both', () => {
    const reasonsFor = (fields: Partial<Product>, unreadablePrice?: string) => {
      const wanted = wantedOf(productOf({ weight: '0.5', ...fields }))
      const decided = decide(key, wanted, snapshotOf(productOf({ weight: '2' })), {
        ...options,
        unreadablePrice,
      })
      return decided.kind === 'suspect' && decided.blanks.code === 'values'
        ? decided.blanks.broken.map(({ field, rule }) => `${field} ${rule}`)
        : []
    }
    expect(reasonsFor({ name: '' })).toEqual(['weight below', 'name emptied'])
    expect(reasonsFor({ price: null }, 'price is "x"')).toEqual(['weight below', 'price emptied'])
    expect(reasonsFor({ intro: '', image: '', datasheet: '' })).toEqual([
      'weight below',
      'intro emptied',
      'image emptied',
      'datasheet emptied',
    ])
  })

  test('names a lost field once, with its last value', () => {
    const rules = toValueRules({ fields: { name: { mayBecomeEmpty: false }, weight: { min: 1 } } })
    const before = productOf({ weight: '2', name: 'Tape' })
    const decided = decide(key, wantedOf({ ...before, weight: '0.5', name: '' }), snapshotOf(before), {
      ...options,
      rules,
    })
    expect(decided).toMatchObject({
      blanks: {
        broken: [
          { field: 'name', rule: 'emptied', before: 'Tape', after: '' },
          { field: 'weight', rule: 'below' },
        ],
      },
    })
    const unruled = decide(key, wantedOf({ ...before, weight: '0.5', name: '' }), snapshotOf(before), options)
    expect(unruled).toMatchObject({
      blanks: { broken: [{ field: 'weight' }, { field: 'name', before: 'Tape', after: '' }] },
    })
  })
})
