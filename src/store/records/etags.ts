import type { Redis } from 'ioredis'
import type { FullReads } from '../../core/record/full-read.ts'
import type { Keys } from '../redis/keys.ts'

const faultSeconds = 30 * 24 * 3_600

type Turns = FullReads & { runId: string }

/** The records that a run requests in full, and a record whose ETag did not change with its data. */
export type Etags = { turns: FullReads | undefined; fault: string | undefined }

/** The meaning of both stored values for a run. A damaged one counts as missing. */
export function decodeEtags(
  runId: string,
  [fullReads, fault]: readonly [fullReads: string | null, fault: string | null],
): Etags {
  const turns = decodeTurns(fullReads)
  return { turns: turns?.runId === runId ? turns : undefined, fault: fault ?? undefined }
}

function decodeTurns(text: string | null): Turns | undefined {
  const [, runId, from, to] = /^(\S+)\|(\d+)\|(\d+)$/.exec(text ?? '') ?? []
  return runId === undefined ? undefined : { runId, from: Number(from), to: Number(to) }
}

/** Whether the partner's ETags change with its data. After a damaged value, the next run starts over. */
export function createEtags(redis: Redis, keys: Keys) {
  return {
    /**
     * Stores the start of a whole run (ms). The run requests in full the records that are due since the previous whole
     * run.
     */
    async startRun(runId: string, at: number): Promise<void> {
      const before = decodeTurns(await redis.get(keys.fullReads))
      // A retried run keeps its turns.
      if (before?.runId !== runId) await redis.set(keys.fullReads, `${runId}|${before?.to ?? at}|${at}`)
    },

    async read(runId: string): Promise<Etags> {
      const [turns = null, fault = null] = await redis.mget(keys.fullReads, keys.etagFault)
      return decodeEtags(runId, [turns, fault])
    },

    /** Stores such a record for a month; no ETags are sent in that time. */
    async saveFault(recordId: string): Promise<void> {
      await redis.set(keys.etagFault, recordId, 'EX', faultSeconds)
    },
  }
}
