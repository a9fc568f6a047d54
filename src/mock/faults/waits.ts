import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waiting that a reset ends: everything that was to happen afterwards does not happen. */
export function createWaits() {
  let dropping = controller()

  return {
    /** Resolves after `ms`; rejects when dropped. Unreferenced: what waits must not keep a closed server's process alive. */
    wait: (ms: number): Promise<void> => sleep(ms, undefined, { ref: false, signal: dropping.signal }),
    drop: (): void => {
      dropping.abort()
      dropping = controller()
    },
  }
}

export type Waits = ReturnType<typeof createWaits>

function controller(): AbortController {
  const made = new AbortController()
  setMaxListeners(0, made.signal)
  return made
}
