type Running<T> = { result: Promise<T>; callers: number; stop: AbortController }

/**
 * A check whose simultaneous callers share one run. A caller waits until its own signal aborts; without
 * callers, the run is aborted.
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
        // A later caller must not join an aborted run.
        if (running === shared) running = undefined
        shared.stop.abort(signal.reason)
      }
    }
  }
}
