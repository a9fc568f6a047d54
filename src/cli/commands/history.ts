import { sayUnknown, toHistoryReport } from '../../core/report/history.ts'
import { readFacts } from '../../sync/decisions/read-facts.ts'
import { readHistory } from '../../sync/runs/read-history.ts'
import { toHistoryLines } from '../output/history-lines.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'
import { print, printJson, warn } from '../terminal/print.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

type HistoryOptions = { gtin: string; language?: string | undefined; json?: boolean | undefined }

/** Prints the history of a product in the last 90 days, in one language or in all. */
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
    if (json) printJson(toHistoryReport(gtin, known, namedMirror()))
    else print(toHistoryLines(gtin, known, await readFacts(stored, known.pages)))
    return exitCodes.done
  })
}
