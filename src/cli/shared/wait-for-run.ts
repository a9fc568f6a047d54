import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandText } from '../../core/reasons/command.ts'
import { MirrorError } from '../../lib/errors.ts'
import type { Stores } from '../../store/stores.ts'
import { activeStates, type Run } from '../../core/run/run.ts'
import type { Progress } from '../output/progress.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

const pollMs = 150

/** Waits until a run is no longer active, showing its progress; rejects when the signal aborts. */
export async function waitForRun(
  runs: Pick<Stores['runs'], 'read' | 'progress'>,
  runId: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Run> {
  // Reads wait forever while Redis is unavailable.
  const aborted = once(signal, 'abort').then((): never => {
    throw signal.reason
  })
  try {
    for (;;) {
      signal.throwIfAborted()
      const run = await Promise.race([runs.read(runId), aborted])
      if (run === undefined)
        throw new MirrorError(
          `Run ${runId} no longer exists. Was Redis emptied? Run ${commandText({ argv: ['rebuild'] }, namedMirror())} before the next sync.`,
        )
      if (!activeStates.includes(run.state)) return run
      progress.show(run, await Promise.race([runs.progress(runId), aborted]))
      await sleep(pollMs, undefined, { signal })
    }
  } finally {
    progress.end()
  }
}
