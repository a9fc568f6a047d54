import { readStoreConfig } from '../../../config/daemon.ts'
import { closeQueues, openQueues } from '../../../jobs/queues.ts'
import { nextRunAt } from '../../../jobs/schedule.ts'
import { createLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/redis/open.ts'
import { createRuns } from '../../store/runs/runs.ts'
import { createSnapshots } from '../../store/records/snapshots.ts'
import { createTables } from '../../store/formats/tables.ts'
import { listFailing } from '../../sync/decisions/list-failing.ts'
import { toFailingLines } from '../output/failing-lines.ts'
import { givingUp } from '../shared/give-up.ts'
import { toHeldReport, toReport } from '../output/report.ts'
import { toStatusLines } from '../output/status-lines.ts'
import { toVerifyReport } from '../output/verify-line.ts'
import { columnsOf } from '../terminal/wrap.ts'

const shownRuns = 10
/** How many runs to search for the last verify. */
const readRuns = 50
const shownFailing = 100

/** Prints held runs, the size of the mirror, records that need a decision, the next run and the last ones. */
export async function printStatus(
  env: NodeJS.ProcessEnv,
  options: { json?: boolean; failing?: boolean },
): Promise<number> {
  const config = readStoreConfig(env)
  const log = createLogger({
    level: config.logLevel === 'info' ? 'warn' : config.logLevel,
    destination: 'stderr',
  })
  const store = await openStore(config, log, givingUp(config))
  const queues = openQueues(store.connection, store.keys.queues)
  try {
    await store.assertUsable()
    const runs = createRuns(store.redis, store.keys)
    const recent = await runs.list(readRuns)
    const last = recent.slice(0, shownRuns)
    const mirrored = await createSnapshots(store.redis, store.keys).countMirrored()
    const next = await nextRunAt(queues)
    const workers = await queues.runs.getWorkersCount()
    const tables = createTables(store.redis, store.keys)
    const failing = await listFailing(tables, shownFailing)
    if (options.failing && !options.json) {
      process.stdout.write(`${toFailingLines(failing).join('\n')}\n`)
      return 0
    }
    const [latest] = last
    const held = (await runs.waiting()).filter(({ state }) => state === 'held')
    const waiting = {
      conflicts: await tables.conflicts.count(),
      suspects: await tables.suspects.count(),
      decisions: await tables.decisions.count(),
      deferred: await tables.deferrals.count(),
    }
    if (options.json) {
      const report = latest ? toReport(latest) : { runId: null, state: 'never run' }
      process.stdout.write(
        `${JSON.stringify({ ...report, mirrored, processes: workers, nextRunAt: next ?? null, ...failing, waiting, lastVerify: toVerifyReport(recent) ?? null, heldRuns: held.map(toHeldReport), recent: last.map(toReport) })}\n`,
      )
      return 0
    }
    const counted = {
      ...waiting,
      failing: await tables.failing.count(),
      quarantined: failing.quarantined,
    }
    const current = { held, mirrored, workers, next, waiting: counted, recent }
    process.stdout.write(`${toStatusLines(current, screenOf(process.stdout)).join('\n')}\n`)
    return 0
  } finally {
    await closeQueues(queues)
    await store.close()
  }
}

/** The space of a terminal above the next prompt; without a terminal, lines are not broken. */
function screenOf(stream: NodeJS.WriteStream): { columns: number; rows: number } {
  const columns = columnsOf(stream)
  return columns === undefined
    ? { columns: Infinity, rows: 23 }
    : { columns, rows: Math.max(24, stream.rows) - 1 }
}
