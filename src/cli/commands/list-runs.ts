import { adviceText } from '../../core/reasons/command.ts'
import { shownStateOf } from '../../core/report/run-summary.ts'
import type { Run } from '../../core/run/run.ts'
import { shownStates } from '../../core/run/run-states.ts'
import { ConfigError } from '../../lib/errors.ts'
import { toListedRun } from '../json/runs-report.ts'
import { toNoRunsLine, toRunLines } from '../output/run-lines.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'
import { namedMirror } from '../terminal/named-mirror.ts'
import { print, printJson } from '../terminal/print.ts'
import { columnsOf } from '../terminal/wrap.ts'

/** The options as typed. */
export type ListRunsOptions = { limit?: string; state?: string[]; json?: boolean }

const usual = 20
const most = 100_000

/** Lists the last runs, or those in some states; requires only Redis. Throws ConfigError for a wrong option. */
export async function listRuns(env: NodeJS.ProcessEnv, options: ListRunsOptions): Promise<number> {
  const limit = toLimit(options.limit)
  const states = (options.state ?? []).map(toState)
  const isWanted = (run: Run): boolean =>
    states.length === 0 || states.includes(run.state) || states.includes(shownStateOf(run))
  return withStore(env, async (stored) => {
    const found: Run[] = []
    for await (const run of stored.runs.walk()) {
      if (isWanted(run)) found.push(run)
      if (found.length > limit) break
    }
    const runs = found.slice(0, limit)
    const more = found.length > limit
    if (options.json) printJson({ runs: runs.map(toListedRun), more })
    else if (runs.length === 0) print([toNoRunsLine(states)])
    else {
      const argv = ['runs', '--limit', String(Math.min(2 * limit, most)), ...states.flatMap(toArguments)]
      const rest = more ? [adviceText({ text: 'There are older runs', argv }, namedMirror())] : []
      print([...toRunLines(runs, Date.now(), columnsOf(process.stdout)), ...rest])
    }
    return exitCodes.done
  })
}

function toArguments(state: string): string[] {
  return ['--state', state]
}

function toLimit(typed = String(usual)): number {
  const limit = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  if (limit < 1 || limit > most)
    throw new ConfigError(`--limit: "${typed}" is not a number of runs. Allowed: 1 to ${most}.`)
  return limit
}

function toState(typed: string): (typeof shownStates)[number] {
  const state = shownStates.find((known) => known === typed)
  if (state === undefined)
    throw new ConfigError(`--state: "${typed}" is unknown. Allowed: ${shownStates.join(', ')}.`)
  return state
}
