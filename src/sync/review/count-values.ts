import { diffValues } from '../../core/plan/product-diff.ts'
import { createValueCounts, type ValueFacts } from '../../core/plan/value-counts.ts'
import { addChanges, countedChanges } from '../../core/plan/values-apart.ts'
import type { GuardVerdict } from '../../core/reasons/guard-verdict.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

const recordsAtOnce = 200

/**
 * The verdicts on the values of a plan. Records whose new version is held count, although they are not in the plan.
 * Accepted versions do not count. Changes by runs of some products or languages since the last full run count, too
 * (`isPartial`: this run is one of them).
 */
export async function findUnusualValues(
  deps: SyncDeps,
  { id: runId, isPartial, mirrored }: Pick<Run, 'id'> & { isPartial: boolean; mirrored: number },
): Promise<GuardVerdict[]> {
  const counts = createValueCounts(deps.valueRules)
  const counted = new Set<string>()
  for await (const seen of deps.suspects.scan())
    for (const { key, value } of seen) {
      // A full run checks every held version again.
      const isOwn = value.runId === runId
      if (!isOwn && !isPartial) continue
      const broken = value.blanks.code === 'values' ? value.blanks.broken : []
      counts.add({ ...key, broken, changes: value.changes ?? [] }, isOwn)
    }
  for await (const ids of walkUpdates(deps, runId)) {
    const facts = await readFacts(deps, runId, ids)
    const earlier = await readEarlier(deps, facts)
    for (const [index, one] of facts.entries()) {
      const before = earlier[index]
      if (before !== undefined) counted.add(recordId(one))
      counts.add({ ...one, broken: [], earlier: before?.changes ?? [] })
    }
  }
  for await (const seen of deps.valuesApart.scan())
    for (const { key, value } of seen)
      if (!counted.has(recordId(key))) counts.add({ ...key, broken: [], changes: value.changes }, false)
  return counts.verdicts(mirrored)
}

/** Stores the values that a run of some products or languages is about to change. May be repeated. */
export async function saveValuesApart(deps: SyncDeps, runId: string): Promise<void> {
  for await (const ids of walkUpdates(deps, runId)) {
    const facts = await readFacts(deps, runId, ids)
    const earlier = await readEarlier(deps, facts)
    const now = facts.map(({ gtin, language, changes }, index) => {
      const all = addChanges(earlier[index]?.changes ?? [], changes)
      return { key: { gtin, language }, value: { changes: countedChanges(deps.valueRules, all) } }
    })
    await deps.valuesApart.save(now.filter(({ value }) => value.changes.length > 0))
    await deps.valuesApart.remove(now.filter(({ value }) => value.changes.length === 0).map(({ key }) => key))
  }
}

function readEarlier({ valuesApart }: SyncDeps, keys: readonly RecordKey[]) {
  return readOrUndefined(keys, (some) => valuesApart.read(some))
}

/** The updates for changes in the partner's data, and the restored records. */
async function* walkUpdates({ plans }: SyncDeps, runId: string): AsyncIterable<string[]> {
  const { create, update, restore } = await plans.countKinds(runId)
  const { only } = await plans.countTemplate(runId)
  // The order of the updates ends with those for links, files or the template alone.
  const others = only + (await plans.countSecondary(runId))
  const parts = [
    { from: create, to: create + update - others },
    { from: create + update, to: create + update + restore },
  ]
  for (const { from, to } of parts)
    for (let at = from; at < to; at += recordsAtOnce)
      yield plans.list(runId, 'write', at, Math.min(recordsAtOnce, to - at))
}

type Changed = Pick<ValueFacts, 'gtin' | 'language' | 'changes'>

async function readFacts(deps: SyncDeps, runId: string, ids: readonly string[]): Promise<Changed[]> {
  const changes = (await deps.plans.read(runId, ids)).filter((change) => change !== undefined)
  const snapshots = await readOrUndefined(changes, (some) => deps.snapshots.read(some))
  const decisions = await readOrUndefined(changes, (some) => deps.decisions.read(some))
  return withValues(changes, snapshots).flatMap(([change, { product: before }]) => {
    const pending = decisions[changes.indexOf(change)]
    if (!('product' in change) || (pending?.kind === 'accept' && pending.digest === change.digest)) return []
    const { gtin, language, product } = change
    return [{ gtin, language, changes: diffValues(before, product) }]
  })
}
