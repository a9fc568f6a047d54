/**
 * A controller that aborts with a longer-lived signal until `release`. With `AbortSignal.any`, listeners to
 * the shorter signal would stay in memory until the longer one aborts.
 */
export function linkedController(signal: AbortSignal): { controller: AbortController; release: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return { controller, release: () => signal.removeEventListener('abort', abort) }
}
