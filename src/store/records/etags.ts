import type { Redis } from 'ioredis'
import type { Etags } from '../../sync/ports/etags.ts'
import type { Keys } from '../redis/keys.ts'

const faultSeconds = 30 * 24 * 3_600

/** Stores the state of the partner's ETags. A damaged value counts as missing, and the next run starts over. */
export function createEtags(redis: Redis, keys: Keys): Etags {
  async function readTurns() {
    const [, runId, from, to] = /^(\S+)\|(\d+)\|(\d+)$/.exec((await redis.get(keys.fullReads)) ?? '') ?? []
    return runId === undefined ? undefined : { runId, from: Number(from), to: Number(to) }
  }

  return {
    async startRun(runId, at) {
      const before = await readTurns()
      // A retried run keeps its turns.
      if (before?.runId !== runId) await redis.set(keys.fullReads, `${runId}|${before?.to ?? at}|${at}`)
    },

    async read(runId) {
      const [turns, fault] = await Promise.all([readTurns(), redis.get(keys.etagFault)])
      return { turns: turns?.runId === runId ? turns : undefined, fault: fault ?? undefined }
    },

    async saveFault(recordId) {
      await redis.set(keys.etagFault, recordId, 'EX', faultSeconds)
    },
  }
}
