import { expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { reviewPlan } from '../../../src/sync/review/review-plan.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 6,
  languages: 'de-de',
  mirror: { policy: { retireAfterMisses: 1 } },
  prepare: sync,
})

const vanish = (stage: Stage, key: RecordKey) => stage.mock.deleteProduct(key.gtin)

test('retirements wait, with a note, while more than a fifth of the records cannot be read', async ({
  stage,
  mirror,
  key,
}) => {
  await vanish(stage, key)
  const [, ...others] = mirror.listed
  const spoil = (gtins: readonly string[]) =>
    stage.mock.faults(
      gtins.map(
        (gtin) => ({ side: 'partner', path: `/product/${gtin}`, kind: 'status', status: 500 }) as const,
      ),
    )
  await spoil(others.slice(0, 2))
  const bad = await sync(mirror)
  expect(bad.run.notes).toEqual([{ code: 'not-retired', pages: 1, failed: 2, records: 6 }])
  expect((await stage.editor.page(key)).status).toBe('publish')

  await spoil(others.slice(0, 1))
  await sync(mirror)
  expect((await stage.editor.page(key)).status).toBe('draft')
})

test('a review that is repeated after a crash repeats and loses no note', async ({ stage, mirror, key }) => {
  await vanish(stage, key)
  const [, second = '', third, fourth] = mirror.listed
  mirror.listed = mirror.listed.filter((gtin) => gtin !== second)
  mirror.unreadable = 1
  await stage.mock.faults(
    [third, fourth].map(
      (gtin) => ({ side: 'partner', path: `/product/${gtin}`, kind: 'status', status: 500 }) as const,
    ),
  )
  const { runId } = await plan(mirror)
  for (let time = 0; time < 2; time++) {
    const run = await mirror.runs.read(runId)
    if (run) await reviewPlan(mirror, run, go)
    expect((await mirror.runs.read(runId))?.notes).toEqual([
      { code: 'kept-unreadable', pages: 1, unreadable: 1 },
      { code: 'not-retired', pages: 1, failed: 2, records: 5 },
    ])
  }
})
