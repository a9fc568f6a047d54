/**
 * A controller that aborts with a signal that lives longer; `release` ends that. With `AbortSignal.any`, what still
 * listens to the shorter signal would stay in memory until the longer one aborts.
 */
export function controllerBelow(signal: AbortSignal): { controller: AbortController; release: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return { controller, release: () => signal.removeEventListener('abort', abort) }
}
