import type { Run } from '../../core/run/run.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Posting } from '../../sync/ports/stored.ts'
import { heartbeatName } from './receiver.ts'

type Deps = {
  mirror: string
  /** NOTIFY_HEARTBEAT_URL. */
  url: string | undefined
  enqueue: (postings: readonly Posting[]) => Promise<void>
  log: Logger
}

/** Queues a request to NOTIFY_HEARTBEAT_URL for a successful run, once for each run; never rejects. */
export function createHeartbeatSender({ mirror, url, enqueue, log }: Deps): (run: Run) => Promise<void> {
  return async ({ id }) => {
    if (url === undefined) return
    try {
      await enqueue([{ receiver: heartbeatName(url), id: `${mirror}-${id}-heartbeat`, body: '' }])
    } catch (error) {
      log.error({ runId: id, reason: reasonOf(error) }, 'heartbeat not queued')
    }
  }
}
