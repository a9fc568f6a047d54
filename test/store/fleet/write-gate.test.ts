import { expect } from 'vitest'
import { WritesPausedError } from '../../../src/lib/errors.ts'
import { createWriteSchedule } from '../../../src/lib/time/write-windows.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const hourMs = 3_600_000
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** The shared clock of a test starts at 05:00 in Vienna. */
const untilSix = createWriteSchedule([{ days: everyDay, from: 4 * 60, to: 6 * 60 }], 'Europe/Vienna')

const test = withMirror({ gtins: 1, mirror: { writeSchedule: untilSix } })

test('the last second of a window is not used, because a request takes time to arrive', async ({
  mirror,
}) => {
  const { writeGate } = mirror
  mirror.pass(hourMs - 1_001)
  await writeGate.pass()
  expect(await writeGate.find()).toBeUndefined()
  mirror.pass(1)
  await expect(writeGate.pass()).rejects.toBeInstanceOf(WritesPausedError)
  expect(await writeGate.find()).toMatchObject({ until: '2026-11-21T03:00:00.000Z' })
})

test('a window that continues in the next one has no last second', async ({ stage, mirror }) => {
  const both = createWriteSchedule(
    [
      { days: everyDay, from: 4 * 60, to: 6 * 60 },
      { days: everyDay, from: 6 * 60, to: 7 * 60 },
    ],
    'Europe/Vienna',
  )
  const other = stage.openMirror({ keys: mirror.keys, writeSchedule: both })
  other.pass(hourMs - 1)
  await other.writeGate.pass()
  other.pass(hourMs)
  await expect(other.writeGate.pass()).rejects.toBeInstanceOf(WritesPausedError)
})

test('a process that stops starts no write, except to complete one that was sent', async ({ mirror }) => {
  const { writeGate } = mirror
  const stopping = new AbortController()
  const reason = new Error('the process is stopping')
  await writeGate.within({ runId: 'one', signal: stopping.signal }, async () => {
    await writeGate.pass()
    const passing = writeGate.pass()
    stopping.abort(reason)
    await expect(passing).rejects.toBe(reason)
    await writeGate.completing(() => writeGate.pass())
  })
  await writeGate.pass()
})
