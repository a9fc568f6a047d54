import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleOf, type Candidate } from '../../../src/core/plan/sample-plan.ts'

const seed = 'plan'
const other = (id: string, ...patterns: string[]): Candidate => ({ id, gtin: id, patterns, role: 'other' })
const page = (gtin: string, language: string): Candidate => ({
  id: `${gtin}/${language}`,
  gtin,
  patterns: ['new'],
  role: 'page',
})
const links = (gtin: string, language: string): Candidate => ({
  id: `${gtin}/${language}`,
  gtin,
  patterns: ['links'],
  role: 'links',
})
const numbered = (count: number, patternOf: (index: number) => string): Candidate[] =>
  Array.from({ length: count }, (_, index) => other(`r${index}`, patternOf(index)))
const patternsOf = (candidates: readonly Candidate[], ids: readonly string[]): Set<string> =>
  new Set(candidates.filter(({ id }) => ids.includes(id)).flatMap(({ patterns }) => patterns))

const product = fc.record({
  roles: fc.array(
    fc.record({
      role: fc.constantFrom('page', 'links', 'other'),
      patterns: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})
const plans = fc.array(product, { minLength: 1, maxLength: 15 }).map((products) =>
  products.flatMap(({ roles }, index) =>
    roles.map(({ role, patterns }, at): Candidate => ({
      id: `${index}/${at}`,
      gtin: String(index),
      role,
      patterns,
    })),
  ),
)

describe('a sample of any plan', () => {
  test('has exactly the requested number of records, or all', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 80 }), (plan, size) => {
        const ids = sampleOf(plan, size, seed)
        expect(new Set(ids).size).toBe(Math.min(size, plan.length))
        expect(ids).toHaveLength(Math.min(size, plan.length))
      }),
    )
  })

  test('is the same in whatever order its records are read', () => {
    const shuffled = plans.chain((plan) =>
      fc.tuple(
        fc.constant(plan),
        fc.shuffledSubarray(plan, { minLength: plan.length, maxLength: plan.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 40 }), ([plan, again], size) => {
        expect(new Set(sampleOf(again, size, seed))).toEqual(new Set(sampleOf(plan, size, seed)))
      }),
    )
  })

  test('has a record of every pattern if it is large enough', () => {
    fc.assert(
      fc.property(plans, fc.nat(10), (plan, more) => {
        const all = new Set(plan.flatMap(({ patterns }) => patterns))
        expect(patternsOf(plan, sampleOf(plan, all.size + more, seed))).toEqual(all)
      }),
    )
  })
})

test('a sample too small for all patterns has the most frequent ones', () => {
  const plan = numbered(60, (index) => (index < 30 ? 'price' : index < 50 ? 'name' : 'size'))
  expect(patternsOf(plan, sampleOf(plan, 1, seed))).toEqual(new Set(['price']))
  expect(patternsOf(plan, sampleOf(plan, 2, seed))).toEqual(new Set(['price', 'name']))
  expect(patternsOf(plan, sampleOf(plan, 3, seed))).toEqual(new Set(['price', 'name', 'size']))
})

test('patterns of the same size are taken in the order of their keys', () => {
  const plan = [other('1', 'b'), other('2', 'a')]
  for (const order of [plan, plan.toReversed()]) expect(sampleOf(order, 1, seed)).toEqual(['2'])
})

test('a plan has one sample of a size, and another plan another one', () => {
  const plan = numbered(200, () => 'price')
  const [first, second] = [sampleOf(plan, 5, 'one plan'), sampleOf(plan, 5, 'another plan')]
  expect(sampleOf(plan, 5, 'one plan')).toEqual(first)
  expect(second).not.toEqual(first)
})

test('a larger sample of the same plan contains the smaller one', () => {
  const plan = numbered(100, () => 'price')
  expect(sampleOf(plan, 20, seed)).toEqual(expect.arrayContaining(sampleOf(plan, 5, seed)))
})

describe('updates only of links', () => {
  test('are chosen with the new page that they link', () => {
    const plan = [
      ...numbered(50, () => 'price'),
      ...Array.from({ length: 9 }, (_, index) => page(`lone${index}`, 'de')),
      page('linked', 'fr'),
      links('linked', 'de'),
    ]
    expect(new Set(sampleOf(plan, 3, seed))).toEqual(
      new Set(['linked/fr', 'linked/de', sampleOf(plan, 3, seed).find((id) => id.startsWith('r'))]),
    )
  })

  test('are chosen without it if both and every pattern do not fit', () => {
    const plan = [
      { ...page('a', 'fr'), patterns: ['restored'] },
      { ...page('a', 'es'), patterns: ['restored'] },
      links('a', 'de'),
      ...numbered(3, () => 'price'),
    ]
    expect(patternsOf(plan, sampleOf(plan, 3, seed))).toEqual(new Set(['restored', 'links', 'price']))
  })

  test('follow the page that was chosen first, and are not chosen before it', () => {
    const products = Array.from({ length: 20 }, (_, index) => String(index))
    const plan = products.flatMap((gtin) => [page(gtin, 'fr'), links(gtin, 'de'), links(gtin, 'en')])
    for (const size of [2, 3, 4, 7, 30, 59]) {
      const ids = sampleOf(plan, size, seed)
      const linked = new Set(
        ids.filter((id) => !id.endsWith('/fr')).map((id) => id.slice(0, id.indexOf('/'))),
      )
      expect(ids).toEqual(expect.arrayContaining([...linked].map((gtin) => `${gtin}/fr`)))
      // Only the last product may lack some of its links.
      expect(linked.size).toBe(Math.ceil((size - 1) / 3))
    }
  })

  test('for pages that only moved are chosen last', () => {
    const plan = [
      ...numbered(5, () => 'price'),
      links('moved', 'de'),
      ...numbered(5, () => 'price').map((one) => ({
        ...one,
        id: `x${one.id}`,
        patterns: ['price', 'links'],
      })),
    ]
    expect(sampleOf(plan, 10, seed)).not.toContain('moved/de')
    expect(sampleOf(plan, 11, seed)).toContain('moved/de')
  })
})
