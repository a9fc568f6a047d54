import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, judgeRepairs, type GuardInput } from '../../../src/core/plan/guards.ts'

/** No other run has written. */
const none = { create: 0, update: 0, restore: 0, retire: 0 }

const inputOf = (mirrored: number, planned: Partial<GuardInput['planned']>, limits = {}): GuardInput => ({
  mirrored,
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
    unknown: new Map(),
    ...planned,
  },
  limits: { maxRetireShare: 0.05, maxUpdateShare: 0.5, maxCreateShare: 0.5, ...limits },
})
const gone = (pages: number) => new Map([['fr-fr', pages]])
const byTemplate = (pages: number, only: number) => ({ update: pages, template: { pages, only } })
const heldBy = (input: GuardInput) => judge(input).map(({ guard }) => guard)

/** Updates, of which some are because of the template, of which some have no other reason. */
const anyPlanned = fc
  .tuple(fc.nat(3000), fc.nat(3000), fc.nat(3000), fc.nat(3000))
  .map(([only, more, others, retire]) => ({
    update: only + more + others,
    retire,
    template: { pages: only + more, only },
    languages: new Map<string, number>(),
    apart: none,
    vanished: 0,
    links: 0,
    added: [],
    removed: [],
    size: 0,
    unknown: new Map(),
  }))
const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
const anyLimits = fc.record({ maxRetireShare: anyShare, maxUpdateShare: anyShare, maxCreateShare: anyShare })

describe('a plan is held', () => {
  test.each([
    ['5 retirements of 8 pages', inputOf(8, { retire: 5 }), []],
    ['6 retirements of 8 pages', inputOf(8, { retire: 6 }), ['retire']],
    ['5 retirements of 100 pages', inputOf(100, { retire: 5 }), []],
    ['6 retirements of 100 pages', inputOf(100, { retire: 6 }), ['retire']],
    ['50 retirements of 1 000 pages', inputOf(1000, { retire: 50 }), []],
    ['51 retirements of 1 000 pages', inputOf(1000, { retire: 51 }), ['retire']],
    ['500 updates of 1 000 pages', inputOf(1000, { update: 500 }), []],
    ['501 updates of 1 000 pages', inputOf(1000, { update: 501 }), ['update']],
    ['all 5 pages of a small mirror updated', inputOf(5, { update: 5 }), []],
    ['both too many', inputOf(1000, { update: 900, retire: 100 }), ['retire', 'update']],
    ['one page of 1 000 written again for the template', inputOf(1000, byTemplate(1, 1)), ['template']],
    ['all pages written again for the template alone', inputOf(1000, byTemplate(1000, 1000)), ['template']],
    ['51 creates in a mirror of 99 pages', inputOf(99, { create: 51 }), []],
    ['50 creates in a mirror of 100 pages', inputOf(100, { create: 50 }), []],
    ['51 creates in a mirror of 100 pages', inputOf(100, { create: 51 }), ['create']],
    [
      '51 creates in a mirror of 100 pages, of which one exists',
      inputOf(100, { create: 51, unknown: new Map([['de-de', { pages: 1, known: 100 }]]) }),
      [],
    ],
    ['all links of 99 pages', inputOf(99, { links: 99 }), []],
    ['the links of 50 of 100 pages', inputOf(100, { links: 50 }), []],
    ['the links of 51 of 100 pages', inputOf(100, { links: 51 }), ['links']],
    ['50 restores in a mirror of 1 000 pages', inputOf(950, { restore: 50 }), []],
    ['51 restores in a mirror of 1 000 pages', inputOf(949, { restore: 51 }), ['restore']],
    ['a whole mirror of 6 retired pages restored', inputOf(0, { restore: 6 }), ['restore']],
    [
      '6 pages that are gone, of a mirror of retired pages',
      inputOf(0, { restore: 6, vanished: 6 }),
      ['restore', 'recreate'],
    ],
    ['a first sync', inputOf(0, { create: 900 }), []],
    ['a first sync by the schedule', { ...inputOf(0, { create: 1 }), isScheduled: true }, ['first']],
    [
      'what an interrupted sync of an empty mirror has left out, by the schedule',
      { ...inputOf(0, { create: 900, size: 900 }), isScheduled: true },
      [],
    ],
    [
      'the same with half as many new products',
      { ...inputOf(0, { create: 1350, size: 900 }), isScheduled: true },
      [],
    ],
    ['one more', { ...inputOf(0, { create: 1351, size: 900 }), isScheduled: true }, ['first']],
    [
      'the rest of an empty mirror after five products, by the schedule',
      { ...inputOf(5, { create: 895, size: 5, apart: { ...none, create: 5 } }), isScheduled: true },
      ['first'],
    ],
    [
      'more products after a full run of one, by the schedule',
      { ...inputOf(6, { create: 895, size: 1, apart: { ...none, create: 5 } }), isScheduled: true },
      [],
    ],
    ['what an interrupted sync has left out', inputOf(600, { create: 1400, size: 2000 }), []],
    ['and as many new products as allowed', inputOf(600, { create: 2400, size: 2000 }), []],
    ['and one more', inputOf(600, { create: 2401, size: 2000 }), ['create']],
    ['a mirror that has grown since', inputOf(2100, { create: 1051, size: 2000 }), ['create']],
    ['an empty sync by the schedule', { ...inputOf(0, {}), isScheduled: true }, []],
    ['a later sync by the schedule', { ...inputOf(8, { create: 1 }), isScheduled: true }, []],
    [
      '52 creates in a mirror of 100 pages, of which one exists',
      inputOf(100, { create: 52, unknown: new Map([['de-de', { pages: 1, known: 100 }]]) }),
      ['create'],
    ],
    [
      '40 creates after 11 others in a mirror of 100 pages',
      inputOf(100, { create: 40, apart: { ...none, create: 11 } }),
      ['create'],
    ],
    [
      '4 retirements after 2 others in a mirror of 100 pages',
      inputOf(100, { retire: 4, apart: { ...none, retire: 2 } }),
      ['retire'],
    ],
    [
      'template and partner at once, the partner’s below its limit',
      inputOf(1000, byTemplate(1000, 500)),
      ['template'],
    ],
    ['template and a partner over its limit', inputOf(1000, byTemplate(1000, 499)), ['update', 'template']],
    [
      'everything at once',
      inputOf(1000, { ...byTemplate(900, 100), retire: 90 }),
      ['retire', 'update', 'template'],
    ],
    ['one page of a language that is gone', inputOf(1000, { retire: 1, languages: gone(1) }), ['language']],
    [
      'a language and 51 other pages',
      inputOf(1000, { retire: 52, languages: gone(1) }),
      ['retire', 'language'],
    ],
    ['a language and 50 other pages', inputOf(1000, { retire: 550, languages: gone(500) }), ['language']],
    [
      '29 of 100 at 29 %, whatever floats make of it',
      inputOf(100, { retire: 29 }, { maxRetireShare: 0.29 }),
      [],
    ],
    ['30 of 100 at 29 %', inputOf(100, { retire: 30 }, { maxRetireShare: 0.29 }), ['retire']],
    ['6 retirements where none are allowed', inputOf(1000, { retire: 6 }, { maxRetireShare: 0 }), ['retire']],
    ['everything where everything is allowed', inputOf(1000, { retire: 1000 }, { maxRetireShare: 1 }), []],
  ])('or not: %s', (_, input, guards) => {
    expect(heldBy(input)).toEqual(guards)
  })

  test('for the template, unless every page is to be written again in any case', () => {
    const input = inputOf(1000, byTemplate(9, 9))
    expect(judge(input)).toMatchObject([{ guard: 'template', count: 9, only: 9, rewrite: false }])
    expect(judge({ ...input, rewrite: true })).toMatchObject([{ guard: 'template', rewrite: true }])
  })

  test('never on a first sync, whatever it plans', () => {
    fc.assert(
      fc.property(anyPlanned, (planned) => {
        expect(judge(inputOf(0, planned))).toEqual([])
      }),
    )
  })

  test('still when it plans more: no added change releases a held plan', () => {
    fc.assert(
      fc.property(
        anyPlanned,
        anyPlanned,
        anyLimits,
        fc.integer({ min: 1, max: 5000 }),
        (some, more, limits, mirrored) => {
          const both = {
            create: 0,
            update: some.update + more.update,
            restore: 0,
            retire: some.retire + more.retire,
            template: {
              pages: some.template.pages + more.template.pages,
              only: some.template.only + more.template.only,
            },
            languages: some.languages,
            apart: none,
            vanished: 0,
            links: 0,
            added: [],
            removed: [],
            size: 0,
            unknown: new Map(),
          }
          const before = heldBy(inputOf(mirrored, some, limits))
          expect(heldBy(inputOf(mirrored, both, limits))).toEqual(expect.arrayContaining(before))
        },
      ),
    )
  })

  test('by the template guard exactly when a page is written again because of it', () => {
    fc.assert(
      fc.property(anyPlanned, anyLimits, fc.integer({ min: 1, max: 5000 }), (planned, limits, mirrored) => {
        const guards = heldBy(inputOf(mirrored, planned, limits))
        expect(guards.includes('template')).toBe(planned.template.pages > 0)
      }),
    )
  })

  test('exactly when it is over five pages and over the share, in whole percents', () => {
    const anyCase = fc.record({
      mirrored: fc.integer({ min: 1, max: 5000 }),
      percent: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(anyCase, fc.double({ min: 0, max: 1, noNaN: true }), ({ mirrored, percent }, part) => {
        const atLimit = Math.floor((mirrored * percent) / 100)
        for (const count of [Math.round(mirrored * part), atLimit, atLimit + 1, 5, 6]) {
          const over = count > 5 && count * 100 > mirrored * percent
          const limits = { maxRetireShare: percent / 100, maxUpdateShare: percent / 100 }
          expect(heldBy(inputOf(mirrored, { retire: count }, limits))).toEqual(over ? ['retire'] : [])
          expect(heldBy(inputOf(mirrored, { update: count }, limits))).toEqual(over ? ['update'] : [])
        }
      }),
    )
  })
})

test('a verdict on links names the languages', () => {
  const [verdict] = judge(inputOf(100, { links: 60, added: ['pl-pl'], removed: ['fr-fr'] }))
  expect(verdict).toMatchObject({ guard: 'links', count: 60, added: ['pl-pl'], removed: ['fr-fr'] })
})

test('a verdict on the first pages counts them in the mirror as it would be', () => {
  const input = inputOf(10, { create: 30, size: 10, apart: { ...none, create: 10 } })
  expect(judge({ ...input, isScheduled: true })).toMatchObject([
    { guard: 'first', count: 30, of: 40, share: 0.75 },
  ])
})

test('a verdict has the numbers of the plan and of its limit', () => {
  expect(judge(inputOf(1030, { retire: 412 }))).toEqual([
    { guard: 'retire', count: 412, of: 1030, limit: 51, share: 0.4, own: 412, apart: 0, maxShare: 0.05 },
  ])
  expect(judge(inputOf(10, { update: 7 }))).toEqual([
    { guard: 'update', count: 7, of: 10, limit: 5, share: 0.7, own: 7, apart: 0, maxShare: 0.5 },
  ])
})

test.each([
  [240, false],
  [236, false],
  [0, true],
])(
  'the verdict on a template counts %i pages without another reason; all pages again: %s',
  (only, rewrite) => {
    const verdicts = judge({ ...inputOf(240, byTemplate(240, only)), rewrite })
    expect(verdicts.find(({ guard }) => guard === 'template')).toEqual({
      guard: 'template',
      count: 240,
      of: 240,
      limit: 0,
      share: 1,
      only,
      rewrite,
    })
  },
)

test('pages rewritten only for the template count for the template guard alone', () => {
  const verdicts = judge(inputOf(100, { update: 100, template: { pages: 80, only: 20 } }))
  expect(verdicts.map(({ guard, count }) => [guard, count])).toEqual([
    ['update', 80],
    ['template', 80],
  ])
})

describe('the repairs of a run', () => {
  const judged = (mirrored: number, create: number, update: number, maxUpdateShare = 0.5) =>
    judgeRepairs({
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

  test('that are held have a verdict with their numbers', () => {
    const numbers = { count: 80, of: 100, limit: 50, share: 0.8 }
    expect(judged(100, 60, 20)).toEqual([
      { guard: 'update', ...numbers, create: 60, rewrite: 20, maxShare: 0.5 },
    ])
    expect(judged(0, 6, 0)[0]).toMatchObject({ count: 6, of: 0, limit: 5, share: 6 })
  })
})
