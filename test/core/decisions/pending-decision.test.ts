import { productOf, textsOf } from '../../helpers/content/records.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cameWithUndo,
  hasLapsed,
  holdOfUndo,
  holdReason,
  fieldsUndone,
  isCarriedOut,
  isReleased,
  keepsAsItIs,
  pendingAfter,
  skipOfUndo,
  skipReason,
  skippedBy,
  versionNotShown,
  type PendingDecision,
} from '../../../src/core/decisions/pending-decision.ts'
import { seenDigest } from '../../../src/core/merge/seen-digest.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { olderVersion } from '../../../src/core/record/snapshot.ts'
import { anyRewriting, rewrite } from '../../helpers/content/rewritings.ts'

const at = '2026-11-20T04:00:00.000Z'
const inner = '<!-- wp:paragraph -->\n<p>Auf Grund <b>kleben</b>.</p>\n<!-- /wp:paragraph -->'
const texts = textsOf({ title: 'Band &amp; Rolle', inner })

describe('the digest of what a reviewer saw', () => {
  test('is the same whatever the engine makes of its spelling', () => {
    fc.assert(
      fc.property(anyRewriting, (rewriting) => {
        const seen = textsOf({ title: ' Band &#038; Rolle', inner: rewrite(inner, rewriting) })
        expect(seenDigest(['title', 'inner'], seen)).toBe(seenDigest(['title', 'inner'], texts))
      }),
    )
  })

  test.each([
    ['the title', { title: 'Band &amp; Rollen' }],
    ['the excerpt', { excerpt: '' }],
    ['the block', { inner: '<p>Auf Grund kleben.</p>' }],
    ['the image', { featuredMedia: 8 }],
  ])('changes with a word in %s, and does not depend on fields that were not reviewed', (_, edit) => {
    const [field] = Object.keys(edit) as (keyof typeof texts)[]
    const edited = { ...texts, ...edit }
    const others = (['title', 'excerpt', 'inner', 'featuredMedia'] as const).filter((name) => name !== field)
    expect(field && seenDigest([field], edited)).not.toBe(field && seenDigest([field], texts))
    expect(seenDigest(others, edited)).toBe(seenDigest(others, texts))
  })

  test('changes with markup in a title or an excerpt, and not with meaningless markup in the block', () => {
    const marked = { title: 'A <span>b</span>', excerpt: 'A <span>b</span>', inner: 'A <span>b</span>' }
    const plain = { title: 'A b', excerpt: 'A b', inner: 'A b' }
    const isSame = (field: keyof typeof plain) => seenDigest([field], marked) === seenDigest([field], plain)
    expect([isSame('title'), isSame('excerpt'), isSame('inner')]).toEqual([false, false, true])
  })

  test('accepts the string values of a form, and a missing block counts as an empty one', () => {
    expect(seenDigest(['featuredMedia'], { featuredMedia: '7' })).toBe(seenDigest(['featuredMedia'], texts))
    expect(seenDigest(['inner'], { inner: undefined })).toBe(seenDigest(['inner'], { inner: '' }))
    expect(seenDigest(['title'], texts)).not.toBe(seenDigest(['excerpt'], { excerpt: texts.title }))
  })
})

describe('a hold', () => {
  test('is explained with its author, date and reason', () => {
    const hold = { kind: 'hold', at, by: 'Ada', reason: 'on sale' } as const
    expect(holdReason(hold)).toStrictEqual({ code: 'held', by: 'Ada', at, note: 'on sale' })
  })

  test('that an undo set is recognised by its run, unless an operator replaced it', () => {
    const undone = holdOfUndo('2026-11-20-1', at, undefined)
    expect(holdOfUndo('2026-11-20-1', at, 'wrong')).toEqual({ ...undone, skips: 'wrong' })
    expect(undone).toStrictEqual({ kind: 'hold', at, by: 'undo', reason: 'undone with run 2026-11-20-1' })
    const others: PendingDecision[] = [
      holdOfUndo('2026-11-20-2', at, undefined),
      { kind: 'hold', at, by: 'Ada', reason: 'on sale' },
      { kind: 'accept', at, by: 'Ada', digest: 'x' },
    ]
    expect([undone, ...others].map((pending) => cameWithUndo(pending, '2026-11-20-1'))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a version that an undo restored', () => {
  const skip = skipOfUndo('2026-11-20-1', at, 'wrong')

  test('is explained with the run and the time', () => {
    if (skip.kind !== 'skip') throw new Error(skip.kind)
    expect(skipReason(skip)).toStrictEqual({ code: 'skipped', at, note: 'undone with run 2026-11-20-1' })
  })

  test('is known by its run, and keeps the page as it is', () => {
    expect(skip).toEqual({
      kind: 'skip',
      at,
      by: 'undo',
      digest: 'wrong',
      reason: 'undone with run 2026-11-20-1',
    })
    expect(cameWithUndo(skip, '2026-11-20-1')).toBe(true)
    expect(cameWithUndo(skip, '2026-11-20-2')).toBe(false)
  })

  const decisions: [PendingDecision | undefined, string | undefined, boolean][] = [
    [undefined, undefined, false],
    [skip, 'wrong', true],
    [{ kind: 'hold', at, by: 'Ada', reason: '' }, undefined, true],
    [{ kind: 'hold', at, by: 'Ada', reason: '', skips: 'wrong' }, 'wrong', true],
    [{ kind: 'accept', at, by: 'Ada', digest: 'wrong' }, undefined, false],
    [{ kind: 'accept', at, by: 'Ada', digest: 'wrong', released: true }, 'wrong', false],
    [{ kind: 'overwrite', at, by: 'Ada', fields: ['title'], seen: 's' }, undefined, false],
  ]
  test.each(decisions)(
    'of %o the version not wanted is %j, and the page stays: %j',
    (pending, version, stays) => {
      expect([skippedBy(pending), keepsAsItIs(pending)]).toEqual([version, stays])
    },
  )

  const words: [PendingDecision, boolean][] = [
    [{ kind: 'hold', at, by: 'Ada', reason: '' }, false],
    [{ kind: 'overwrite', at, by: 'Ada', fields: [], seen: 's' }, false],
    [{ kind: 'accept', at, by: 'Ada', digest: 'one' }, true],
    [{ kind: 'accept', at, by: 'Ada', digest: 'one', released: true }, false],
    [skip, false],
  ]
  test.each(words)(
    'only the acceptance of a blank version ends with the next version: %o',
    (pending, lapses) => {
      expect([hasLapsed(pending, 'another'), hasLapsed(pending, 'one')]).toEqual([lapses, false])
    },
  )

  const [old, wrong, next] = [productOf(), productOf({ name: 'Falsches Band' }), productOf({ name: 'Neu' })]
  const digest = digestOf(wrong)
  const carried: [string, PendingDecision, boolean, boolean, boolean][] = [
    ['reverted', { ...skip, digest } as PendingDecision, false, true, true],
    ['released', { kind: 'accept', at, by: 'Ada', digest, released: true }, false, true, true],
    ['accepted', { kind: 'accept', at, by: 'Ada', digest }, false, true, false],
    ['to be overwritten', { kind: 'overwrite', at, by: 'Ada', fields: [], seen: 's' }, true, true, true],
  ]
  test.each(carried)(
    '%s: carried out by a write of the old product, of that version, of the next',
    (_, pending, ...done) => {
      const writes = [
        { product: old, digest },
        { product: wrong, digest },
        { product: next, digest: digestOf(next) },
      ]
      expect(writes.map((change) => isCarriedOut(pending, change))).toEqual(done)
    },
  )

  test('is known by the snapshot alone: its page shows an older product than its version', () => {
    expect(versionNotShown({ product: old, digest })).toBe(digest)
    expect(versionNotShown({ product: wrong, digest })).toBeUndefined()
    // A page that is merely behind does not show a chosen version.
    expect(versionNotShown({ product: old, digest: olderVersion })).toBeUndefined()
  })
})

describe('after an undo of some fields', () => {
  const [sent, shown] = [productOf({ price: '3', name: 'Neu' }), productOf({ price: '13', name: 'Neu' })]
  const digest = digestOf(sent)
  const undo = { runId: 'run-3', at, digest }
  const ofBoth = { ...undo, product: { price: '3' }, texts: { title: 'Neu' } }
  const ofTitle = { ...undo, texts: { title: 'Neu' } }
  const skip = (fields: string[], version = digest) => skipOfUndo('run-3', at, version, fields)

  test('the page does not show the partner’s version, and the fields have their names', () => {
    expect(versionNotShown({ product: shown, digest, undone: ofBoth })).toBe(digest)
    expect(versionNotShown({ product: sent, digest, undone: ofTitle })).toBe(digest)
    expect(fieldsUndone({ product: shown, digest, undone: ofBoth })).toEqual(['price', 'title'])
    const ofExcerpt = { ...undo, product: { price: '3' }, texts: { excerpt: 'x' } }
    expect(fieldsUndone({ product: shown, digest, undone: ofExcerpt })).toEqual(['excerpt', 'price'])
    expect(fieldsUndone({ product: sent, digest, undone: undefined })).toBeUndefined()
  })

  test('values of another version, and those of a page that was undone as a whole, are not named', () => {
    const older = { ...ofTitle, digest: 'older' }
    expect(versionNotShown({ product: sent, digest, undone: older })).toBeUndefined()
    expect(fieldsUndone({ product: sent, digest, undone: older })).toBeUndefined()
    expect(fieldsUndone({ product: productOf(), digest, undone: ofBoth })).toBeUndefined()
  })

  const accept = { kind: 'accept', at, by: 'Ada', digest } as const
  const released = { ...accept, digest: 'before', released: true } as const
  const cases: [string, PendingDecision, Parameters<typeof isCarriedOut>[1], PendingDecision | undefined][] =
    [
      [
        'the same fields of the same version',
        skip(['title']),
        { product: sent, digest, undone: ofTitle },
        undefined,
      ],
      ['fewer fields', skip(['price', 'title']), { product: sent, digest, undone: ofTitle }, skip(['title'])],
      [
        'a newer version',
        skip(['title'], 'before'),
        { product: sent, digest, undone: ofTitle },
        skip(['title']),
      ],
      ['an accepted version', accept, { product: shown, digest, undone: ofBoth }, skip(['price', 'title'])],
      [
        'a release in the meantime',
        released,
        { product: shown, digest, undone: ofBoth },
        { ...released, digest },
      ],
    ]
  test.each(cases)('a write with %s leaves the decision that is needed', (_, pending, written, after) => {
    expect(isCarriedOut(pending, written)).toBe(after !== undefined)
    expect(pendingAfter(pending, written)).toEqual(after ?? pending)
  })

  test('a write of a version other than the accepted one does not carry out the acceptance', () => {
    const other = { ...accept, digest: 'other' }
    expect(isCarriedOut(other, { product: shown, digest, undone: ofBoth })).toBe(false)
  })

  test('a page that was undone as a whole keeps no decision about fields', () => {
    expect(pendingAfter(accept, { product: productOf(), digest, undone: ofBoth })).toBeUndefined()
  })

  test('a write of the partner’s version leaves none', () => {
    expect(isCarriedOut(skip(['title']), { product: sent, digest })).toBe(true)
    expect(pendingAfter(skip(['title']), { product: sent, digest })).toBeUndefined()
    expect(isReleased(released)).toBe(true)
    expect([undefined, accept, skip(['title'])].map(isReleased)).toEqual([false, false, false])
  })

  test('the reason contains the fields', () => {
    expect(skipReason(skip(['title']) as Parameters<typeof skipReason>[0])).toEqual({
      code: 'skipped',
      at,
      note: 'undone with run run-3',
      fields: ['title'],
    })
  })
})
