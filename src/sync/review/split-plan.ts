import type { Guard, GuardVerdict } from '../../core/reasons/guard-verdict.ts'
import { rankAssets } from '../../core/record/assets.ts'
import { recordId } from '../../core/record/record.ts'
import type { PlannedKind } from '../../core/run/change.ts'
import { newRun, type Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { indexRun } from '../runs/run-index/index-run.ts'
import { addNotes } from '../runs/add-notes.ts'
import { countPlanned, listPlanned, walkIds, walkPlan } from '../runs/walk-plan.ts'
import { judgePlan } from './judge-plan.ts'
import { lookUpCreates } from './look-up-creates.ts'
import { sampleTemplate } from './sample-template.ts'
import { selectPart } from './select-part.ts'
import { summarizePlan } from './summarize-plan.ts'

const pageSize = 200
/** The kinds of changes that a guard judges; others judge updates. */
const judgedKinds: Readonly<Partial<Record<Guard, readonly PlannedKind[]>>> = {
  retire: ['retire'],
  language: ['retire'],
  create: ['create'],
  first: ['create'],
  restore: ['restore'],
  values: ['update', 'restore'],
}

/**
 * Moves the unapproved part of a checked plan to a separate held run, whose id is in `run.rest`, before the first
 * write. The rest is stored and waits before it leaves this plan, so that a crash loses none of it. May be repeated.
 */
export async function splitPlan(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  const { rest } = run
  if (rest === undefined) return
  if ((await deps.runs.read(rest)) === undefined) await holdRest(deps, { run, rest }, signal)
  await dropRest(deps, run, rest)
}

async function holdRest(
  deps: SyncDeps,
  { run, rest }: { run: Run; rest: string },
  signal: AbortSignal,
): Promise<void> {
  await copyRest(deps, run, rest)
  // A run that was cancelled in the meantime has discarded its whole plan.
  if ((await deps.runs.state(run.id)) !== 'writing') return deps.plans.discard(rest)
  const records = await countPlanned(deps.plans, rest)
  if (records === 0) return
  const { id, scope, trigger, languages, approvedPart: part = 'all' } = run
  const at = deps.now().toISOString()
  const judged = { id: rest, kind: 'sync' } as const
  const created = await lookUpCreates(deps, judged, signal)
  const { verdicts, planned } = await judgePlan(deps, { ...judged, created, heldBy: run.guards })
  const begun = newRun({ id: rest, kind: 'sync', trigger, approved: false, scope, languages, createdAt: at })
  await deps.runs.hold({
    ...begun,
    state: 'held',
    finishedAt: at,
    counts: { ...begun.counts, records },
    planned,
    guards: verdicts,
    restOf: id,
    samples: await sampleTemplate(deps, rest, signal),
    ...(await summarizePlan(deps, rest)),
    notes: [{ code: 'rest-of-plan', runId: id, part }],
  })
  await addNotes(deps, id, [{ code: 'partly-approved', runId: rest, part, planned }])
  const held = await deps.runs.read(rest)
  if (held) await deps.notify(held)
  await indexRun(deps, rest)
}

/** Copies the unapproved changes, with the fingerprints of their pages and their assets. */
async function copyRest(deps: SyncDeps, run: Run, rest: string): Promise<void> {
  const { plans, languages } = deps
  for await (const changes of walkPlan(plans, run.id, pageSize)) {
    const approved = new Set(await selectPart(deps, run, changes))
    const others = changes.filter((change) => !approved.has(change))
    const ids = others.map(recordId)
    const texts = withValues(ids, await plans.readPageFingerprints(run.id, ids))
    await plans.savePageFingerprints(
      rest,
      texts.map(([id, text]) => ({ id, text })),
    )
    const assets = others.flatMap((change) =>
      'product' in change ? deps.renderer.assetsOf(change.product) : [],
    )
    await plans.saveAssets(rest, rankAssets(assets, languages))
    await plans.save(rest, others)
  }
}

/** Drops the changes of the rest from the approved plan, and assets that only the rest needs. */
async function dropRest(deps: SyncDeps, run: Run, rest: string): Promise<void> {
  const { plans, runs } = deps
  for await (const ids of walkIds(plans, rest, pageSize)) await plans.drop(run.id, ids)
  const needed = new Set<string>()
  for (let offset = 0; ;) {
    const ids = await listPlanned(plans, run.id, offset, pageSize)
    if (ids.length === 0) break
    const changes = withValues(ids, await plans.read(run.id, ids)).map(([, change]) => change)
    const approved = await selectPart(deps, run, changes)
    for (const change of approved)
      if ('product' in change) for (const { url } of deps.renderer.assetsOf(change.product)) needed.add(url)
    // The rest may have been discarded after a crash: it must not be written here either.
    const left = changes.filter((change) => !approved.includes(change)).map(recordId)
    await plans.drop(run.id, left)
    offset += ids.length - left.length
  }
  const others = (await plans.listAssets(rest)).filter(({ url }) => !needed.has(url))
  await plans.dropAssets(
    run.id,
    others.map(({ url }) => url),
  )
  const planned = await plans.countKinds(run.id)
  // The approval covers only the guards of this part, not those of the rest.
  const isLeft = ({ guard }: GuardVerdict): boolean =>
    (judgedKinds[guard] ?? ['update']).some((kind) => planned[kind] > 0)
  const guards = run.guards.filter(isLeft)
  await runs.update(run.id, { planned, guards })
}
