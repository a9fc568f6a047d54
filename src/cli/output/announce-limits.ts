import {
  pauseText,
  upstreamPauses,
  type Limits,
  type Outages,
  type WritePause,
} from '../../core/report/pauses.ts'
import type { Progress } from './progress.ts'

/** Pauses whose times are this close are the same pause. */
const sameMs = 1_000

type Sources = { limits: () => Limits; outages: () => Outages; writePause: () => WritePause | undefined }

/**
 * Prints a message once when an upstream limits the run or is down, or when its writes wait, because the run would
 * otherwise seem to hang. `limits`: milliseconds left.
 */
export function announceLimits(
  progress: Progress,
  { limits, outages, writePause }: Sources,
  say: (message: string) => void,
): Progress {
  /** The end of the last announced limit of each upstream, and the start of its last announced outage. */
  const announced = new Map<string, number>()
  return {
    show(run, counters) {
      const now = Date.now()
      const waits = run.state === 'writing' ? writePause() : undefined
      const upstreams = upstreamPauses({ limits: limits(), outages: outages() }, now)
      for (const pause of [...(waits ? [waits] : []), ...upstreams]) {
        const kind = 'upstream' in pause ? `${pause.code} ${pause.upstream}` : pause.code
        const time = Date.parse(timeOf(pause))
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

function timeOf(pause: WritePause | ReturnType<typeof upstreamPauses>[number]): string {
  switch (pause.code) {
    case 'outage':
      return pause.outage.since
    case 'rate-limited':
      return pause.end
    case 'paused':
    case 'outside-windows':
      return pause.until
  }
}
