import { once, setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** What was waiting is not to happen any more. */
export class DroppedByReset extends Error {}

/** Waiting that a reset ends: everything that was to happen afterwards does not happen. */
export function createWaits() {
  let dropping = controller()

  return {
    /** Resolves after `ms`; rejects with DroppedByReset. Unreferenced: what waits must not keep a closed server's process alive. */
    wait: async (ms: number): Promise<void> => {
      try {
        await sleep(ms, undefined, { ref: false, signal: dropping.signal })
      } catch (error) {
        throw new DroppedByReset('The bundled server was reset meanwhile', { cause: error })
      }
    },
    /** Resolves with `event`; rejects with DroppedByReset. */
    until: async (event: Promise<void>): Promise<void> => {
      const { signal } = dropping
      await Promise.race([event, once(signal, 'abort')])
      if (signal.aborted) throw new DroppedByReset('The bundled server was reset meanwhile')
    },
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
