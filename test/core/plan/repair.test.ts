import { describe, expect, test } from 'vitest'
import type { Finding, FindingKind } from '../../../src/core/page/finding.ts'
import { repairedKinds, repairOf } from '../../../src/core/plan/repair.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { key, productOf, snapshotOf } from '../../helpers/content/records.ts'

describe('the repairs of a verify run', () => {
  test.each<[string, Pick<Run, 'repair' | 'trigger'>, FindingKind[]]>([
    ['is nothing on the command line', { trigger: 'cli' }, []],
    ['is nothing when repairing was refused', { repair: false, trigger: 'cli' }, []],
    ['is what nobody decided, on a schedule', { trigger: 'schedule' }, ['stale', 'links']],
    [
      'is all that is ours, when asked for',
      { repair: true, trigger: 'cli' },
      ['stale', 'links', 'missing', 'duplicate', 'file'],
    ],
    [
      'is all that is ours, also on a schedule',
      { repair: true, trigger: 'schedule' },
      ['stale', 'links', 'missing', 'duplicate', 'file'],
    ],
  ])('%s', (_, run, kinds) => {
    expect([...repairedKinds(run)]).toEqual(kinds)
  })
})

describe('the write that repairs', () => {
  const finding = (kind: FindingKind): Finding => ({ ...key, kind, pageId: 41, reason: { code: 'deleted' } })
  const snapshot = snapshotOf()
  const { product, digest } = snapshot

  test('a missing page is created from its snapshot', () => {
    expect(repairOf(finding('missing'), snapshot)).toStrictEqual({ ...key, product, digest, kind: 'create' })
    expect(repairOf(finding('missing'), { ...snapshot, slug: 'band' })).toMatchObject({ slug: 'band' })
  })

  test('outdated links are updated as any change of links', () => {
    expect(repairOf(finding('links'), snapshot)).toMatchObject({ kind: 'update', fields: ['languages'] })
  })

  test('an outdated link in the notice of a retired page is updated alone', () => {
    const retired = snapshotOf(productOf(), { state: 'retired', retiredTo: 'notice' })
    expect(repairOf(finding('links'), retired)).toMatchObject({ kind: 'update', fields: ['successor'] })
  })

  test('a stale block is written again with the known ETag', () => {
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

  test('a page with a file that was deleted is written again', () => {
    expect(repairOf(finding('file'), snapshot)).toMatchObject({
      kind: 'update',
      pageId: 41,
      fields: ['file'],
    })
  })

  test.each(['edited', 'moved', 'trashed', 'duplicate', 'foreign'] as const)(
    'a page that is %s is none',
    (kind) => {
      expect(repairOf(finding(kind), snapshot)).toBeUndefined()
    },
  )

  test('a parent page is none', () => {
    const parent: Finding = {
      path: 'products',
      kind: 'missing',
      pageId: 3,
      reason: { code: 'parent-deleted' },
    }
    expect(repairOf(parent, snapshot)).toBeUndefined()
  })
})
