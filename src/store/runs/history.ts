import type { Redis } from 'ioredis'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { HistoryEntry } from '../../core/report/history.ts'
import { approvedPartText } from '../../core/report/plan-part.ts'
import { describeUndoPart } from '../../core/report/undo-part.ts'
import { inChunks } from '../../lib/chunks.ts'
import { compact } from '../../lib/compact.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { decodeOrigin } from '../formats/shapes/run.ts'
import { unlessDamaged } from '../formats/define-shape.ts'

/** The fields of a run that the history shows, and the format version. */
const originFields = ['kind', 'trigger', 'createdAt', 'approvedPart', 'undoPart', 'v']

/** Runs read per round trip. */
const runsAtOnce = 200

/** Reads records' outcomes from the stored runs, so that there is only one copy to store and prune. */
export function createHistory(redis: Redis, keys: Keys) {
  async function readRuns(runIds: readonly string[], ids: readonly string[]): Promise<HistoryEntry[]> {
    const pipeline = redis.pipeline()
    for (const runId of runIds) {
      pipeline.hmget(keys.outcomes(runId), ...ids)
      pipeline.hmget(keys.run(runId), ...originFields)
    }
    const replies = (await execute(pipeline)) as (string | null)[][]
    return runIds.flatMap((runId, index) => {
      const fields = (replies[2 * index + 1] ?? []).flatMap((json, at) =>
        json === null ? [] : [[originFields[at] ?? '', json]],
      )
      const origin = unlessDamaged(() => decodeOrigin(Object.fromEntries(fields), keys.run(runId)))
      if (origin === undefined) return []
      const { kind, trigger, createdAt, ...parts } = origin
      const part = approvedPartText(parts) ?? describeUndoPart(parts.undoPart)
      return (replies[2 * index] ?? []).flatMap((json, at): HistoryEntry[] => {
        if (json === null) return []
        const place = { key: keys.outcomes(runId), field: ids[at] ?? '' }
        const outcome = outcomeShape.tryDecode(json, place)
        return outcome ? [compact({ at: createdAt, ...outcome, runId, kind, trigger, part })] : []
      })
    })
  }

  return {
    /** Newest first; back to `since`, or as far as runs are kept. */
    async read(wanted: readonly RecordKey[], since: Date): Promise<HistoryEntry[]> {
      if (wanted.length === 0) return []
      const runIds = await redis.zrevrangebyscore(keys.runs, '+inf', since.getTime())
      const entries: HistoryEntry[] = []
      for (const group of inChunks(runIds, runsAtOnce)) {
        for (const entry of await readRuns(group, wanted.map(recordId))) entries.push(entry)
      }
      return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    },
  }
}
