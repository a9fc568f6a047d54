import { judge, judgeRepairs, type Unknown } from '../../core/plan/guards.ts'
import { isForLinks } from '../../core/page/links.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import { countWrittenApart } from './count-apart.ts'
import { findUnusualValues } from './count-values.ts'
import type { SyncDeps } from '../deps.ts'
import { readPlannedSize } from './planned-size.ts'

const idsAtOnce = 500

/** A plan's numbers, and the reasons to hold it. */
export type Review = { verdicts: Run['guards']; planned: Run['planned'] }

/** A run whose plan is complete. `created` are existing pages of planned creates, by language. */
type Judged = Pick<Run, 'id' | 'kind' | 'rewrite'> &
  Partial<Pick<Run, 'trigger' | 'scope'>> & {
    created: ReadonlyMap<string, Unknown>
    /** The guards that held the plan of which this one is a part. */
    heldBy?: Run['guards']
    /** Languages that were missing in the list of languages although they have snapshots. */
    relisted?: readonly string[]
  }

/** Judges a complete plan. */
export async function judgePlan(
  deps: SyncDeps,
  { id, kind, rewrite, trigger, scope = {}, created, heldBy = [], relisted = [] }: Judged,
): Promise<Review> {
  const planned = await deps.plans.countKinds(id)
  const mirrored = await deps.snapshots.countMirrored()
  const template = await deps.plans.countTemplate(id)
  // Pages that only gain a missing asset, or change their links or file URLs, do not indicate a problem.
  const secondary = await deps.plans.countSecondary(id)
  const update = planned.update - secondary
  const end = planned.create + planned.update
  const links = await countLinks(deps, id, { from: end - secondary, to: end })
  const languages = await countLanguages(deps, id)
  const added = links > 0 ? await findAdded(deps, id, planned) : []
  const whole = heldBy.find((verdict) => 'added' in verdict)
  const vanished = await countVanished(deps, id)
  const apart = await countWrittenApart(deps, kind === 'verify' ? undefined : id)
  const mayBeLost = kind === 'sync' || kind === 'plan'
  const unknown = new Map(created)
  for (const language of mayBeLost ? relisted : [])
    unknown.set(language, { pages: await deps.snapshots.countMirrored(language), known: 0 })
  const isScheduled = trigger === 'schedule'
  const judged = {
    mirrored,
    planned: {
      ...planned,
      update,
      template,
      languages,
      apart,
      vanished,
      unknown,
      links,
      added: [...new Set([...added, ...(whole?.added ?? [])])].sort(),
      removed: [...new Set([...languages.keys(), ...(whole?.removed ?? [])])].sort(),
      size: await readPlannedSize(deps, isScheduled),
    },
    limits: deps.policy,
  }
  const verdicts = [
    ...(kind === 'verify' ? judgeRepairs(judged) : judge({ ...judged, rewrite, isScheduled })),
    ...(mayBeLost ? await findUnusualValues(deps, { id, isPartial: !isWhole({ scope }), mirrored }) : []),
  ]
  deps.log.info({ runId: id, mirrored, planned, verdicts }, 'plan reviewed')
  return { verdicts, planned }
}

/** The updates only for links among some planned writes. */
async function countLinks(
  { plans }: SyncDeps,
  runId: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  let count = 0
  for (let at = from; at < to; at += idsAtOnce) {
    const ids = await plans.list(runId, 'write', at, Math.min(idsAtOnce, to - at))
    for (const change of await plans.read(runId, ids))
      if (change?.kind === 'update' && isForLinks(change)) count++
  }
  return count
}

/** The languages without a mirrored page of which a plan creates or publishes pages. */
async function findAdded(
  { plans, snapshots }: SyncDeps,
  runId: string,
  { create, update, restore }: Run['planned'],
): Promise<string[]> {
  const found = new Set<string>()
  const parts = [
    { from: 0, to: create },
    { from: create + update, to: create + update + restore },
  ]
  for (const { from, to } of parts)
    for (let at = from; at < to; at += idsAtOnce)
      for (const id of await plans.list(runId, 'write', at, Math.min(idsAtOnce, to - at)))
        found.add(toRecordKey(id).language)
  const counts = await Promise.all([...found].map((language) => snapshots.countMirrored(language)))
  return [...found].filter((_, index) => counts[index] === 0)
}

const againKinds: ReadonlySet<string | undefined> = new Set(['update', 'restore'])

/** The planned pages that were deleted: the write creates them again. */
async function countVanished({ plans, pageStates }: SyncDeps, runId: string): Promise<number> {
  const found = new Set<string>()
  for await (const seen of pageStates.scan()) {
    const ids = seen.flatMap(({ key, value }) => (value.state === 'deleted' ? [recordId(key)] : []))
    const kinds = await plans.kinds(runId, ids)
    for (const [index, id] of ids.entries()) if (againKinds.has(kinds[index])) found.add(id)
  }
  return found.size
}

/** The planned retirements of each language that is no longer mirrored. */
async function countLanguages({ plans }: SyncDeps, runId: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let offset = 0; ;) {
    const ids = await plans.list(runId, 'retire', offset, idsAtOnce)
    if (ids.length === 0) return found
    offset += ids.length
    for (const change of await plans.read(runId, ids))
      if (change?.kind === 'retire' && change.reason === 'language no longer mirrored')
        found.set(change.language, (found.get(change.language) ?? 0) + 1)
  }
}
