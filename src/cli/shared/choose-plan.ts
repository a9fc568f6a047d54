import { plural } from '../../core/record/plural.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import type { Run } from '../../core/record/run.ts'
import { ask, type Terminal } from '../terminal/prompt.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { toPlanHead } from '../output/held-lines.ts'
import { linesFor } from '../terminal/wrap.ts'

/** The plan to apply, by default the newest waiting one; `asks`: show its numbers and ask first. */
export type Approves = { asks: boolean; runId?: string }

type Chosen = { ok: true; runId: string } | { ok: false; reason: string; exitCode: number }

/** Finds the plan to apply and asks for approval; without approval it keeps waiting. */
export async function choosePlan(
  runs: Pick<Runs, 'read' | 'waiting'>,
  { asks, runId }: Approves,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Chosen> {
  // Applying a plan that cannot be approved fails with the reason, so there is nothing to ask.
  if (!asks && runId !== undefined) return { ok: true, runId }
  const waiting = await runs.waiting()
  const run = runId === undefined ? newestOf(waiting) : waiting.find(({ id }) => id === runId)
  if (run === undefined)
    return runId === undefined
      ? {
          ok: false,
          reason: 'No plan is waiting for approval. To make one: product-mirror plan',
          exitCode: exitCodes.badConfiguration,
        }
      : { ok: true, runId }
  const lines = toQuestion(run, runId === undefined ? waiting : [])
  terminal.stderr.write(`${linesFor(terminal.stderr, lines).join('\n')}\n`)
  if (await ask('Apply exactly this plan?', terminal, signal)) return { ok: true, runId: run.id }
  return {
    ok: false,
    reason: `Nothing was applied; the plan of run ${run.id} keeps waiting. To discard it: product-mirror cancel ${run.id}`,
    exitCode: exitCodeOf(run),
  }
}

/** Held plans come before dry runs. */
function newestOf(waiting: readonly Run[]): Run | undefined {
  return waiting.find(({ state }) => state === 'held') ?? waiting[0]
}

/** The numbers of a plan, why it was held, and the other waiting plans. */
export function toQuestion(run: Run, waiting: readonly Run[]): string[] {
  const others = waiting.filter(({ id }) => id !== run.id).map(({ id }) => id)
  return [
    ...toPlanHead(run),
    ...(others.length > 0
      ? [
          `  others    ${others.join(', ')} ${plural(others.length, 'waits', 'wait')} too: product-mirror approve RUN`,
        ]
      : []),
  ]
}
