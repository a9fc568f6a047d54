import { sayUnknown, whyOf, type ProductHistory } from '../../core/decisions/history.ts'
import { countOf } from '../../core/report/format.ts'
import { readHistory } from '../../sync/runs/read-history.ts'
import { toTable } from '../output/history-table.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'
import { print, printJson, warn } from '../terminal/print.ts'

type HistoryOptions = { gtin: string; language?: string | undefined; json?: boolean | undefined }

/** Prints what happened to a product in the last 90 days, in one language or in all. */
export async function printHistory(env: NodeJS.ProcessEnv, options: HistoryOptions): Promise<number> {
  const { gtin, language, json } = options
  assertRecord(gtin, language)
  return withStore(env, async (stored) => {
    const known = await readHistory(stored, gtin, language, new Date())
    const unknown = sayUnknown(known, gtin, language)
    if (unknown !== undefined) {
      warn(unknown)
      return exitCodes.error
    }
    const { pages, entries } = known
    if (json) printJson({ gtin, pages, entries: entries.map((entry) => ({ ...entry, why: whyOf(entry) })) })
    else print(toLines(gtin, known))
    return exitCodes.done
  })
}

function toLines(gtin: string, { pages, entries }: ProductHistory): string[] {
  const now = pages.map(
    ({ language, pageId, state, runId, writtenAt }) =>
      `  ${language}: page ${pageId}, ${state}, last written ${writtenAt.slice(0, 19).replace('T', ' ')} by run ${runId}`,
  )
  const past = entries.length > 0 ? ['', ...toTable(entries)] : ['No changes or errors in the last 90 days.']
  return [`Product ${gtin}: ${countOf(pages.length, 'page')}`, ...now, ...past]
}
