import { type Finding, findingsOf } from './compare/classes.ts'
import { type Comparison, compare } from './compare/compare.ts'
import type { Known } from './compare/documented.ts'
import { createIds } from './compare/ids.ts'
import { play } from './play.ts'
import { noAnswer } from './send-step.ts'
import type { Answer, Exchange, Sides, Step } from './step.ts'

/** A finding, with the reason from the documented list, if any. */
export type Judged = Finding & { readonly why: string | undefined }

/** The comparison of one request. */
export type Verdict = {
  readonly exchange: Exchange
  readonly findings: readonly Judged[]
}

/**
 * Plays a sequence and compares every exchange. It ends at the first write that only one side accepts, because the
 * sites differ from then on.
 */
export async function judge(
  sides: Sides,
  known: readonly Known[],
  steps: readonly Step[],
): Promise<Verdict[]> {
  const ids = createIds()
  const verdicts: Verdict[] = []
  await play(sides, steps, (exchange) => {
    const comparison = compare(exchange, sides, ids)
    const findings = findingsOf(exchange.step, comparison).map((finding) => ({
      ...finding,
      why: known.find(({ fits }) => fits(finding, exchange.step))?.why,
    }))
    verdicts.push({ exchange, findings })
    return isDivided(exchange, comparison)
  })
  return verdicts
}

function isDivided({ step, engine, bundled }: Exchange, comparison: Comparison): boolean {
  if (step.method === 'GET' || step.method === 'HEAD' || step.method === 'OPTIONS') return false
  if (comparison.engine === comparison.bundled) return false
  // A request with status 500 may have changed rows before it failed.
  return engine.status === 207 || accepts(engine) !== accepts(bundled) || engine.status === 500
}

function accepts({ status }: Answer): boolean {
  return status !== noAnswer && status < 400
}
