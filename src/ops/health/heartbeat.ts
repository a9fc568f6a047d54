/** Detects a blocked event loop. */
export type Heartbeat = {
  start(): void
  stop(): void
  /** Milliseconds by which the last beat was late, or by which the next one is overdue. */
  lateMs(): number
  /** True if that exceeds the limit, beyond which jobs lose their locks. */
  stalled(): boolean
}

/** Beats every `intervalMs`; the timer does not keep the process alive. */
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
