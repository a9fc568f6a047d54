import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import type { PartOfPlan } from '../../../src/core/plan/approved-parts.ts'
import { approveRun } from '../../../src/sync/runs/begin-run.ts'
import { checkPlan } from '../../../src/sync/review/recheck-plan.ts'
import { reviewPlan } from '../../../src/sync/review/review-plan.ts'
import { holdPlan } from '../../../src/sync/review/hold-plan.ts'
import type { Mirror, Stage } from './sync-deps.ts'
import { go, plan, sync } from './sync-run.ts'

type Keep = Partial<Parameters<typeof checkPlan>[2]>

/** Plans the whole mirror and leaves the run held or, as a dry run, planned. */
export async function hold(mirror: Mirror, state: 'held' | 'planned' = 'held'): Promise<string> {
  const { runId } = await plan(mirror, state === 'held' ? 'sync' : 'plan')
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  await holdPlan(mirror, run, { ...(await reviewPlan(mirror, run, go)), state }, go)
  return runId
}

/** Approves a run and has its plan checked. Returns the run and whether it may write. */
export async function approve(
  mirror: Mirror,
  runId: string,
  keep: Keep = {},
  { signal = go, part }: { signal?: AbortSignal; part?: PartOfPlan } = {},
) {
  const approved = await approveRun(mirror, runId, part)
  if (!approved.ok) throw new Error(approved.reason)
  return checkAgain(mirror, runId, keep, signal)
}

/** Has the plan of an approved run checked again, as its job does after it was released. */
export async function checkAgain(mirror: Mirror, runId: string, keep: Keep = {}, signal = go) {
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  const passed = await checkPlan(mirror, run, { progress: undefined, save: async () => {}, ...keep }, signal)
  return { passed, run: await mirror.runs.read(runId) }
}

/** A held plan with each kind of change, over a stage of six products in one language. */
export function createHeldPlan(stage: Stage, language: string) {
  const key = (index: number): RecordKey => ({ gtin: stage.gtins[index] ?? '', language })
  return {
    key,
    name: (index: number): string => recordId(key(index)),
    /** A mirror of four records, and a held plan: 0 and 1 changed, 2 gone, 3 no longer listed, 4 new. */
    async hold(mirror: Mirror): Promise<string> {
      const all = [...mirror.listed]
      mirror.listed = all.slice(0, 4)
      await sync(mirror)
      mirror.listed = all.filter((_, index) => index !== 3 && index !== 5)
      await stage.mock.patchProduct(key(0).gtin, language, { name: 'Neu' })
      await stage.mock.patchProduct(key(1).gtin, language, { name: 'Neu' })
      await stage.mock.deleteProduct(key(2).gtin, language)
      return hold(mirror)
    },
  }
}
