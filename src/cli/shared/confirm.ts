import type { PartOfPlan } from '../../core/plan/approved-parts.ts'
import { plural } from '../../core/text/plural.ts'
import type { Run } from '../../core/run/run.ts'
import { countOf } from '../../core/text/format.ts'
import { adviceText, commandClause } from '../../core/reasons/command.ts'
import { describePart } from '../../core/report/plan-part.ts'
import { planCommands } from '../../core/run/plan-commands.ts'
import type { Stores } from '../../store/stores.ts'
import { toPlanHead } from '../output/held-lines.ts'
import { ask, type Terminal } from '../terminal/prompt.ts'
import { print } from '../terminal/print.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/**
 * The plan to apply, by default the newest waiting one; `asks`: show its numbers and require a confirmation.
 */
export type Approves = { asks: boolean; runId?: string; part?: PartOfPlan }

type Chosen = { ok: true; runId: string } | { ok: false; reason: string; exitCode: number }

/** Finds the plan to apply and requests the approval; without it the plan keeps waiting. */
export async function choosePlan(
  runs: Pick<Stores['runs'], 'waiting'>,
  { asks, runId, part }: Approves,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Chosen> {
  if (!asks && runId !== undefined) return { ok: true, runId }
  const waiting = await runs.waiting()
  const run = runId === undefined ? newestOf(waiting) : waiting.find(({ id }) => id === runId)
  // A plan that cannot be approved will be refused with the reason, so no confirmation is needed.
  if (run === undefined && runId !== undefined) return { ok: true, runId }
  if (run === undefined)
    return {
      ok: false,
      reason: adviceText(
        { text: 'No plan is waiting for approval. To make one', argv: ['plan'] },
        namedMirror(),
      ),
      exitCode: exitCodes.badConfiguration,
    }
  const others = runId === undefined ? waiting.filter(({ id }) => id !== run.id) : []
  const lines = [...toPlanHead(run), ...toOthersLines(others)]
  print(lines, terminal.stderr)
  const question =
    part === undefined
      ? 'Apply exactly this plan?'
      : `Apply only ${describePart(part)} of this plan? The rest keeps waiting.`
  if (await ask(question, terminal, signal)) return { ok: true, runId: run.id }
  return {
    ok: false,
    reason: `Nothing was applied; the plan of run ${run.id} keeps waiting. ${commandClause(planCommands(run).cancel, namedMirror())}`,
    exitCode: exitCodeOf(run),
  }
}

/** Held plans come before dry runs. */
function newestOf(waiting: readonly Run[]): Run | undefined {
  return waiting.find(({ state }) => state === 'held') ?? waiting[0]
}

function toOthersLines(others: readonly Run[]): string[] {
  if (others.length === 0) return []
  const ids = others.map(({ id }) => id).join(', ')
  const text = `  others    ${ids} ${plural(others.length, 'waits', 'wait')} too`
  return [adviceText({ text, argv: ['approve', 'RUN'] }, namedMirror())]
}

/**
 * Requires a confirmation of an undo. A run that cannot be undone is refused later with the reason, without
 * one.
 */
export async function confirmUndo(
  runs: Pick<Stores['runs'], 'read'>,
  runId: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const run = await runs.read(runId)
  const { created = 0, updated = 0, restored = 0, retired = 0, undone = 0 } = run?.counts ?? {}
  const written = created + updated + restored + retired + undone
  if (written === 0) return true
  const pages = countOf(written, 'page')
  return ask(`Undo run ${runId} on ${pages}? Edits since then stay.`, terminal, signal)
}
