import { isIPv6 } from 'node:net'
import { z } from 'zod'
import type { Config } from '../../../../config/daemon.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import { requiredLogin, tryListening } from '../../../ops/http/listening.ts'
import type { Found } from './check-secrets.ts'

const healthMs = 3_000
const Health = z.object({ status: z.literal('ok') }).or(z.object({ error: z.object({ code: z.string() }) }))

/** Listens as the daemon would, unless a daemon already listens there. */
export async function checkDashboard(_mirror: Mirror, { ops }: Config): Promise<Found> {
  const login = requiredLogin(ops)
  const guard = login === undefined ? 'this machine only, no login' : `login as ${login.user}`
  if (await isServed(ops)) return `a daemon already listens on ${ops.host}:${ops.port} (${guard})`
  await tryListening(ops)
  return `can listen on ${ops.host}:${ops.port} (${guard})`
}

/** Whether a daemon of this project listens there. */
async function isServed({ host, port }: Config['ops']): Promise<boolean> {
  if (port === 0) return false
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${isIPv6(name) ? `[${name}]` : name}:${port}/healthz`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(healthMs) })
    return Health.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
