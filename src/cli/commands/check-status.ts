import { describeHealth, healthOf } from '../../core/views/health.ts'
import { lineOfProblem, viewOfProblem, type ProblemView } from '../../core/views/problem.ts'
import { readOutages } from '../../store/fleet/circuit-breaker.ts'
import { readHealth } from '../../sync/decisions/read-health.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { readQueues } from '../shared/read-queues.ts'
import { withStore } from '../shared/with-store.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { print, printJson } from '../terminal/print.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/**
 * Prints on one line whether all is well, and returns the exit code of the worst problem; for cron and
 * monitoring. The line starts with the mirror if there are several. Requires only Redis: the partner and the
 * CMS are judged by their outages and the last runs.
 */
export async function checkStatus(
  env: NodeJS.ProcessEnv,
  { json, mirror }: { json?: boolean; mirror?: string | undefined },
): Promise<number> {
  const head = mirror === undefined ? '' : `${mirror}: `
  return withStore(env, async (stored) => {
    const [health, queues, outages] = await Promise.all([
      readHealth(stored),
      readQueues(stored.store),
      readOutages(stored.store.redis, stored.store.keys),
    ])
    const now = new Date()
    const problems = healthOf({ ...health, ...queues, outages, now }).map((problem) =>
      viewOfProblem(problem, now.getTime()),
    )
    const [worst, ...others] = problems
    const exitCode = worst?.exitCode ?? exitCodes.done
    if (json) printJson({ ok: worst === undefined, exitCode, problems: problems.map(toJson) })
    else if (worst !== undefined) print([head + toLine(worst, others)])
    else {
      const mirrored = await stored.snapshots.countMirrored()
      print([`${head}ok: ${describeHealth({ ...health, mirrored })}`])
    }
    return exitCode
  })
}

function toJson(problem: ProblemView) {
  return { exitCode: problem.exitCode, kind: problem.kind, text: lineOfProblem(problem, namedMirror()) }
}

/** The worst problem with its remedy, and the others in a few words. */
function toLine(worst: ProblemView, others: readonly ProblemView[]): string {
  const also = [...new Set(others.map(({ head }) => head))].filter((head) => head !== worst.head)
  const more = also.length === 0 ? '' : ` (also: ${also.join(', ')})`
  return toOneLine(`${worst.head}: ${lineOfProblem(worst, namedMirror())}${more}`).replaceAll(/\s+/g, ' ')
}
