import { expect, test } from 'vitest'
import { judge } from '../../../src/core/plan/guards.ts'

test('the verdict on a language names it, its pages and the check', () => {
  const languages = new Map([
    ['pl-pl', 40],
    ['fr-fr', 7],
  ])
  expect(
    judge({
      runId: '2026-11-20-3',
      mirrored: 1030,
      planned: {
        update: 0,
        retire: 47,
        template: { pages: 0, only: 0 },
        languages,
        apart: 0,
        vanished: 0,
        unknown: new Map(),
      },
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

test('pages that are gone hold a plan that would create more of them again than it may retire', () => {
  const judged = (vanished: number) =>
    judge({
      runId: '2026-11-20-3',
      mirrored: 200,
      planned: {
        update: vanished,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart: 0,
        vanished,
        unknown: new Map(),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5 },
    })
  expect(judged(10)).toEqual([])
  expect(judged(11)).toEqual([
    {
      guard: 'recreate',
      count: 11,
      of: 200,
      limit: 10,
      share: 0.055,
      message:
        'Would create 11 of 200 pages again that are gone from the CMS (5.5 %, limit 10 pages or 5.0 %). Was the CMS restored from a backup or emptied, or may its user no longer see them? If this is wanted: product-mirror approve 2026-11-20-3',
    },
  ])
})

test('updates of product runs count with a plan that updates, and do not hold other plans', () => {
  const judged = (update: number, apart: number) =>
    judge({
      runId: '2026-11-20-3',
      mirrored: 12,
      planned: {
        update,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart,
        vanished: 0,
        unknown: new Map(),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5 },
    }).map(({ count, message }) => `${count}: ${message}`)
  expect(judged(0, 9)).toEqual([])
  expect(judged(3, 3)).toEqual([])
  expect(judged(3, 4)).toEqual([
    expect.stringMatching(
      /^7: Would update 3 of 12 pages, after 4 others since the last full run \(58\.3 %, limit 6 /,
    ),
  ])
})

test('pages that Redis does not know hold a plan, unless they are few in a language that it knows', () => {
  const verdicts = (...unknown: [language: string, pages: number, known: number][]) =>
    judge({
      runId: '2026-11-20-3',
      mirrored: unknown.reduce((sum, [, , known]) => sum + known, 0),
      planned: {
        update: 0,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart: 0,
        vanished: 0,
        unknown: new Map(unknown.map(([language, pages, known]) => [language, { pages, known }])),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5 },
    })
  const judged = (...unknown: Parameters<typeof verdicts>) =>
    verdicts(...unknown).map(({ guard, message }) => `${guard}: ${message}`)
  expect(verdicts(['de-de', 20, 80])).toMatchObject([{ count: 20, of: 100, share: 0.2, limit: 0 }])
  expect(judged(['de-de', 5, 6])).toEqual([])
  expect(judged(['de-de', 10, 200])).toEqual([])
  expect(judged(['de-de', 11, 200])).toEqual([
    expect.stringMatching(/^lost: .* 11 mirrored pages that exist/),
  ])
  expect(judged(['de-de', 1, 1])).toEqual([expect.stringMatching(/^lost: .* 1 mirrored page that exists/)])
  expect(judged(['fr-fr', 2, 0], ['de-de', 3, 0], ['it-it', 1, 9])).toEqual([
    'lost: Redis does not know at least 5 mirrored pages that exist in the CMS (de-de, fr-fr): its data is lost, wholly or in part. Run product-mirror rebuild first: it restores the data from the pages and writes nothing to the CMS. If this is wanted: product-mirror approve 2026-11-20-3',
  ])
})
