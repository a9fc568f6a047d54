import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from '../logger.ts'

type Gc = () => void

const toMb = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/**
 * Returns a function that collects all garbage, which stops the process for 50 to 100 ms; V8 then returns the freed
 * memory to the system within about 8 s. By default, V8 collects an idle process late, and only in part. Logs the pause
 * (ms) and the heap before and after (MB).
 */
export function createGarbageCollection(log: Logger): () => void {
  const gc = exposedGc()
  return () => {
    const before = process.memoryUsage()
    const startedAt = performance.now()
    gc()
    const ms = Math.round(performance.now() - startedAt)
    const { heapUsed } = process.memoryUsage()
    log.debug({ ms, fromMb: toMb(before.heapUsed), toMb: toMb(heapUsed) }, 'garbage collected')
  }
}

/** V8's own function. Only contexts that are created while the flag is set have it. */
function exposedGc(): Gc {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as Gc
  } finally {
    // Code from the compile cache is only accepted with the flags with which it was stored.
    setFlagsFromString('--no-expose-gc')
  }
}
