import { readStoreConfig } from '../../config/daemon.ts'
import { closeQueues, openQueues } from '../../jobs/queues.ts'
import { nextRunAt } from '../../jobs/schedule.ts'
import { createLogger } from '../lib/logger.ts'
import { openStore } from '../store/open.ts'
import { createRuns } from '../store/runs.ts'
import { createSnapshots } from '../store/snapshots.ts'
import { createTable } from '../store/table.ts'
import { listFailing } from '../sync/quarantine-list.ts'
import { toFailingLines } from './failing-lines.ts'
import { toLines, toReport } from './report.ts'

const shownRuns = 10
const shownFailing = 100

/** Prints the last run, a run at work or held, the next one and the size of the mirror. */
export async function printStatus(
  env: NodeJS.ProcessEnv,
  options: { json?: boolean; failing?: boolean },
): Promise<number> {
  const config = readStoreConfig(env)
  const log = createLogger({
    level: config.logLevel === 'info' ? 'warn' : config.logLevel,
    destination: 'stderr',
  })
  const store = await openStore(config, log)
  const queues = openQueues(store.connection, store.keys.queues)
  try {
    await store.assertAnswers()
    const runs = createRuns(store.redis, store.keys)
    const last = await runs.list(shownRuns)
    const mirrored = await createSnapshots(store.redis, store.keys).countMirrored()
    const next = await nextRunAt(queues)
    const workers = await queues.runs.getWorkersCount()
    const failing = await listFailing({ failing: createTable(store.redis, store.keys.failing) }, shownFailing)
    if (options.failing && !options.json) {
      process.stdout.write(`${toFailingLines(failing).join('\n')}\n`)
      return 0
    }
    const [latest] = last
    if (options.json) {
      const report = latest ? toReport(latest) : { runId: null, state: 'never run' }
      process.stdout.write(
        `${JSON.stringify({ ...report, mirrored, processes: workers, nextRunAt: next ?? null, ...failing, recent: last.map(toReport) })}\n`,
      )
      return 0
    }
    const lines = [
      `${mirrored} pages mirrored; ${workers} process${workers === 1 ? '' : 'es'} at work; next scheduled run: ${next?.toISOString() ?? 'none'}`,
      ...(latest ? toLines(latest) : ['No run yet. Start one: product-mirror sync']),
      ...last
        .slice(1)
        .map(
          (run) =>
            `  ${run.id.padEnd(14)} ${run.state.padEnd(10)} ${run.counts.created} created, ${run.counts.updated} updated, ${run.counts.retired} retired, ${run.counts.failed} failed`,
        ),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } finally {
    await closeQueues(queues)
    await store.close()
  }
}
