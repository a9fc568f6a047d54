import { changedFields } from '../../core/plan/diff.ts'
import { valueText } from '../../core/plan/product-diff.ts'
import { createValueCounts, type ValueFacts } from '../../core/plan/value-counts.ts'
import { isGuarded } from '../../core/plan/value-rules.ts'
import type { Product } from '../../core/record/product.ts'
import type { GuardVerdict } from '../../core/reasons/guard-verdict.ts'
import type { Change } from '../../core/run/change.ts'
import { firstLine } from '../../core/text/first-line.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

const recordsAtOnce = 200

/**
 * The verdicts on the values of a plan. Records whose new version is held count, although they are not in the plan.
 * Accepted versions do not count.
 */
export async function findUnusualValues(
  deps: SyncDeps,
  runId: string,
  mirrored: number,
): Promise<GuardVerdict[]> {
  const counts = createValueCounts(deps.valueRules)
  for await (const seen of deps.suspects.scan())
    for (const { key, value } of seen)
      if (value.runId === runId) {
        const broken = value.blanks.code === 'values' ? value.blanks.broken : []
        counts.add({ ...key, broken, changes: value.changes ?? [] })
      }
  for await (const ids of walkUpdates(deps, runId))
    for (const facts of await readFacts(deps, runId, ids)) counts.add(facts)
  return counts.verdicts(mirrored)
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

async function readFacts(deps: SyncDeps, runId: string, ids: readonly string[]): Promise<ValueFacts[]> {
  const changes = (await deps.plans.read(runId, ids)).filter((change) => change !== undefined)
  const snapshots = await readOrUndefined(changes, (some) => deps.snapshots.read(some))
  const decisions = await readOrUndefined(changes, (some) => deps.decisions.read(some))
  return withValues(changes, snapshots).flatMap(([change, { product: before }]) => {
    const pending = decisions[changes.indexOf(change)]
    if (!('product' in change) || (pending?.kind === 'accept' && pending.digest === change.digest)) return []
    return [{ ...change, broken: [], changes: differencesOf(change, before) }]
  })
}

function differencesOf(change: Extract<Change, { product: Product }>, before: Product) {
  return changedFields(before, change.product).flatMap((field) => {
    if (!isGuarded(field)) return []
    const text = (product: Product): string => firstLine(valueText(field, product[field]))
    return [{ field, before: text(before), after: text(change.product) }]
  })
}
