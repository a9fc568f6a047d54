import { describe, expect } from 'vitest'
import { LimitedError } from '../../../src/lib/errors.ts'
import { approveRun } from '../../../src/sync/runs/begin-run.ts'
import { checkPlan, type CheckProgress } from '../../../src/sync/review/recheck-plan.ts'
import { approve, checkAgain, createHeldPlan } from '../../helpers/sync/held-plan.ts'
import { apply, go } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'
const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage }) => createHeldPlan(stage, language),
)

describe('a check that is interrupted', () => {
  test('continues after a rate limit with the rest and keeps its findings', async ({
    stage,
    mirror,
    held,
  }) => {
    const runId = await held.hold(mirror)
    await stage.mock.patchProduct(held.key(0).gtin, language, { name: 'Später' })
    await stage.editor.edit((await stage.editor.page(held.key(3))).id, { status: 'private' })
    const { partner } = mirror
    let answers = 2
    mirror.concurrency = 1
    mirror.partner = {
      ...partner,
      async fetchProduct(record, etag, signal) {
        if (answers-- > 0) return partner.fetchProduct(record, etag, signal)
        throw new LimitedError('partner', 60_000)
      },
    }
    let saved: CheckProgress | undefined
    const save = async (progress: CheckProgress): Promise<void> => {
      saved = structuredClone(progress)
    }
    await expect(approve(mirror, runId, { save })).rejects.toThrow(LimitedError)
    expect(saved).toMatchObject({ next: 3, left: [expect.any(String)] })

    mirror.partner = partner
    await stage.mock.zeroStats()
    const { passed, run } = await checkAgain(mirror, runId, { progress: saved, save })
    expect(passed).toBe(false)
    expect(run?.refusal).toMatchObject({ planned: 5, partner: { count: 1 }, cms: { count: 1 } })
  })

  test('is not repeated once passed, because the run’s own writes would fail it', async ({
    stage,
    mirror,
    held,
  }) => {
    const runId = await held.hold(mirror)
    await approve(mirror, runId)
    await stage.editor.edit((await stage.editor.page(held.key(0))).id, { status: 'private' })
    expect((await checkAgain(mirror, runId)).passed).toBe(true)
    expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done' })
  })

  test('ends when the run is cancelled', async ({ mirror, held }) => {
    const runId = await held.hold(mirror)
    const approved = await approveRun(mirror, runId)
    if (!approved.ok) throw new Error(approved.reason)
    await mirror.runs.update(runId, { state: 'cancelled' })
    expect(await checkPlan(mirror, approved.run, { progress: undefined, save: async () => {} }, go)).toBe(
      false,
    )
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'cancelled' })
  })

  test('by a stopping process does not refuse the plan', async ({ mirror, held }) => {
    const runId = await held.hold(mirror)
    await expect(approve(mirror, runId, {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
    expect(await mirror.runs.read(runId)).toMatchObject({ state: 'writing' })
  })
})
