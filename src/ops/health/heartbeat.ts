/** Watches whether the event loop moves. */
export type Heartbeat = {
  start(): void
  stop(): void
  /** By how many milliseconds the last beat was late, or the next one already is. */
  lateMs(): number
  /** True when that is more than the limit: jobs lose their locks then. */
  stalled(): boolean
}

/** A beat every `intervalMs` on a timer that keeps no process alive; stalled when one is `stalledAfterMs` late. */
export function createHeartbeat({
  intervalMs = 1_000,
  stalledAfterMs = 5_000,
  now = () => performance.now(),
}: {
  intervalMs?: number
  stalledAfterMs?: number
  now?: () => number
} = {}): Heartbeat {
  let timer: NodeJS.Timeout | undefined
  let beatAt = now()
  let lastLateMs = 0

  const overdueMs = () => Math.max(0, now() - beatAt - intervalMs)
  const beat = () => {
    lastLateMs = overdueMs()
    beatAt = now()
  }
  const lateMs = () => (timer ? Math.max(lastLateMs, overdueMs()) : 0)

  return {
    start() {
      beatAt = now()
      timer ??= setInterval(beat, intervalMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
    lateMs,
    stalled: () => lateMs() > stalledAfterMs,
  }
}
