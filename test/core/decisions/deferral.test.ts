import { expect, test } from 'vitest'
import type { Autosave } from '../../../src/core/page/page.ts'
import {
  deferralEnds,
  deferralReason,
  lastUnsaved,
  stillDefers,
} from '../../../src/core/decisions/deferral.ts'

const texts = { title: 'Band', excerpt: '', content: '<p>Band</p>' }
const page = { ...texts, modifiedGmt: '2026-11-20T04:00:00' }
const now = Date.parse('2026-11-20T05:00:00Z')
const keptAt = (modifiedGmt: string, unsaved: Partial<typeof texts> = {}) => ({
  ...texts,
  ...unsaved,
  id: 8,
  author: 2,
  modifiedGmt,
})

const cases: [string, Autosave[], string | undefined][] = [
  ['no autosave', [], undefined],
  ['one newer than the page', [keptAt('2026-11-20T04:00:01')], '2026-11-20T04:00:01'],
  ['one older than the page', [keptAt('2026-11-20T03:59:59', { title: 'Halb.' })], undefined],
  ['one of the second of the save, with the text that was saved', [keptAt('2026-11-20T04:00:00')], undefined],
  [
    'the latest of two',
    [keptAt('2026-11-20T04:30:00'), keptAt('2026-11-20T04:50:00'), keptAt('2026-11-20T04:40:00')],
    '2026-11-20T04:50:00',
  ],
]

test.each(cases)('%s', (_, autosaves, at) => {
  expect(lastUnsaved(page, autosaves, now)).toBe(at)
})

test.each(['title', 'excerpt', 'content'])(
  'an autosave with another %s in the second of the save may be unsaved text',
  (text) => {
    const at = '2026-11-20T04:00:00'
    expect(lastUnsaved(page, [keptAt(at, { [text]: 'Halb.' })], now)).toBe(at)
  },
)

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
  expect(reason).toBe(
    'page 41 (https://cms.example/band/) is open in the editor with unsaved text (last autosave 2026-11-20 04:55 UTC), so it was not changed. The next run writes it once the text is saved or discarded, and after 2026-11-21 04:00 UTC in any case',
  )
})

test('a deferral counts for two days', () => {
  const deferral = { pageId: 41, since: '2026-11-20T05:00:00.000Z', runId: '2026-11-20-1' }
  expect(stillDefers(deferral, Date.parse('2026-11-22T04:59:59Z'))).toBe(true)
  expect(stillDefers(deferral, Date.parse('2026-11-22T05:00:00Z'))).toBe(false)
})
