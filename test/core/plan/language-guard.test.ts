import { expect, test } from 'vitest'
import { judge } from '../../../src/core/plan/guards.ts'

test('the verdict on a language names it, its pages and what to check', () => {
  const languages = new Map([
    ['pl-pl', 40],
    ['fr-fr', 7],
  ])
  expect(
    judge({
      runId: '2026-11-20-3',
      mirrored: 1030,
      planned: { update: 0, retire: 47, template: { pages: 0, only: 0 }, languages, apart: 0 },
      limits: { maxRetireShare: 1, maxUpdateShare: 1 },
    }),
  ).toEqual([
    {
      guard: 'language',
      count: 47,
      of: 1030,
      limit: 0,
      share: 47 / 1030,
      message:
        'Would retire 47 of 1030 pages: the partner does not list fr-fr, pl-pl, or LANGUAGES does not name it. Check the partner’s language list, and LANGUAGES. If this is wanted: product-mirror approve 2026-11-20-3',
    },
  ])
})
