import { expect } from 'vitest'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { writeGraceMs } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, plan, startWriting } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 1,
  async prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
  },
})

test('waits no longer than the grace period for a write that was sent while the clock was hours ahead', async ({
  stage,
  mirror,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  mirror.pass(3 * 3_600_000)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  await writePages(mirror, input, go)
  mirror.pass(-3 * 3_600_000)
  expect((await writePages(mirror, input, go)).waitMs).toBeLessThanOrEqual(writeGraceMs)
})
