import { expect, test } from 'vitest'
import { noChanges, PlanCheck, refusalOf, tally } from '../../../src/core/plan/refusal.ts'

const none = { count: 0, shown: [] }
const checkOf = (found: Partial<PlanCheck>): PlanCheck => ({
  partner: none,
  catalog: none,
  cms: none,
  unchecked: { count: 0 },
  ...found,
})
const [one, two] = ['4026639012345/de-de', '4026639012345/en-gb']

test('a stored check has every count and the ids that it shows', () => {
  const check = {
    ...noChanges(),
    partner: { count: 1, shown: [one] },
    unchecked: { count: 2, reason: 'HTTP 500' },
  }
  expect(PlanCheck.parse(check)).toEqual(check)
})

test.each<[string, Partial<PlanCheck>, string | undefined]>([
  ['nothing moved', {}, undefined],
  [
    'partner and CMS moved',
    { partner: { count: 2, shown: [one, two] }, cms: { count: 1, shown: [two] } },
    `Since this plan was made, the partner changed 2 of the 40 planned records (${one}, ${two}), and 1 page was changed in the CMS (${two}). Nothing was written. Make a new plan: product-mirror sync`,
  ],
  [
    'more moved than is shown',
    { cms: { count: 21, shown: [one, two] } },
    `Since this plan was made, 21 pages were changed in the CMS (${one}, ${two}, …). Nothing was written. Make a new plan: product-mirror sync`,
  ],
  ['half of the pages moved', { cms: { count: 20, shown: [one, two] } }, undefined],
  [
    'one is listed again',
    { catalog: { count: 1, shown: [one] } },
    `Since this plan was made, 1 of the 40 planned records is listed again (${one}). Nothing was written. Make a new plan: product-mirror sync`,
  ],
  [
    'several are listed again',
    { catalog: { count: 2, shown: [one, two] } },
    `Since this plan was made, 2 of the 40 planned records are listed again (${one}, ${two}). Nothing was written. Make a new plan: product-mirror sync`,
  ],
  [
    'most of them could not be checked, for no known reason',
    { unchecked: { count: 40 } },
    'The partner gave no usable answer for 40 of the 40 planned records. Nothing was written. Try again later: product-mirror approve 2026-11-20-3',
  ],
  ['half of them could not be checked', { unchecked: { count: 20, reason: 'HTTP 500' } }, undefined],
  [
    'more than half could not be checked',
    { unchecked: { count: 21, reason: 'HTTP 500' } },
    'The partner gave no usable answer for 21 of the 40 planned records (HTTP 500). Nothing was written. Try again later: product-mirror approve 2026-11-20-3',
  ],
])('%s', (_, found, refusal) => {
  expect(refusalOf(checkOf(found), 40, { id: '2026-11-20-3', kind: 'sync' })).toBe(refusal)
})

test('changed records take precedence over unchecked ones', () => {
  const found = checkOf({ partner: { count: 1, shown: [one] }, unchecked: { count: 39 } })
  expect(refusalOf(found, 40, { id: '2026-11-20-3', kind: 'sync' })).toMatch(
    /the partner changed 1 of the 40 .*product-mirror sync$/,
  )
})

test('a refused repair recommends another repair', () => {
  const found = checkOf({ cms: { count: 5, shown: [one] } })
  expect(refusalOf(found, 8, { id: '2026-11-20-3', kind: 'verify' })).toMatch(
    /: product-mirror verify --repair$/,
  )
})

test('a check counts every changed record and names the first three', () => {
  const check = noChanges()
  for (const id of ['a', 'b', 'c', 'd']) tally(check.cms, id)
  expect(check).toEqual(checkOf({ cms: { count: 4, shown: ['a', 'b', 'c'] } }))
})
