import {
  endsOfLimits,
  limitMessages,
  outageMessages,
  type Limits,
  type Outages,
} from '../../core/report/pauses.ts'
import type { Upstream } from '../../lib/errors.ts'
import type { Progress } from './progress.ts'

/** Limits that end within this time of each other are the same limit. */
const sameMs = 1_000

/**
 * Prints a message once when an upstream limits the run or is down, because the run would otherwise seem to
 * hang. `limits`: milliseconds left.
 */
export function announceLimits(
  progress: Progress,
  { limits, outages }: { limits: () => Limits; outages: () => Outages },
  say: (message: string) => void,
): Progress {
  const said: Record<Upstream, number> = { partner: 0, cms: 0 }
  const saidSince: Partial<Record<Upstream, string>> = {}
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
      const silent = outages()
      for (const [upstream, message] of outageMessages(silent, Date.now())) {
        const since = silent[upstream]?.since
        if (since === undefined || since === saidSince[upstream]) continue
        saidSince[upstream] = since
        progress.end()
        say(message)
      }
      progress.show(run, counters)
    },
    end: () => progress.end(),
  }
}
