import { expect } from 'vitest'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { storeIntents } from '../../helpers/sync/store-intents.ts'
import { writeGraceMs } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, plan, startWriting } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const hours = 3 * 3_600_000
const test = withMirror({
  gtins: 1,
  async prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
  },
}).extend('input', async ({ mirror }) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  return inputOf(mirror, runId)
})

test.for([
  ['ahead', hours],
  ['behind', -hours],
] as const)(
  'a record whose write was sent while the clock was hours %s waits for the grace period, once',
  async ([, ms], { stage, mirror, input }) => {
    mirror.step(ms)
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
    await writePages(mirror, input, go)
    mirror.step(-ms)
    expect(await writePages(mirror, input, go)).toMatchObject({ waitMs: writeGraceMs, written: 0 })
    mirror.pass(writeGraceMs)
    expect(await writePages(mirror, input, go)).toMatchObject({ waitMs: 0, written: 1 })
  },
)

test('a process whose clock is hours ahead waits for a write that another one has just sent', async ({
  stage,
  mirror,
  input,
}) => {
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  await writePages(mirror, input, go)
  const other = stage.openMirror({ keys: mirror.keys })
  other.step(hours)
  await stage.mock.zeroStats()
  expect(await writePages(other, input, go)).toMatchObject({ waitMs: writeGraceMs, written: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('an intent of an earlier version whose clock was hours ahead is waited for once', async ({
  stage,
  mirror,
  key,
  input,
}) => {
  const sentAt = mirror.now().getTime() + hours
  await storeIntents(stage.redis, mirror.keys, [{ key, runId: input.runId, sentAt }])
  expect(await writePages(mirror, input, go)).toMatchObject({ waitMs: writeGraceMs, written: 0 })
  mirror.pass(writeGraceMs)
  expect(await writePages(mirror, input, go)).toMatchObject({ waitMs: 0, written: 1 })
})
