import { AsyncLocalStorage } from 'node:async_hooks'
import { WritesPausedError } from '../../lib/errors.ts'
import { writePauseText, type WritePause } from '../../core/report/pauses.ts'
import type { WriteSchedule } from '../../lib/time/write-windows.ts'
import type { WriteGate } from '../../sync/ports/write-gate.ts'
import type { WritePauses } from './write-pauses.ts'

/** The stored pause, and the clock that all processes share. */
type Sources = { writePauses: WritePauses; sharedTime: () => Promise<number> }

/** A window closes this much earlier, because a request takes time to arrive. */
const marginMs = 1_000
const watchMs = 1_000

type Options = {
  /** Receives each change that this process notices. */
  onChange?: (pause: WritePause | undefined) => void
  /** How soon a waiting job tries again, because a pause may end early; 5 s by default. */
  againMs?: number
}

export function createWriteGate(
  stores: Sources,
  schedule: WriteSchedule | undefined,
  { onChange, againMs = 5_000 }: Options = {},
): WriteGate {
  const context = new AsyncLocalStorage<{
    runId?: string | undefined
    signal?: AbortSignal
    isCompleting?: true
  }>()
  let known: WritePause | undefined
  let timer: NodeJS.Timeout | undefined
  const learn = (pause: WritePause | undefined): void => {
    const before = known
    known = pause
    if (before?.code !== pause?.code || before?.until !== pause?.until) onChange?.(pause)
  }
  const find = async (): Promise<WritePause | undefined> => {
    const pause = await findWritePause(stores, schedule)
    learn(pause)
    return pause
  }
  return {
    async pass() {
      const { runId, signal, isCompleting } = context.getStore() ?? {}
      if (isCompleting) return
      const pause = await find()
      signal?.throwIfAborted()
      if (pause === undefined) return
      const isExempt =
        pause.code === 'outside-windows' &&
        runId !== undefined &&
        (await stores.writePauses.mayWriteNow(runId))
      signal?.throwIfAborted()
      if (isExempt) return
      const leftMs = Date.parse(pause.until) - (await stores.sharedTime())
      throw new WritesPausedError(Math.min(Math.max(leftMs, 1), againMs), writePauseText(pause))
    },
    find,
    known: () => known,
    within: (run, work) => context.run(run, work),
    completing: (work) => context.run({ isCompleting: true }, work),
    watch() {
      // Redis may be unavailable; the next write checks again.
      timer ??= setInterval(() => void find().catch(() => undefined), watchMs).unref()
    },
    close: () => clearInterval(timer),
  }
}

/** Why writes wait now by the clock that all processes share: a pause, or else a closed window. */
export async function findWritePause(
  { writePauses, sharedTime }: Sources,
  schedule: WriteSchedule | undefined,
): Promise<WritePause | undefined> {
  const pause = await writePauses.read()
  if (pause === undefined && schedule === undefined) return undefined
  const now = await sharedTime()
  const opensAfter = (time: number): number => (schedule === undefined ? time : opensInTime(schedule, time))
  if (pause !== undefined) {
    const { until: end, since, by, reason } = pause
    return { code: 'paused', until: toIso(opensAfter(end)), end: toIso(end), since: toIso(since), by, reason }
  }
  const opens = opensAfter(now)
  return opens === now ? undefined : { code: 'outside-windows', until: toIso(opens) }
}

/** The next moment at which a window is open, and stays open for the margin. */
function opensInTime({ isOpen, opensAt }: WriteSchedule, time: number): number {
  const opens = opensAt(time)
  return isOpen(opens + marginMs) ? opens : opensAt(opens + marginMs)
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
