import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlannedChange } from '../../../src/core/run/change.ts'
import { changedFields } from '../../../src/core/plan/diff.ts'
import { createPlanSummary, patternKey, patternKeysOf } from '../../../src/core/plan/summarize-plan.ts'
import type { PlanSummary } from '../../../src/core/run/plan-summary.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { productOf } from '../../helpers/content/records.ts'

type Planned = { change: PlannedChange; current?: Product }

const gtinOf = (index: number): string => String(4_000_000_000_000 + index)

function updateOf(
  index: number,
  before: Partial<Product>,
  after: Partial<Product>,
  language = 'de-de',
): Planned {
  const key = { gtin: gtinOf(index), language }
  const current = productOf({ ...key, ...before })
  const product = productOf({ ...key, ...after })
  const fields = changedFields(current, product)
  return { current, change: { ...key, kind: 'update', product, digest: 'd', pageId: index + 1, fields } }
}

function retireOf(index: number, product: Partial<Product>, language = 'de-de'): Planned {
  const key = { gtin: gtinOf(index), language }
  const change = { ...key, kind: 'retire', pageId: index + 1, reason: 'left the catalogue' } as const
  return { current: productOf({ ...key, ...product }), change }
}

function createOf(index: number, language = 'de-de'): Planned {
  const key = { gtin: gtinOf(index), language }
  return { change: { ...key, kind: 'create', product: productOf(key), digest: 'd' } }
}

function summaryOf(planned: readonly Planned[]): PlanSummary {
  const summary = createPlanSummary()
  for (const { change, current } of planned) summary.add(change, current)
  return summary.result()
}

const times = (count: number, make: (index: number) => Planned) =>
  Array.from({ length: count }, (_, i) => make(i))
const pairsOf = ({ patterns }: PlanSummary) => patterns.map(({ field, how, count }) => [field, how, count])

describe('updates', () => {
  test('are counted by field and by how it changes, the most frequent first', () => {
    const planned = [
      ...times(5, (index) => updateOf(index, { price: '100' }, { price: '28' })),
      ...times(3, (index) =>
        updateOf(
          100 + index,
          { datasheet: 'https://a.example/1.pdf' },
          { datasheet: 'https://a.example/2.pdf' },
        ),
      ),
      updateOf(200, { intro: 'Alt' }, { intro: '' }),
      updateOf(201, { intro: '' }, { intro: 'Neu' }),
      updateOf(202, { intro: 'Alt' }, { intro: 'Neu' }),
      updateOf(203, { price: null }, { price: '5' }),
      updateOf(204, { price: '5' }, { price: null }),
    ]
    expect(pairsOf(summaryOf(planned))).toEqual([
      ['price', 'number', 5],
      ['datasheet', 'replaced', 3],
      ['intro', 'changed', 1],
      ['intro', 'emptied', 1],
      ['intro', 'filled', 1],
      ['price', 'emptied', 1],
      ['price', 'filled', 1],
    ])
  })

  test('count under each of their fields, with the number of those that have no other', () => {
    const { records, patterns } = summaryOf([
      updateOf(0, { price: '1', intro: 'a' }, { price: '2', intro: 'b' }),
      updateOf(1, { price: '1' }, { price: '2' }),
    ])
    expect(records).toBe(2)
    expect(patterns.map(({ field, count, only }) => [field, count, only])).toEqual([
      ['price', 2, 1],
      ['intro', 1, 0],
    ])
  })

  test('for the template or links are causes, with those that have no other reason', () => {
    const one = updateOf(0, { price: '1' }, { price: '2' })
    const withFields = (planned: Planned, fields: string[]): Planned => ({
      ...planned,
      change: { ...planned.change, kind: 'update', fields } as PlannedChange,
    })
    const planned = [withFields(one, ['price', 'template']), withFields(updateOf(1, {}, {}), ['template'])]
    expect(summaryOf(planned).patterns[0]).toMatchObject({
      field: 'template',
      how: 'cause',
      count: 2,
      only: 1,
    })
    expect(pairsOf(summaryOf([withFields(one, [])]))).toEqual([[undefined, 'cause', 1]])
  })

  test('whose current product is unknown count without values', () => {
    const { change } = updateOf(0, { price: '1' }, { price: '2' })
    expect(summaryOf([{ change }]).patterns).toEqual([
      {
        kind: 'update',
        field: 'price',
        how: 'cause',
        count: 1,
        only: 1,
        languages: { 'de-de': 1 },
        shared: {},
        example: { gtin: gtinOf(0), language: 'de-de' },
      },
    ])
  })

  test('with the same values name them; a long text is cut to its first line', () => {
    const limited = times(3, (index) =>
      updateOf(index, { availability: 'available' }, { availability: 'limited' }),
    )
    expect(summaryOf(limited).patterns[0]?.values).toEqual({ before: 'available', after: 'limited' })
    const other = updateOf(9, { availability: 'available' }, { availability: 'unknown' })
    const another = updateOf(8, { availability: 'available' }, { availability: 'not_available' })
    expect(summaryOf([...limited, other, another]).patterns[0]?.values).toBeUndefined()
    const long = updateOf(0, { intro: 'x'.repeat(99) }, { intro: 'a\nb' })
    expect(summaryOf([long]).patterns[0]?.example).toMatchObject({
      before: `${'x'.repeat(80)}…`,
      after: 'a…',
    })
  })

  test('of a number have the typical one as example', () => {
    const planned = [100, 50, 49, 48, 1].map((after, index) =>
      updateOf(index, { price: '100.5' }, { price: String(after) }),
    )
    expect(summaryOf(planned).patterns[0]?.example).toMatchObject({ gtin: gtinOf(2), after: '49' })
  })
})

describe('pages that come and go', () => {
  test('name the brand, the start of the name and the language that all share', () => {
    const brand = (value: string) => [{ name: 'Marke', norm: '', value }]
    const planned = times(3, (index) =>
      retireOf(index, { name: `Torwall Flex ${index}`, attributes: brand('Torwall') }),
    )
    expect(summaryOf(planned).patterns).toMatchObject([
      {
        kind: 'retire',
        reason: 'left the catalogue',
        count: 3,
        languages: { 'de-de': 3 },
        shared: { language: 'de-de', brand: 'Torwall', name: 'Torwall Flex' },
      },
    ])
    const more = [...planned, retireOf(9, { name: 'Anders', attributes: brand('Andere') }, 'en-gb')]
    expect(summaryOf(more).patterns[0]).toMatchObject({ shared: {}, languages: { 'de-de': 3, 'en-gb': 1 } })
    const { change } = retireOf(8, {})
    expect(summaryOf([...planned, { change }]).patterns[0]?.shared).toEqual({ language: 'de-de' })
  })

  test('are counted by language, and one page alone shares nothing', () => {
    const { patterns } = summaryOf([createOf(0), createOf(1), createOf(0, 'en-gb')])
    expect(patterns).toMatchObject([{ kind: 'create', count: 3, languages: { 'de-de': 2, 'en-gb': 1 } }])
    expect(summaryOf([createOf(0)]).patterns[0]?.shared).toEqual({})
  })
})

const anyPlanned: fc.Arbitrary<Planned> = fc
  .record({
    index: fc.integer({ min: 0, max: 10_000 }),
    language: fc.constantFrom('de-de', 'en-gb', 'fr-fr'),
    kind: fc.constantFrom('create', 'update', 'retire'),
    before: fc.record({ price: fc.constantFrom(null, '1', '2.5'), intro: fc.constantFrom('', 'a', 'b') }),
    after: fc.record({ price: fc.constantFrom(null, '1', '9'), intro: fc.constantFrom('', 'a', 'c') }),
    known: fc.boolean(),
  })
  .map(({ index, language, kind, before, after, known }) => {
    if (kind === 'create') return createOf(index, language)
    if (kind === 'retire') return retireOf(index, before, language)
    const { change, current } = updateOf(index, before, after, language)
    return known && current !== undefined ? { change, current } : { change }
  })
const anyPlan = fc.uniqueArray(anyPlanned, {
  selector: ({ change }) => `${change.gtin}/${change.language}`,
  maxLength: 40,
})

describe('for any plan', () => {
  test('the counts of its patterns add up to the plan', () => {
    fc.assert(
      fc.property(anyPlan, (planned) => {
        const { records, patterns } = summaryOf(planned)
        expect(records).toBe(planned.length)
        const countIn = (some: PlanSummary['patterns']) => some.reduce((sum, { count }) => sum + count, 0)
        for (const kind of ['create', 'retire'] as const)
          expect(countIn(patterns.filter((pattern) => pattern.kind === kind))).toBe(
            planned.filter(({ change }) => change.kind === kind).length,
          )
        for (const field of ['price', 'intro']) {
          const fits = ({ change }: Planned) => change.kind === 'update' && change.fields.includes(field)
          expect(countIn(patterns.filter((pattern) => pattern.field === field))).toBe(
            planned.filter(fits).length,
          )
        }
        for (const { count, languages } of patterns)
          expect(Object.values(languages).reduce((sum, each) => sum + each, 0)).toBe(count)
      }),
    )
  })

  test('the order of its changes makes no difference', () => {
    const shuffled = anyPlan.chain((planned) =>
      fc.tuple(fc.constant(planned), fc.shuffledSubarray(planned, { minLength: planned.length })),
    )
    fc.assert(
      fc.property(shuffled, ([planned, other]) => {
        expect(summaryOf(other)).toEqual(summaryOf(planned))
      }),
    )
  })
})

test('a hundred thousand changes of every field are summarized in a few patterns', () => {
  const summary = createPlanSummary()
  const changes = times(20, (index) => updateOf(index, { price: '100' }, { price: '28' }))
  for (let round = 0; round < 5_000; round++)
    for (const [index, { change, current }] of changes.entries())
      summary.add({ ...change, gtin: gtinOf(round * 20 + index) }, current)
  expect(summary.result()).toMatchObject({
    records: 100_000,
    patterns: [{ count: 100_000, median: expect.closeTo(-0.72), down: 100_000 }],
    more: 0,
  })
})

test('the patterns of a change are those of the summary', () => {
  const planned = [
    ...times(3, (index) => updateOf(index, { price: '100', name: 'Alt' }, { price: '28', name: 'Neu' })),
    retireOf(7, {}),
    createOf(8),
  ]
  const keys = summaryOf(planned).patterns.map(patternKey)
  expect(keys).toHaveLength(4)
  const found = planned.map(({ change, current }) => patternKeysOf(change, current))
  expect(found.map((some) => some.length)).toEqual([2, 2, 2, 1, 1])
  expect(new Set(found.flat())).toEqual(new Set(keys))
})
