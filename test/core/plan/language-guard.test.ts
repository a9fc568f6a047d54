import { expect, test } from 'vitest'
import { judge } from '../../../src/core/plan/guards.ts'

/** No other run has written. */
const none = { create: 0, update: 0, restore: 0, retire: 0 }

test('the verdict on languages names them and counts their pages', () => {
  const languages = new Map([
    ['pl-pl', 40],
    ['fr-fr', 7],
  ])
  expect(
    judge({
      mirrored: 1030,
      planned: {
        create: 0,
        update: 0,
        restore: 0,
        retire: 47,
        template: { pages: 0, only: 0 },
        languages,
        apart: none,
        vanished: 0,
        links: 0,
        added: [],
        removed: [],
        size: 0,
        unknown: new Map(),
      },
      limits: { maxRetireShare: 1, maxUpdateShare: 1, maxCreateShare: 1 },
    }),
  ).toEqual([
    {
      guard: 'language',
      count: 47,
      of: 1030,
      limit: 0,
      share: 47 / 1030,
      languages: ['fr-fr', 'pl-pl'],
    },
  ])
})

test('pages that are gone hold a plan that would create more of them again than it may retire', () => {
  const judged = (vanished: number) =>
    judge({
      mirrored: 200,
      planned: {
        create: 0,
        update: vanished,
        restore: 0,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart: none,
        vanished,
        links: 0,
        added: [],
        removed: [],
        size: 0,
        unknown: new Map(),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5, maxCreateShare: 0.5 },
    })
  expect(judged(10)).toEqual([])
  expect(judged(11)).toEqual([
    {
      guard: 'recreate',
      count: 11,
      of: 200,
      limit: 10,
      share: 0.055,
      maxShare: 0.05,
    },
  ])
})

test('updates of product runs count with a plan that updates, and do not hold other plans', () => {
  const judged = (update: number, apart: number) =>
    judge({
      mirrored: 12,
      planned: {
        create: 0,
        update,
        restore: 0,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart: { ...none, update: apart },
        vanished: 0,
        links: 0,
        added: [],
        removed: [],
        size: 0,
        unknown: new Map(),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5, maxCreateShare: 0.5 },
    })
  expect(judged(0, 9)).toEqual([])
  expect(judged(3, 3)).toEqual([])
  expect(judged(3, 4)).toMatchObject([{ guard: 'update', count: 7, own: 3, apart: 4, limit: 6 }])
})

test('pages that Redis does not know hold a plan, unless they are few in a language that it knows', () => {
  const verdicts = (...unknown: [language: string, pages: number, known: number][]) =>
    judge({
      mirrored: unknown.reduce((sum, [, , known]) => sum + known, 0),
      planned: {
        create: 0,
        update: 0,
        restore: 0,
        retire: 0,
        template: { pages: 0, only: 0 },
        languages: new Map(),
        apart: none,
        vanished: 0,
        links: 0,
        added: [],
        removed: [],
        size: 0,
        unknown: new Map(unknown.map(([language, pages, known]) => [language, { pages, known }])),
      },
      limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5, maxCreateShare: 0.5 },
    })
  expect(verdicts(['de-de', 20, 80])).toMatchObject([
    { guard: 'lost', count: 20, of: 100, share: 0.2, limit: 0 },
  ])
  expect(verdicts(['de-de', 5, 6])).toEqual([])
  expect(verdicts(['de-de', 10, 200])).toEqual([])
  expect(verdicts(['de-de', 11, 200])).toMatchObject([{ count: 11, languages: ['de-de'] }])
  expect(verdicts(['de-de', 1, 1])).toMatchObject([{ count: 1 }])
  expect(verdicts(['fr-fr', 2, 0], ['de-de', 3, 0], ['it-it', 1, 9])).toMatchObject([
    { count: 5, languages: ['de-de', 'fr-fr'] },
  ])
})
