type Running<T> = { result: Promise<T>; callers: number; stop: AbortController }

/**
 * A check whose simultaneous callers share one run. Each waits until its own signal aborts; the run stops once none of
 * them waits any more.
 */
export function createSharedCheck<T>(
  run: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  let running: Running<T> | undefined
  const start = (): Running<T> => {
    const stop = new AbortController()
    const started = { result: run(stop.signal), callers: 0, stop }
    const end = (): void => {
      if (running === started) running = undefined
    }
    started.result.then(end, end)
    return started
  }
  return async (signal) => {
    signal.throwIfAborted()
    const shared = (running ??= start())
    shared.callers++
    const aborted = Promise.withResolvers<never>()
    const abort = (): void => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([shared.result, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      shared.callers--
      if (shared.callers === 0) {
        // Another caller must not join a run that stops.
        if (running === shared) running = undefined
        shared.stop.abort(signal.reason)
      }
    }
  }
}
