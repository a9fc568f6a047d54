import type { ChangeView } from '../../../core/views/change-view.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { Run } from '../../../core/run/run.ts'
import { readChanges } from '../../../sync/views/read-changes.ts'
import type { OpsDeps } from '../../deps.ts'
import { nameOf } from '../product/product-values.ts'
import { webLink } from '../shared/links.ts'

/** A change with readable names of its fields. */
export type RunChange = ChangeView & { name: string }

/** Reads some records of a run in a few round trips; omits those without a planned change or an outcome. */
export async function readRunChanges(
  deps: OpsDeps,
  run: Run,
  keys: readonly RecordKey[],
  signal: AbortSignal,
): Promise<RunChange[]> {
  const changes = await readChanges(deps, { run, mirror: deps.place?.id }, keys, signal)
  return changes.map((change) => ({
    ...change,
    name: change.name ?? '',
    link: webLink(change.link),
    fields: change.fields.map(nameOf),
    product: change.product.map((diff) => ({ ...diff, field: nameOf(diff.field) })),
  }))
}
