/** The current work of a process; nothing is collected before its end. */
export type Activity = {
  /**
   * Starts an activity; the returned function ends it, and may be called twice. A minor activity, such as a health
   * check, does not make another collection necessary.
   */
  begin(options?: { isMinor?: boolean }): () => void
  /** Starts an activity that ends with the promise of `work`. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/** An activity that causes no collection. */
export const uncollected: Activity = { begin: () => () => undefined, during: (work) => work() }

/**
 * Calls `collect` once `quietMs` have passed without activity, and not again before the next activity. `stop` ends
 * that.
 */
export function createIdleCollector(
  collect: () => void,
  { quietMs = 2_000 }: { quietMs?: number } = {},
): Activity & { stop(): void } {
  let inFlight = 0
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  const stopTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const collectIfIdle = (): void => {
    timer = undefined
    // The end of what is in flight starts the timer again.
    if (inFlight > 0) return
    isDue = false
    collect()
  }
  const begin: Activity['begin'] = ({ isMinor = false } = {}) => {
    inFlight++
    if (!isMinor) {
      isDue = true
      stopTimer()
    }
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      inFlight--
      if (inFlight === 0 && isDue) timer ??= setTimeout(collectIfIdle, quietMs).unref()
    }
  }
  return {
    begin,
    async during(work) {
      const end = begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
    stop() {
      isDue = false
      stopTimer()
    },
  }
}
