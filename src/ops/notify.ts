import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { MirrorError, reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Run } from '../sync/run.ts'
import { toNotice } from './notice.ts'

const tries = 3
const timeoutMs = 10_000

/**
 * Tells NOTIFY_URL of a run that a person should look at; never rejects. A JSON POST
 * `{ mirror, event, runId, message, digest?, command?, run }`.
 */
export function createNotifier(
  url: string | undefined,
  mirror: string,
  log: Logger,
): (run: Run) => Promise<void> {
  return async (run) => {
    if (url === undefined) return
    const body = JSON.stringify({ mirror, ...toNotice(run), run })
    for (let attempt = 1; attempt <= tries; attempt++) {
      try {
        await post(url, body)
        return
      } catch (error) {
        log.warn({ runId: run.id, attempt, reason: reasonOf(error) }, 'notification not delivered')
        if (attempt < tries) await sleep(attempt * 1000)
      }
    }
  }
}

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'product-mirror' }
  const answer = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  await answer.body.dump()
  if (answer.statusCode >= 300) throw new MirrorError(`NOTIFY_URL answered ${answer.statusCode}`)
}
