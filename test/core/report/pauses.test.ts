import { describe, expect, test } from 'vitest'
import {
  endsOfLimits,
  limitedUntil,
  notPausedText,
  pauseText,
  upstreamPauses,
  writeNowText,
  type Limits,
  type Outages,
} from '../../../src/core/report/pauses.ts'

const now = Date.parse('2026-11-20T04:00:00Z')
const textsOf = (outages: Outages, limits: Limits = { partner: 0, cms: 0 }): string[] =>
  upstreamPauses({ limits, outages }, now).map((pause) => pauseText(pause, now))

test('a limit has its end, unless it is over before the notice can be read', () => {
  expect(endsOfLimits({ partner: 0, cms: 2_000 }, now)).toBeUndefined()
  const ends = endsOfLimits({ partner: 500, cms: 3_600_000 }, now)
  expect(ends).toEqual({ cms: '2026-11-20T05:00:00.000Z' })
})

test('each limit is shown with its upstream and its end', () => {
  expect(textsOf({}, { partner: 0, cms: 2_000 })).toEqual([])
  expect(textsOf({}, { partner: 61_500, cms: 3_600_000 })).toEqual([
    'Rate-limited by the partner: limited until 2026-11-20 04:01:01 UTC. The run continues then.',
    'Rate-limited by the CMS: limited until 2026-11-20 05:00:00 UTC. The run continues then.',
  ])
})

test('a pause is shown with its author, its reason, and a later opening of a window', () => {
  const pause = {
    code: 'paused',
    until: '2026-11-21T06:00:00.000Z',
    end: '2026-11-21T06:00:00.000Z',
    since: '2026-11-20T03:00:00.000Z',
    by: 'anna',
    reason: 'shop update',
  } as const
  expect(pauseText(pause, now)).toBe(
    'Writes to the CMS are paused until 2026-11-21 06:00:00 UTC (by anna): shop update.',
  )
  expect(pauseText({ ...pause, until: '2026-11-21T22:00:00.000Z' }, now)).toBe(
    'Writes to the CMS are paused until 2026-11-21 06:00:00 UTC (by anna): shop update. The next write window after it opens at 2026-11-21 22:00:00 UTC.',
  )
})

test('a closed window is shown with the next opening', () => {
  expect(pauseText({ code: 'outside-windows', until: '2026-11-20T22:00:00.000Z' }, now)).toBe(
    'Nothing is written to the CMS outside the write windows. The next one opens at 2026-11-20 22:00:00 UTC.',
  )
})

test('a short notice of a limit contains only the time', () => {
  expect(limitedUntil('2026-11-20T05:00:00.000Z', 'time')).toBe('limited until 05:00:00 UTC')
})

describe('an upstream that does not respond', () => {
  const outage = { since: '2026-11-20T03:58:00.120Z', reason: 'returned 502' }
  const told = (more: object): string[] => textsOf({ cms: { ...outage, ...more } })

  test('is shown with the cause and the next try', () => {
    const said = 'The CMS has not responded since 2026-11-20 03:58:00 UTC (returned 502).'
    expect(told({ nextTry: '2026-11-20T04:00:30.000Z' })).toEqual([`${said} Next try at 04:00:30 UTC.`])
    expect(told({})).toEqual([`${said} It is being tried now.`])
    expect(told({ nextTry: '2026-11-20T04:00:00.000Z' })).toEqual([`${said} The next request tries it.`])
  })

  test('comes first if it is the partner, and before the limits', () => {
    const limits = { partner: 0, cms: 3_600_000 }
    const pauses = upstreamPauses({ limits, outages: { cms: outage, partner: outage } }, now)
    expect(pauses.map(({ code, upstream }) => `${code} ${upstream}`)).toEqual([
      'outage partner',
      'outage cms',
      'rate-limited cms',
    ])
  })
})

test('a Redis that cannot be used pauses all writing', () => {
  expect(pauseText({ code: 'redis-paused', fault: 'it is out of memory' }, now)).toBe(
    'Writing is paused. Redis cannot be used: it is out of memory.',
  )
})

test('a request to resume without a pause gets the reason why nothing is written, or that runs may write', () => {
  expect(notPausedText(undefined)).toBe('Writes are not paused: runs may write. There is nothing to resume.')
  expect(notPausedText({ code: 'outside-windows', until: '2026-11-20T21:00:00.000Z' })).toBe(
    'Writes are not paused. Nothing is written to the CMS outside the write windows. The next one opens at 2026-11-20 21:00:00 UTC. To write earlier, approve the run with now and a reason.',
  )
})

test('a run that may write now is named with the reason of the operator', () => {
  const text = 'Run 2026-11-20-1 may write outside the write windows: the price was wrong.'
  expect(writeNowText('2026-11-20-1', 'the price was wrong')).toBe(text)
})
