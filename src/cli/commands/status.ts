import { toFailingReport } from '../../core/report/record-reports.ts'
import { readStoreConfig } from '../../../config/daemon.ts'
import { findWritePause } from '../../store/fleet/write-gate.ts'
import { readOutages } from '../../store/fleet/circuit-breaker.ts'
import { readLimits } from '../../store/fleet/limit-bounds.ts'
import { endsOfLimits, upstreamPauses, pauseText } from '../../core/report/pauses.ts'
import { healthOf } from '../../core/views/health.ts'
import { countStates, namedCounts } from '../../core/report/state-matrix.ts'
import { readStates } from '../../sync/decisions/read-states.ts'
import { listUnused } from '../../sync/decisions/list-unused-media.ts'
import { readHealth } from '../../sync/decisions/read-health.ts'
import { listFailing } from '../../sync/decisions/list-failing.ts'
import { toFailingLines } from '../output/failing-lines.ts'
import { toHeldRun, toReport } from '../json/run-report.ts'
import { toLastVerify } from '../json/verify-report.ts'
import { toStatusLines } from '../output/status-lines.ts'
import { toUnusedMediaLines } from '../output/unused-media-lines.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { readQueues } from '../shared/read-queues.ts'
import { withStore } from '../shared/with-store.ts'
import { print, printJson } from '../terminal/print.ts'
import { columnsOf } from '../terminal/wrap.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

const shownRuns = 10
const shownFailing = 100

type StatusOptions = { json?: boolean; failing?: boolean; unusedMedia?: boolean }

/** Prints held runs, the size of the mirror, records that need a decision, the next run and the last ones. */
export async function printStatus(
  env: NodeJS.ProcessEnv,
  { json, failing, unusedMedia }: StatusOptions,
): Promise<number> {
  const { writeSchedule } = readStoreConfig(env)
  return withStore(env, async (stored) => {
    if (unusedMedia) {
      const unused = await listUnused(stored)
      if (json) printJson({ unusedMedia: unused })
      else print(toUnusedMediaLines(unused))
      return exitCodes.done
    }
    const failed = await listFailing(stored, shownFailing)
    if (failing && !json) {
      print(toFailingLines(failed))
      return exitCodes.done
    }
    const { redis, keys } = stored.store
    const health = await readHealth(stored)
    const { recent, held, staleLinks } = health
    const mirrored = await stored.snapshots.countMirrored()
    const queues = await readQueues(stored.store)
    const { workers, next } = queues
    const states = countStates((await readStates(stored)).cells)
    const waiting = {
      conflicts: await stored.conflicts.count(),
      suspects: await stored.suspects.count(),
      decisions: await stored.decisions.count(),
      deferred: await stored.deferrals.count(),
    }
    const last = recent.slice(0, shownRuns)
    const now = Date.now()
    const outages = await readOutages(redis, keys)
    const [partner = 0, cms = 0] = await readLimits(redis, keys, ['partner', 'cms'])
    const limits = { partner, cms }
    const writePause = await findWritePause(stored, writeSchedule)
    const limitedUntil = endsOfLimits(limits, now)
    if (json) {
      printJson({
        ...(last[0] ? toReport(last[0]) : { runId: null, state: 'never run' as const }),
        mirrored,
        ...(limitedUntil && { limitedUntil }),
        ...(Object.keys(outages).length > 0 && { outages }),
        ...(writePause && { writePause }),
        states: Object.fromEntries(namedCounts(states)),
        processes: workers,
        // Without a process, the scheduled run does not start.
        nextRunAt: workers > 0 ? (next?.toISOString() ?? null) : null,
        ...toFailingReport(failed, namedMirror()),
        waiting,
        unusedMedia: await stored.unusedMedia.count(),
        imagesWithoutSizes: await stored.wantedSizes.count(),
        staleLinks,
        lastVerify: toLastVerify(recent) ?? null,
        heldRuns: held.map(toHeldRun),
        recent: last.map(toReport),
      })
      return exitCodes.done
    }
    const status = {
      held,
      limited: [...(writePause ? [writePause] : []), ...upstreamPauses({ limits, outages }, now)].map(
        (pause) => pauseText(pause, now),
      ),
      mirrored,
      states,
      workers,
      next,
      problems: healthOf({
        ...health,
        ...queues,
        outages,
        isPaused: writePause?.code === 'paused',
        now: new Date(now),
      }),
      waiting,
      unused: await stored.unusedMedia.count(),
      withoutSizes: await stored.wantedSizes.count(),
      recent,
    }
    print(toStatusLines(status, screenOf(process.stdout)))
    return exitCodes.done
  })
}

/** The space of a terminal above the next prompt; without a terminal, lines are not broken. */
function screenOf(stream: NodeJS.WriteStream): { columns: number; rows: number } {
  const columns = columnsOf(stream)
  return columns === undefined
    ? { columns: Infinity, rows: 23 }
    : { columns, rows: Math.max(24, stream.rows) - 1 }
}
