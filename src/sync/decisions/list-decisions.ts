import {
  compareListed,
  listDecision,
  matchesFilter,
  type DecisionFilter,
  type ListedDecision,
} from '../../core/decisions/decision-filter.ts'
import type { OpenDecision } from '../../core/decisions/open-decision.ts'
import type { FieldNames, FieldText } from '../../core/record/field-names.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Stores } from '../../store/stores.ts'
import { readNames, type NameDeps } from '../runs/read-names.ts'
import { compact } from '../../lib/compact.ts'

/** Records that need a decision, then those with a pending one; up to `limit`, and whether there are more. */
export async function listOpenDecisions(
  deps: Stores,
  limit: number,
  filter: DecisionFilter = {},
): Promise<{ waiting: OpenDecision[]; more: boolean }> {
  const found = await findDecisions(deps, filter)
  return { waiting: await readOpenDecisions(deps, found.slice(0, limit)), more: found.length > limit }
}

/** Every record that needs a decision or has a pending one, without its content; open decisions first. */
export async function findDecisions(deps: Stores, filter: DecisionFilter): Promise<ListedDecision[]> {
  const found = new Map<string, ListedDecision>()
  for (const table of [deps.conflicts, deps.suspects, deps.decisions]) {
    for await (const entries of table.scan()) {
      const keys = entries.map(({ key }) => key).filter((key) => !found.has(recordId(key)))
      for (const waiting of await readOpenDecisions(deps, keys))
        if (matchesFilter(filter, waiting)) found.set(recordId(waiting), listDecision(waiting))
    }
  }
  return [...found.values()].sort(compareListed)
}

/** The open decision of one record; undefined if it has none. */
export async function readOpenDecision(deps: Stores, key: RecordKey): Promise<OpenDecision | undefined> {
  const [waiting] = await readOpenDecisions(deps, [key])
  return waiting
}

/** The open decisions of records, in their order; records without one are omitted. */
export async function readOpenDecisions(deps: Stores, keys: readonly RecordKey[]): Promise<OpenDecision[]> {
  const [conflicts, suspects, decisions] = await Promise.all([
    deps.conflicts.read(keys),
    deps.suspects.read(keys),
    deps.decisions.read(keys),
  ])
  return keys.flatMap(({ gtin, language }, index): OpenDecision[] => {
    const [conflict, suspect, pending] = [conflicts[index], suspects[index], decisions[index]]
    if (!conflict && !suspect && !pending) return []
    return [compact({ gtin, language, conflict, suspect, pending })]
  })
}

/** The names of the terms and files in the mapped fields of conflicts. */
export function readDecisionNames(
  deps: NameDeps,
  waiting: readonly { conflict?: OpenDecision['conflict'] | undefined }[],
  signal: AbortSignal,
): Promise<FieldNames> {
  const entries = waiting.flatMap(({ conflict }) => conflict?.fields ?? [])
  return readNames(
    deps,
    entries.flatMap(({ field, base, theirs, ours }) =>
      [base, theirs, ours].map((text): FieldText => [field, text]),
    ),
    signal,
  )
}
