import { describeHealth, findProblems, type Problem } from '../../core/report/problems.ts'
import { countRecords } from '../../sync/decisions/count-records.ts'
import { exitCodeOfProblem, exitCodes } from '../shared/exit-codes.ts'
import { countStaleLinks } from '../../sync/decisions/count-stale-links.ts'
import { readQueues } from '../shared/read-queues.ts'
import { withStore } from '../shared/with-store.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { print, printJson } from '../terminal/print.ts'

/** The last run of each kind is searched in this many runs. */
const readRuns = 50

/**
 * Prints on one line whether all is well, and returns the exit code of the worst problem; for cron and
 * monitoring. The line starts with the mirror if there are several. Requires only Redis: the partner and the
 * CMS are judged by the last runs.
 */
export async function checkStatus(
  env: NodeJS.ProcessEnv,
  { json, mirror }: { json?: boolean; mirror?: string | undefined },
): Promise<number> {
  const head = mirror === undefined ? '' : `${mirror}: `
  return withStore(env, async ({ store, runs, snapshots, ...tables }) => {
    const [recent, waiting, records, queues, staleLinks] = await Promise.all([
      runs.list(readRuns),
      runs.waiting(),
      countRecords({ runs, snapshots, ...tables }),
      readQueues(store),
      countStaleLinks(tables),
    ])
    const held = waiting.filter(({ state }) => state === 'held')
    const problems = findProblems({ recent, held, records, staleLinks, ...queues, now: new Date() })
    const [worst, ...others] = problems
    const exitCode = worst === undefined ? exitCodes.done : exitCodeOfProblem(worst)
    const health = worst === undefined ? describeHealth(await snapshots.countMirrored(), { recent }) : ''
    if (json) printJson({ ok: worst === undefined, exitCode, problems: problems.map(toJson) })
    else print([head + (worst === undefined ? `ok: ${health}` : toLine(worst, others))])
    return exitCode
  })
}

function toJson(problem: Problem) {
  return { exitCode: exitCodeOfProblem(problem), ...problem }
}

const heads: Readonly<Record<Problem['kind'], string>> = {
  config: 'bad configuration',
  error: 'error',
  cms: 'CMS unusable',
  partner: 'partner unusable',
  interrupted: 'interrupted',
  decision: 'decision needed',
  failing: 'records failing',
  drift: 'drift',
}

/** The worst problem with its remedy, and the others in a few words. */
function toLine({ kind, text }: Problem, others: readonly Problem[]): string {
  const also = [...new Set(others.map((other) => heads[other.kind]))].filter((head) => head !== heads[kind])
  const more = also.length === 0 ? '' : ` (also: ${also.join(', ')})`
  return toOneLine(`${heads[kind]}: ${text}${more}`).replaceAll(/\s+/g, ' ')
}
