import { expect, test } from 'vitest'
import { explainStaying } from '../../../src/core/report/staying.ts'

const policy = { unreadable: 0, retireAfterMisses: 3, missIntervalMs: 3_600_000 }
const none = { hidden: 0, left: 0, languages: new Map<string, number>() }

test('a run without misses has no note', () => {
  expect(explainStaying(none, policy)).toEqual([])
})

test('a page that stays is explained, with how often and how far apart it must be missed', () => {
  const staying = { hidden: 1, left: 2, languages: new Map([['pl-pl', 1]]) }
  expect(explainStaying(staying, { ...policy, unreadable: 1 })).toEqual([
    expect.stringMatching(/^1 page was not retired .*: 1 catalogue entry could not be read/),
    '2 pages stay although the product left the catalogue: a page is retired once 3 runs in a row, at least 1 hour apart, missed it',
    expect.stringMatching(
      /^the partner does not list language pl-pl: its 1 page stays\. .* that it is retired$/,
    ),
  ])
  const [left] = explainStaying({ ...none, left: 1 }, { ...policy, missIntervalMs: 0 })
  expect(left).toMatch(/^1 page stays .* once 3 runs in a row missed it$/)
  const [language] = explainStaying(
    { ...none, languages: new Map([['pl-pl', 7]]) },
    { ...policy, retireAfterMisses: 1 },
  )
  expect(language).toMatch(
    /its 7 pages stay\. Once 1 run in a row missed the language, .* that they are retired$/,
  )
})
