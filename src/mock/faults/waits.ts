import { once, setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A reset cancelled the wait. */
export class DroppedByReset extends Error {}

/** Waits that a reset cancels, together with the actions that follow them. */
export function createWaits() {
  let dropping = controller()

  return {
    /**
     * Resolves after `ms`; rejects with DroppedByReset. The timer is unreferenced, so that it does not keep the process
     * of a closed server alive.
     */
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
