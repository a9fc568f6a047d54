import { endsOfLimits, limitMessages, type Limits } from '../../core/report/pauses.ts'
import type { Upstream } from '../../lib/errors.ts'
import type { Progress } from './progress.ts'

/** The same limit is known to within this time. */
const sameMs = 1_000

/** Says once when an upstream limits the run, which would otherwise seem to hang. `limits`: milliseconds left. */
export function announceLimits(
  progress: Progress,
  limits: () => Limits,
  say: (message: string) => void,
): Progress {
  const said: Record<Upstream, number> = { partner: 0, cms: 0 }
  return {
    show(run, counters) {
      const ends = endsOfLimits(limits(), Date.now())
      for (const [upstream, message] of limitMessages(ends)) {
        const until = Date.parse(ends?.[upstream] ?? '')
        if (until < said[upstream] + sameMs) continue
        said[upstream] = until
        progress.end()
        say(message)
      }
      progress.show(run, counters)
    },
    end: () => progress.end(),
  }
}
