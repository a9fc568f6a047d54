import type { Decision } from '../../core/decisions/decision.ts'
import type { SelectedRecord } from '../../core/decisions/bulk-decisions.ts'
import type { Resolutions } from '../../core/decisions/resolution.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { resolveRecord } from './resolve-record.ts'

/** Few, so that an interruption loses little. */
const together = 20

/** Makes one decision about many records, record by record. A record that changed since it was displayed is refused. */
export async function resolveMany(
  deps: SyncDeps,
  records: readonly SelectedRecord[],
  decision: Decision,
  signal: AbortSignal,
): Promise<Resolutions> {
  const result: Resolutions = { done: [], undecided: [] }
  for (const chunk of inChunks(records, together)) {
    const resolved = await Promise.all(
      chunk.map(async ({ gtin, language, seen }) => {
        const key = { gtin, language }
        if (signal.aborted) return { key, resolution: { ok: false, code: 'interrupted' } as const }
        const wanted = { ...decision, ...(seen !== undefined && { seen }) }
        return { key, resolution: await resolveRecord(deps, key, wanted, signal) }
      }),
    )
    for (const { key, resolution } of resolved) {
      if (resolution.ok) result.done.push(key)
      else result.undecided.push({ ...key, ...resolution })
    }
  }
  return result
}
