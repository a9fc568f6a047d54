import type { Decision } from '../../core/decisions/decision.ts'
import type { ManyResolved, MeantRecord } from '../../core/decisions/many-decisions.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { resolveRecord } from './resolve-record.ts'

/** Few, so that an interruption loses little. */
const together = 20

/** Makes one decision about many records, record by record. A record that changed since it was displayed is refused. */
export async function resolveMany(
  deps: SyncDeps,
  records: readonly MeantRecord[],
  decision: Decision,
  signal: AbortSignal,
): Promise<ManyResolved> {
  const result: ManyResolved = { done: [], refused: [] }
  for (const chunk of inChunks(records, together)) {
    const resolved = await Promise.all(
      chunk.map(async ({ gtin, language, seen }) => {
        const key = { gtin, language }
        if (signal.aborted) return { key, resolution: interrupted(key) }
        const wanted = { ...decision, ...(seen !== undefined && { seen }) }
        return { key, resolution: await resolveRecord(deps, key, wanted, signal) }
      }),
    )
    for (const { key, resolution } of resolved) {
      if (resolution.ok) result.done.push(key)
      else result.refused.push({ ...key, code: resolution.code, reason: resolution.reason })
    }
  }
  return result
}

function interrupted(key: RecordKey) {
  const reason = `${recordId(key)} was not reached before the command was interrupted.`
  return { ok: false, code: 'interrupted', reason } as const
}
