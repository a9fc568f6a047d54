import type { PlannedChange, PlannedKind } from '../../core/plan/change.ts'
import { causeOfField } from '../../core/decisions/history.ts'
import { diffProducts, type ValueDiff } from '../../core/markup/product-diff.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { Plans } from '../../sync/ports/plans.ts'
import type { Snapshots } from '../../sync/ports/snapshots.ts'
import { listPlanned } from '../../sync/runs/walk-plan.ts'

/** One planned change; `diffs` of an update contains the old and new values. */
export type PlannedRecord = RecordKey & {
  kind: PlannedKind
  name?: string
  pageId?: number
  fields?: string[]
  diffs?: ValueDiff[]
  reason?: string
}

export type PlanDeps = { plans: Pick<Plans, 'list' | 'read' | 'count'>; snapshots: Pick<Snapshots, 'read'> }

const pageSize = 500
const chunkSize = 100

/** The plan of a run by product and language; old values are from the snapshots. */
export async function* readPlanned(deps: PlanDeps, runId: string): AsyncGenerator<PlannedRecord> {
  for (const ids of inChunks(await listIds(deps, runId), chunkSize)) {
    const changes = (await deps.plans.read(runId, ids)).filter(
      (change) => change !== undefined && change.kind !== 'revert',
    )
    const known = changes.filter(({ kind }) => kind === 'update' || kind === 'retire')
    const found = await deps.snapshots.read(known)
    const snapshots = new Map(known.map((change, index) => [change, found[index]]))
    for (const change of changes) yield toPlanned(change, snapshots.get(change))
  }
}

async function listIds({ plans }: PlanDeps, runId: string): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const ids = await listPlanned(plans, runId, all.length, pageSize)
    if (ids.length === 0) return all.sort((a, b) => (a < b ? -1 : 1))
    for (const id of ids) all.push(id)
  }
}

function toPlanned(change: PlannedChange, snapshot: Snapshot | undefined): PlannedRecord {
  const { gtin, language, kind } = change
  if (kind === 'retire') {
    const { pageId, reason } = change
    return { gtin, language, kind, pageId, ...(snapshot && { name: snapshot.product.name }), reason }
  }
  const { name } = change.product
  if (kind !== 'update')
    return { gtin, language, kind, name, ...(kind === 'restore' && { pageId: change.pageId }) }
  const { pageId, fields } = change
  // Without its snapshot, an update has no old values, only the names of its fields.
  const diffs = snapshot === undefined ? [] : diffProducts(snapshot.product, change.product)
  return {
    gtin,
    language,
    kind,
    name,
    pageId,
    fields,
    diffs: diffs.filter(({ field }) => fields.includes(field)),
  }
}

/** The reasons of a write apart from changed values. */
export function otherCauses({ fields = [], diffs = [] }: PlannedRecord): string[] {
  const shown = new Set(diffs.map(({ field }) => field))
  return fields.filter((field) => !shown.has(field)).map((field) => causeOfField(field) ?? field)
}
