import { assetsOf } from '../../core/record/assets.ts'
import type { Finding } from '../../core/page/finding.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { repairedKinds, repairOf } from '../../core/plan/repair.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readReadable, readWhole } from '../runs/readable.ts'
import type { Run } from '../../core/record/run.ts'

/** A finding with what its repair needs: no snapshot, no repair. */
export type Found = { finding: Finding; snapshot?: Snapshot | undefined }

/** Saves findings with their run, marks known ones, and plans the repairs that the run may make. */
export async function recordFindings(
  deps: SyncDeps,
  run: Pick<Run, 'id' | 'repair' | 'trigger'>,
  found: readonly Found[],
): Promise<void> {
  if (found.length === 0) return
  const known = await markKnown(
    deps,
    found.map(({ finding }) => finding),
  )
  const repaired = repairedKinds(run)
  const toRepair = known.flatMap((finding, index) => {
    const snapshot = found[index]?.snapshot
    return finding.known === undefined && repaired.has(finding.kind) && snapshot
      ? [{ finding, snapshot }]
      : []
  })
  const changes = toRepair.flatMap(({ finding, snapshot }) => repairOf(finding, snapshot) ?? [])
  await deps.plans.save(run.id, changes)
  await deps.plans.saveAssets(
    run.id,
    changes.flatMap((change) => assetsOf(change.product)),
  )
  const duplicates = toRepair.map(({ finding }) => finding).filter(({ kind }) => kind === 'duplicate')
  // An operator asked for the repair, so the age of the duplicate does not matter.
  await deps.writes.markUncertain(run.id, duplicates.filter(isAboutRecord), 0)
  await deps.findings.save(run.id, known)
}

/** Any finding of a held record is known, and a conflict explains an edit. */
async function markKnown(deps: SyncDeps, findings: readonly Finding[]): Promise<Finding[]> {
  const keys = findings.filter(isAboutRecord)
  const [{ keys: sound, found: decisions }, conflicts] = await Promise.all([
    readReadable(keys, (some) => deps.decisions.read(some)),
    readWhole(keys, (some) => deps.conflicts.read(some)),
  ])
  const held = new Set(sound.filter((_, index) => decisions[index]?.kind === 'hold'))
  // A decision that cannot be read may be a hold.
  for (const key of keys) if (!sound.includes(key)) held.add(key)
  const knownOf = new Map<Finding, NonNullable<Finding['known']>>()
  for (const [index, key] of keys.entries()) {
    if (held.has(key)) knownOf.set(key, 'hold')
    else if (conflicts[index] !== undefined && key.kind === 'edited') knownOf.set(key, 'conflict')
  }
  return findings.map((finding) => {
    const known = knownOf.get(finding)
    return known === undefined ? finding : { ...finding, known }
  })
}

function isAboutRecord(finding: Finding): finding is Finding & RecordKey {
  return !('path' in finding)
}
