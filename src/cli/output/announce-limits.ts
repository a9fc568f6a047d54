import { pauseText, upstreamPauses, type Limits, type Outages } from '../../core/report/pauses.ts'
import type { Progress } from './progress.ts'

/** Pauses whose times are this close are the same pause. */
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
  /** The end of the last announced limit of each upstream, and the start of its last announced outage. */
  const announced = new Map<string, number>()
  return {
    show(run, counters) {
      const now = Date.now()
      for (const pause of upstreamPauses({ limits: limits(), outages: outages() }, now)) {
        const kind = `${pause.code} ${pause.upstream}`
        const time = Date.parse(pause.code === 'outage' ? pause.outage.since : pause.end)
        if (time < (announced.get(kind) ?? 0) + sameMs) continue
        announced.set(kind, time)
        progress.end()
        say(pauseText(pause, now))
      }
      progress.show(run, counters)
    },
    end: () => progress.end(),
  }
}
