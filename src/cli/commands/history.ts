import { sayUnknown, whyOf, type ProductHistory } from '../../core/decisions/history.ts'
import { plural } from '../../core/record/plural.ts'
import { createHistory } from '../../store/runs/history.ts'
import { createRuns } from '../../store/runs/runs.ts'
import { createSnapshots } from '../../store/records/snapshots.ts'
import { readHistory } from '../../sync/runs/read-history.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { toTable } from '../output/history-table.ts'
import { withStore } from '../shared/with-store.ts'

type HistoryOptions = { gtin: string; language?: string | undefined; json?: boolean | undefined }

/** Prints what happened to a product in the last 90 days, in one language or in all. */
export async function printHistory(env: NodeJS.ProcessEnv, options: HistoryOptions): Promise<number> {
  const { gtin, language } = options
  assertRecord(gtin, language)
  return withStore(env, async ({ redis, keys }) => {
    const deps = {
      history: createHistory(redis, keys),
      snapshots: createSnapshots(redis, keys),
      runs: createRuns(redis, keys),
    }
    const known = await readHistory(deps, gtin, language, new Date())
    const unknown = sayUnknown(known, gtin, language)
    if (unknown !== undefined) {
      process.stderr.write(`${unknown}\n`)
      return exitCodes.error
    }
    process.stdout.write(`${(options.json ? toJson(gtin, known) : toLines(gtin, known)).join('\n')}\n`)
    return exitCodes.done
  })
}

function toJson(gtin: string, { pages, entries }: ProductHistory): string[] {
  return [JSON.stringify({ gtin, pages, entries: entries.map((entry) => ({ ...entry, why: whyOf(entry) })) })]
}

function toLines(gtin: string, { pages, entries }: ProductHistory): string[] {
  const now = pages.map(
    ({ language, pageId, state, runId, writtenAt }) =>
      `  ${language}: page ${pageId}, ${state}, last written ${writtenAt.slice(0, 19).replace('T', ' ')} by run ${runId}`,
  )
  const past = entries.length > 0 ? ['', ...toTable(entries)] : ['No changes or errors in the last 90 days.']
  return [`Product ${gtin}: ${pages.length} ${plural(pages.length, 'page')}`, ...now, ...past]
}
