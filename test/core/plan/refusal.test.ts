import { expect, test } from 'vitest'
import { noChanges, PlanCheck, refusalOf, tally } from '../../../src/core/plan/refusal.ts'
import { type Refusal } from '../../../src/core/reasons/refusal.ts'

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

test.each<[string, Partial<PlanCheck>, Refusal | undefined]>([
  ['nothing moved', {}, undefined],
  [
    'the partner changed a record',
    { partner: { count: 1, shown: [one] } },
    { code: 'changed', planned: 40, partner: { count: 1, shown: [one] }, catalog: none, cms: none },
  ],
  [
    'one is listed again',
    { catalog: { count: 1, shown: [one] } },
    { code: 'changed', planned: 40, partner: none, catalog: { count: 1, shown: [one] }, cms: none },
  ],
  ['half of the pages moved', { cms: { count: 20, shown: [one, two] } }, undefined],
  [
    'more than half of the pages moved',
    { cms: { count: 21, shown: [one, two] } },
    { code: 'changed', planned: 40, partner: none, catalog: none, cms: { count: 21, shown: [one, two] } },
  ],
  ['half of them could not be checked', { unchecked: { count: 20, reason: 'HTTP 500' } }, undefined],
  [
    'more than half could not be checked',
    { unchecked: { count: 21, reason: 'HTTP 500' } },
    { code: 'unchecked', planned: 40, count: 21, detail: 'HTTP 500' },
  ],
  [
    'none could be checked, for no known reason',
    { unchecked: { count: 40 } },
    { code: 'unchecked', planned: 40, count: 40 },
  ],
])('the approval of a plan after a check: %s', (_, found, refusal) => {
  expect(refusalOf(checkOf(found), 40)).toStrictEqual(refusal)
})

test('changed records take precedence over unchecked ones', () => {
  const found = checkOf({ partner: { count: 1, shown: [one] }, unchecked: { count: 39 } })
  expect(refusalOf(found, 40)).toMatchObject({ code: 'changed' })
})

test('a check counts every changed record and names the first three', () => {
  const check = noChanges()
  for (const id of ['a', 'b', 'c', 'd']) tally(check.cms, id)
  expect(check).toEqual(checkOf({ cms: { count: 4, shown: ['a', 'b', 'c'] } }))
})
