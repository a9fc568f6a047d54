import { isWhole, type Run } from '../../core/run/run.ts'
import type { PlannedKind } from '../../core/run/change.ts'
import type { SyncDeps } from '../deps.ts'
import { saveValuesApart } from './count-values.ts'

const idsAtOnce = 500

/**
 * Stores the records that a run of some products or languages, or a part of a plan, is about to write because the partner changed them, with
 * their changed values. The guards count them until a full run writes.
 */
export async function countApart(deps: SyncDeps, run: Run): Promise<void> {
  const { plans, updatedApart, valuesApart } = deps
  // The rest of a partly approved plan is judged again with the next full run.
  if (isWhole(run) && run.rest === undefined) {
    await updatedApart.clear()
    return valuesApart.clear()
  }
  await saveValuesApart(deps, run.id)
  const { create, update, restore, retire } = await plans.countKinds(run.id)
  const { only } = await plans.countTemplate(run.id)
  // The order of the updates ends with those for links, files or the template alone.
  const others = only + (await plans.countSecondary(run.id))
  const restored = create + update
  const parts = [
    { kind: 'create', part: 'write', from: 0, to: create },
    { kind: 'update', part: 'write', from: create, to: create + update - others },
    { kind: 'restore', part: 'write', from: restored, to: restored + restore },
    { kind: 'retire', part: 'retire', from: 0, to: retire },
  ] as const
  for (const { kind, part, from, to } of parts)
    for (let at = from; at < to; at += idsAtOnce) {
      const ids = await plans.list(run.id, part, at, Math.min(idsAtOnce, to - at))
      await updatedApart.add(ids.map((id) => markOf(kind, id)))
    }
}

/** The records that such runs wrote, by kind of change, without those that this plan changes in the same way. */
export async function countWrittenApart(
  { plans, updatedApart }: SyncDeps,
  runId: string | undefined,
): Promise<Record<PlannedKind, number>> {
  const others = { create: new Set(), update: new Set(), restore: new Set(), retire: new Set() }
  if (runId !== undefined)
    for await (const marks of updatedApart.scan()) {
      const written = marks.map(readMark)
      const planned = await plans.kinds(
        runId,
        written.map(({ id }) => id),
      )
      for (const [index, { kind, id }] of written.entries()) if (planned[index] !== kind) others[kind].add(id)
    }
  const { create, update, restore, retire } = others
  return { create: create.size, update: update.size, restore: restore.size, retire: retire.size }
}

/** Earlier versions stored only updates, as ids. */
function markOf(kind: PlannedKind, id: string): string {
  return kind === 'update' ? id : `${kind} ${id}`
}

function readMark(mark: string): { kind: PlannedKind; id: string } {
  const [id = '', kind = 'update'] = mark.split(' ').toReversed()
  return { kind: isKind(kind) ? kind : 'update', id }
}

function isKind(text: string): text is PlannedKind {
  return text === 'create' || text === 'update' || text === 'restore' || text === 'retire'
}
