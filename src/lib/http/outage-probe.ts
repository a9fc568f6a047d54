import type { Answer } from './answer.ts'
import type { Request } from './send.ts'

/** Failures in a row after which a request for something else is sent. */
const probedFrom = 5

type Ask<Sent extends Request> = (request: Sent, signal: AbortSignal) => Promise<Answer>

/**
 * Distinguishes an outage from a few records that always fail. The function that it returns judges the end of each
 * request: what it proves about the whole upstream. After several failures in a row, it uses the end of a request for
 * something else. `serves` sends one to the upstream, or to the service behind it if there is one (`isService`).
 */
export function createOutageProbe<Sent extends Request>(serves: Ask<Sent>, isService: boolean) {
  let failures = 0
  let probing: Promise<Answer> | undefined
  return async (request: Sent, answer: Answer, signal: AbortSignal): Promise<Answer> => {
    if (typeof answer === 'string') {
      if (answer === 'answered') failures = 0
      return answer
    }
    failures++
    if (failures < probedFrom || request.method !== 'GET') return answer
    const probed = await (probing ??= serves(request, signal).finally(() => (probing = undefined)))
    if (probed !== 'answered') return !isService || probed === 'unknown' ? answer : probed
    failures = 0
    return 'answered'
  }
}
