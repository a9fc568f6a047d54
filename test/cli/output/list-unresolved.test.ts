import { because } from '../../helpers/content/reason-of.ts'
import { expect, test } from 'vitest'
import { toLeftLines } from '../../../src/cli/output/list-unresolved.ts'
import type { Outcome } from '../../../src/core/run/change.ts'

const failed = (gtin: number, reason: string): Outcome => {
  return { gtin: String(gtin), language: 'de-de', result: 'failed', reasons: because(reason) }
}

test('a reason that many records share is shown once, with their number', () => {
  const left = [1, 2, 3, 4].map((gtin) => failed(gtin, 'the disk is full'))
  expect(toLeftLines([...left, failed(5, 'a shortcode crashes')])).toEqual([
    '  failed    4 records: the disk is full',
    '            1/de-de, 2/de-de, 3/de-de and 1 more',
    '  failed    5/de-de: a shortcode crashes',
  ])
})

test('the cause of a failed run is not repeated for its records', () => {
  const failure = { cause: 'cms', message: 'The CMS rejected the credentials. Check CMS_USER.' } as const
  const lost = { code: 'lost', detail: failure.message, ofRun: true } as const
  const left = [1, 2, 3].map((gtin): Outcome => ({ ...failed(gtin, ''), reasons: [lost] }))
  expect(toLeftLines(left, { failure })).toEqual([
    '  failed    3 records: not written: see the cause above',
    '            1/de-de, 2/de-de, 3/de-de',
  ])
})

test('a long list ends with the number of records that are left out', () => {
  const left = Array.from({ length: 6 }, (_, at) => failed(at, `reason ${'x'.repeat(at)}`))
  expect(toLeftLines(left, { most: 4 }).at(-1)).toBe('  … and 2 more')
})
