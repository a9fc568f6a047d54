import { expect, test } from 'vitest'
import {
  deferralEnds,
  deferralReason,
  lastUnsaved,
  stillDefers,
} from '../../../src/core/decisions/deferral.ts'

const page = { modifiedGmt: '2026-11-20T04:00:00', revision: 9 }
const now = Date.parse('2026-11-20T05:00:00Z')
const keptAt = (modifiedGmt: string, id = 8) => ({ id, author: 2, modifiedGmt })

test.each([
  ['no draft', [], undefined],
  ['one newer than the page', [keptAt('2026-11-20T04:00:01')], '2026-11-20T04:00:01'],
  ['one older than the page', [keptAt('2026-11-20T03:59:59')], undefined],
  ['one of the page’s own second', [keptAt('2026-11-20T04:00:00')], undefined],
  ['one older than the page, the newest revision as it is', [keptAt('2026-11-20T03:59:59', 9)], undefined],
  [
    'one of that second which is the newest revision',
    [keptAt('2026-11-20T04:00:00', 9)],
    '2026-11-20T04:00:00',
  ],
  [
    'of two the later one',
    [keptAt('2026-11-20T04:30:00'), keptAt('2026-11-20T04:50:00'), keptAt('2026-11-20T04:40:00')],
    '2026-11-20T04:50:00',
  ],
])('%s', (_, autosaves, at) => {
  expect(lastUnsaved(page, autosaves, now)).toBe(at)
})

test('a draft is forgotten after a day', () => {
  const old = { ...page, modifiedGmt: '2026-11-01T00:00:00' }
  expect(lastUnsaved(old, [keptAt('2026-11-19T05:00:01')], now)).toBe('2026-11-19T05:00:01')
  expect(lastUnsaved(old, [keptAt('2026-11-19T05:00:00')], now)).toBeUndefined()
})

test('a page is deferred for less than a day, and the reason states until when', () => {
  const deferral = { pageId: 41, since: '2026-11-20T05:00:00.000Z', runId: '2026-11-20-1' }
  expect(new Date(deferralEnds(deferral)).toISOString()).toBe('2026-11-21T04:00:00.000Z')
  const reason = deferralReason(
    { id: 41, link: 'https://cms.example/band/' },
    '2026-11-20T04:55:10',
    deferral,
  )
  expect(reason).toStrictEqual({
    code: 'open',
    pageId: 41,
    link: 'https://cms.example/band/',
    at: '2026-11-20T04:55:10',
    until: '2026-11-21T04:00:00.000Z',
  })
})

test('a deferral counts for two days', () => {
  const deferral = { pageId: 41, since: '2026-11-20T05:00:00.000Z', runId: '2026-11-20-1' }
  expect(stillDefers(deferral, Date.parse('2026-11-22T04:59:59Z'))).toBe(true)
  expect(stillDefers(deferral, Date.parse('2026-11-22T05:00:00Z'))).toBe(false)
})

test('a deferral by a clock that was ahead starts again', () => {
  const deferral = { pageId: 41, since: '2026-11-20T05:00:00.000Z', runId: '2026-11-20-1' }
  expect(stillDefers(deferral, Date.parse('2026-11-20T05:00:00Z'))).toBe(true)
  expect(stillDefers(deferral, Date.parse('2026-11-20T04:59:59Z'))).toBe(false)
})
