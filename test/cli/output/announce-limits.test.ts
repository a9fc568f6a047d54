import { afterEach, expect, test, vi } from 'vitest'
import { announceLimits } from '../../../src/cli/output/announce-limits.ts'
import type { Outages, WritePause } from '../../../src/core/report/pauses.ts'
import { runOf } from '../../helpers/sync/runs.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a limit is announced once, at once and with its end; a longer one is announced again', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T04:00:00Z') })
  const run = runOf('2026-11-20-1')
  const said: string[] = []
  const seen: string[] = []
  const bar = { show: () => void seen.push('shown'), end: () => void seen.push('ended') }
  let until = 0
  const outages = {}
  const limits = () => ({ partner: Math.max(0, until - Date.now()), cms: 500 })
  const progress = announceLimits(
    bar,
    { limits, outages: () => outages, writePause: () => undefined },
    (message) => void said.push(message),
  )
  progress.show(run, {})
  expect(said).toEqual([])
  until = Date.parse('2026-11-20T05:00:00Z')
  progress.show(run, {})
  vi.setSystemTime(Date.parse('2026-11-20T04:00:10Z'))
  progress.show(run, {})
  const message = (time: string) =>
    `Rate-limited by the partner: limited until 2026-11-20 ${time} UTC. The run continues then.`
  expect(said).toEqual([message('05:00:00')])
  until += 60_000
  progress.show(run, {})
  expect(said).toEqual([message('05:00:00'), message('05:01:00')])
  expect(seen).toEqual(['shown', 'ended', 'shown', 'shown', 'ended', 'shown'])
})

test('an upstream that does not respond is announced once', () => {
  const said: string[] = []
  const bar = { show: () => undefined, end: () => undefined }
  const outages: Outages = {}
  const pauses = {
    limits: () => ({ partner: 0, cms: 0 }),
    outages: () => outages,
    writePause: () => undefined,
  }
  const progress = announceLimits(bar, pauses, (message) => void said.push(message))
  progress.show(runOf('2026-11-20-1'), {})
  for (const since of ['2026-11-20T04:00:00Z', '2026-11-20T04:00:00Z', '2026-11-20T06:00:00Z']) {
    outages.cms = { since, reason: 'returned 502' }
    progress.show(runOf('2026-11-20-1'), {})
  }
  expect(said).toEqual(
    ['04', '06'].map(
      (hour) =>
        `The CMS has not responded since 2026-11-20 ${hour}:00:00 UTC (returned 502). It is being tried now.`,
    ),
  )
})

test('a pause of writes is announced once, to a run that writes', () => {
  const said: string[] = []
  const bar = { show: () => undefined, end: () => undefined }
  let pause: WritePause | undefined = { code: 'outside-windows', until: '2026-11-20T22:00:00.000Z' }
  const pauses = { limits: () => ({ partner: 0, cms: 0 }), outages: () => ({}), writePause: () => pause }
  const progress = announceLimits(bar, pauses, (message) => void said.push(message))
  progress.show(runOf('2026-11-20-1', { state: 'planning' }), {})
  expect(said).toEqual([])
  const run = runOf('2026-11-20-1', { state: 'writing' })
  progress.show(run, {})
  progress.show(run, {})
  const [until, since] = ['2026-11-21T06:00:00.000Z', '2026-11-20T04:00:00.000Z']
  pause = { code: 'paused', until, end: until, since, by: 'anna', reason: 'shop update' }
  progress.show(run, {})
  pause = undefined
  progress.show(run, {})
  expect(said).toEqual([
    'Nothing is written to the CMS outside the write windows. The next one opens at 2026-11-20 22:00:00 UTC.',
    'Writes to the CMS are paused until 2026-11-21 06:00:00 UTC (by anna): shop update.',
  ])
})
