import type { Redis } from 'ioredis'
import type { FullReads } from '../../core/record/full-read.ts'
import type { Keys } from '../redis/keys.ts'

const faultSeconds = 30 * 24 * 3_600

/** Whether the partner's ETags change with its data. A damaged value counts as missing, and the next run starts over. */
export function createEtags(redis: Redis, keys: Keys) {
  async function readTurns() {
    const [, runId, from, to] = /^(\S+)\|(\d+)\|(\d+)$/.exec((await redis.get(keys.fullReads)) ?? '') ?? []
    return runId === undefined ? undefined : { runId, from: Number(from), to: Number(to) }
  }

  return {
    /**
     * Stores the start of a whole run (ms). The run requests in full the records that are due since the previous whole
     * run.
     */
    async startRun(runId: string, at: number): Promise<void> {
      const before = await readTurns()
      // A retried run keeps its turns.
      if (before?.runId !== runId) await redis.set(keys.fullReads, `${runId}|${before?.to ?? at}|${at}`)
    },

    /** The records that a run requests in full, and a record whose ETag did not change with its data. */
    async read(runId: string): Promise<{ turns: FullReads | undefined; fault: string | undefined }> {
      const [turns, fault] = await Promise.all([readTurns(), redis.get(keys.etagFault)])
      return { turns: turns?.runId === runId ? turns : undefined, fault: fault ?? undefined }
    },

    /** Stores such a record for a month; no ETags are sent in that time. */
    async saveFault(recordId: string): Promise<void> {
      await redis.set(keys.etagFault, recordId, 'EX', faultSeconds)
    },
  }
}
