import { describe, expect, test } from 'vitest'
import type { Finding, FindingKind } from '../../../src/core/page/finding.ts'
import { judgeRepairs, repairedKinds, repairOf } from '../../../src/core/plan/repair.ts'
import { key, productOf, snapshotOf } from '../../helpers/content/records.ts'

describe('what a verify run repairs', () => {
  test.each<[string, { repair?: boolean; trigger: string }, FindingKind[]]>([
    ['is nothing on the command line', { trigger: 'cli' }, []],
    ['is nothing when repairing was refused', { repair: false, trigger: 'cli' }, []],
    ['is what nobody decided, when it runs by itself', { trigger: 'schedule' }, ['stale']],
    [
      'is all that is ours, when asked for',
      { repair: true, trigger: 'cli' },
      ['stale', 'missing', 'duplicate'],
    ],
    [
      'is all that is ours, also on a schedule',
      { repair: true, trigger: 'schedule' },
      ['stale', 'missing', 'duplicate'],
    ],
  ])('%s', (_, run, kinds) => {
    expect([...repairedKinds(run)]).toEqual(kinds)
  })
})

describe('the write that repairs', () => {
  const finding = (kind: FindingKind): Finding => ({ ...key, kind, pageId: 41, detail: 'x' })
  const snapshot = snapshotOf()
  const { product, digest } = snapshot

  test('a missing page makes the page of the snapshot again', () => {
    expect(repairOf(finding('missing'), snapshot)).toStrictEqual({ ...key, product, digest, kind: 'create' })
  })

  test('an old block writes the block again, with the validators that are known', () => {
    expect(repairOf(finding('stale'), snapshotOf(productOf(), { etag: '"e"' }))).toEqual({
      ...key,
      product,
      digest,
      etag: '"e"',
      kind: 'update',
      pageId: 41,
      fields: ['inner'],
    })
  })

  test.each(['edited', 'moved', 'trashed', 'duplicate', 'foreign'] as const)(
    'a page that is %s is none',
    (kind) => {
      expect(repairOf(finding(kind), snapshot)).toBeUndefined()
    },
  )

  test('a parent page is none', () => {
    const parent: Finding = { path: 'products', kind: 'missing', pageId: 3, detail: 'x' }
    expect(repairOf(parent, snapshot)).toBeUndefined()
  })
})

describe('the repairs of a run', () => {
  const judged = (mirrored: number, create: number, update: number, maxUpdateShare = 0.5) =>
    judgeRepairs({
      runId: '2026-11-20-3',
      mirrored,
      planned: { create, update },
      limits: { maxUpdateShare },
    })

  test.each<[string, [number, number, number], number, boolean]>([
    ['five of five pages', [5, 5, 0], 0.5, false],
    ['six of eight pages', [8, 4, 2], 0.5, true],
    ['at the limit', [100, 30, 20], 0.5, false],
    ['one over the limit', [100, 30, 21], 0.5, true],
    ['29 of 100 at 29 %, whatever floats make of it', [100, 0, 29], 0.29, false],
    ['30 of 100 at 29 %', [100, 30, 0], 0.29, true],
    ['more pages than are mirrored', [0, 6, 0], 0.5, true],
  ])('are held or not: %s', (_, [mirrored, create, update], share, held) => {
    expect(judged(mirrored, create, update, share).length).toBe(held ? 1 : 0)
  })

  test('that are held say how many, of how many, what may have happened and how to go on', () => {
    expect(judged(100, 60, 20)).toEqual([
      {
        guard: 'update',
        count: 80,
        of: 100,
        limit: 50,
        share: 0.8,
        message:
          'Would make 60 pages again and rewrite 20, together 80.0 % of 100 (limit 50 pages or 50.0 %). Was the CMS restored from a backup or emptied? If this is wanted: product-mirror approve 2026-11-20-3',
      },
    ])
    expect(judged(0, 6, 0)[0]).toMatchObject({ count: 6, of: 0, limit: 5, share: 6 })
  })
})
