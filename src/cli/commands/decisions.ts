import { toOpenDecisionReport } from '../../core/report/open-decision-report.ts'
import { listOpenDecisions, readDecisionNames } from '../../sync/decisions/list-decisions.ts'
import { toDecisionLines } from '../output/decision-lines.ts'
import { toFilter, type FilterOptions } from '../shared/decision-filter.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'
import { print, printJson } from '../terminal/print.ts'

/** Text shows excerpts; JSON contains all three versions of each field. */
const most = { lines: 100, json: 1_000 }

/** Prints the records that need a decision, and pending decisions; requires only Redis. */
export async function printDecisions(
  env: NodeJS.ProcessEnv,
  { json, ...options }: FilterOptions & { json?: boolean },
): Promise<number> {
  const filter = toFilter(options)
  return withStore(env, async (tables) => {
    const { waiting, more } = await listOpenDecisions(tables, json ? most.json : most.lines, filter)
    const names = await readDecisionNames(tables, waiting)
    if (json) printJson({ decisions: waiting.map((each) => toOpenDecisionReport(each, names)), more })
    else print(toDecisionLines(waiting, more, names))
    return exitCodes.done
  })
}
