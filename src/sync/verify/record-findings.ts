import { rankAssets } from '../../core/record/assets.ts'
import type { Finding } from '../../core/page/finding.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { repairedKinds, repairOf } from '../../core/plan/repair.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readSkippingDamaged, readOrUndefined } from '../runs/read-despite-damage.ts'
import type { Run } from '../../core/run/run.ts'

/** A finding, and the snapshot that its repair needs; without a snapshot it is not repaired. */
export type Found = { finding: Finding; snapshot?: Snapshot | undefined }

/** Reads the snapshot of each entry; a record with a damaged snapshot is reported as failed and omitted. */
export async function readSnapshots<K extends RecordKey>(
  { snapshots, runs }: SyncDeps,
  runId: string,
  entries: readonly K[],
): Promise<{ entry: K; snapshot: Snapshot | undefined }[]> {
  const { keys, found, damaged } = await readSkippingDamaged(entries, (some) => snapshots.read(some))
  await runs.saveOutcomes(runId, damaged)
  return keys.map((entry, index) => ({ entry, snapshot: found[index] }))
}

/** Saves findings with their run, marks known ones, and plans the repairs that the run may make. */
export async function recordFindings(deps: SyncDeps, run: Run, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const findings = await markKnown(
    deps,
    found.map(({ finding }) => finding),
  )
  const kinds = repairedKinds(run)
  const repairable = withValues(
    findings,
    found.map(({ snapshot }) => snapshot),
  ).filter(([{ known, kind }]) => known === undefined && kinds.has(kind))
  const changes = repairable.flatMap(([finding, snapshot]) => repairOf(finding, snapshot) ?? [])
  await deps.plans.save(run.id, changes)
  const assets = changes.flatMap(({ product }) => deps.renderer.assetsOf(product))
  await deps.plans.saveAssets(run.id, rankAssets(assets, deps.languages))
  const duplicates = repairable.map(([finding]) => finding).filter(({ kind }) => kind === 'duplicate')
  // An operator requested the repair, so the age of the duplicate does not matter.
  await deps.writes.markUncertain(run.id, duplicates.filter(isAboutRecord), 0)
  await deps.findings.save(run.id, findings)
}

/** Any finding of a held record is known, and a conflict explains an edit. */
async function markKnown(deps: SyncDeps, findings: readonly Finding[]): Promise<Finding[]> {
  const keys = findings.filter(isAboutRecord)
  const [decisions, conflicts] = await Promise.all([
    readSkippingDamaged(keys, (some) => deps.decisions.read(some)),
    readOrUndefined(keys, (some) => deps.conflicts.read(some)),
  ])
  // An unreadable decision may be a hold.
  const free = new Set<Finding>(decisions.keys.filter((_, index) => decisions.found[index]?.kind !== 'hold'))
  const inConflict = new Set<Finding>(withValues(keys, conflicts).map(([finding]) => finding))
  return findings.map((finding) => {
    if (isAboutRecord(finding) && !free.has(finding)) return { ...finding, known: 'hold' }
    return finding.kind === 'edited' && inConflict.has(finding) ? { ...finding, known: 'conflict' } : finding
  })
}

function isAboutRecord(finding: Finding): finding is Finding & RecordKey {
  return !('path' in finding)
}
