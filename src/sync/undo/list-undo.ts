import type { Outcome } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

const wrote: ReadonlySet<Outcome['result']> = new Set(['created', 'updated', 'restored', 'retired', 'undone'])

/** Ids of the records whose page a run wrote, some hundred at a time; one may come twice. */
export async function* listWritten(deps: Pick<SyncDeps, 'runs'>, runId: string): AsyncIterable<string[]> {
  for await (const outcomes of deps.runs.scanOutcomes(runId)) {
    const ids = outcomes.filter(({ result }) => wrote.has(result)).map(recordId)
    if (ids.length > 0) yield ids
  }
}
