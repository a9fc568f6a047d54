import type { Change, Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * Leaves out changes that a held plan contains, with the version that it holds, because only an approval may write them.
 * An approved run writes them.
 */
export async function leaveHeld(
  { runs, plans }: SyncDeps,
  runId: string,
  changes: readonly Change[],
): Promise<{ free: Change[]; outcomes: Outcome[] }> {
  const outcomes: Outcome[] = []
  let free = [...changes]
  if (free.length === 0 || (await runs.read(runId))?.approved === true) return { free, outcomes }
  for (const { id, state, kind } of await runs.waiting()) {
    if (state !== 'held' || kind !== 'sync') continue
    const held = await plans.read(id, free.map(recordId))
    const isHeld = free.map((change, index) => isSame(change, held[index]))
    for (const { gtin, language } of free.filter((_, index) => isHeld[index]))
      outcomes.push({ gtin, language, result: 'held', reasons: [{ code: 'in-held-plan', runId: id }] })
    free = free.filter((_, index) => isHeld[index] !== true)
  }
  return { free, outcomes }
}

function isSame(change: Change, held: Change | undefined): boolean {
  if (held?.kind !== change.kind) return false
  return 'digest' in change && 'digest' in held ? change.digest === held.digest : true
}
