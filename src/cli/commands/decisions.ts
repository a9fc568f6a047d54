import { toOpenDecisionReport } from '../../core/report/open-decision-report.ts'
import { listOpenDecisions } from '../../sync/decisions/list-decisions.ts'
import { toDecisionLines } from '../output/decision-lines.ts'
import { toFilter, type FilterOptions } from '../shared/decision-filter.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { readNamesInDecisions } from '../shared/names-in-decisions.ts'
import { withStore } from '../shared/with-store.ts'
import { print, printJson } from '../terminal/print.ts'

/** Text shows excerpts; JSON contains all three versions of each field. */
const most = { lines: 100, json: 1_000 }

/** Prints the records that need a decision, and pending decisions; requires only Redis, but the CMS names terms and files. */
export async function printDecisions(
  env: NodeJS.ProcessEnv,
  { json, ...options }: FilterOptions & { json?: boolean },
): Promise<number> {
  const filter = toFilter(options)
  return withStore(env, async ({ store, log, ...stores }) => {
    const { waiting, more } = await listOpenDecisions(stores, json ? most.json : most.lines, filter)
    const names = await readNamesInDecisions(env, { stores, store, log }, waiting)
    if (json) printJson({ decisions: waiting.map((each) => toOpenDecisionReport(each, names)), more })
    else print(toDecisionLines(waiting, more, names))
    return exitCodes.done
  })
}
