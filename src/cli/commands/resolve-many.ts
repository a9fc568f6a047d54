import { countDecisions } from '../../core/decisions/bulk-decisions.ts'
import { adviceText } from '../../core/reasons/command.ts'
import { askMany, describeDone, describeFilter, describeMany } from '../../core/report/bulk-text.ts'
import type { Decision } from '../../core/decisions/decision.ts'
import { toManyResolved } from '../../core/report/resolution-text.ts'
import { findDecisions, readDecisionNames, readOpenDecisions } from '../../sync/decisions/list-decisions.ts'
import { resolveMany } from '../../sync/decisions/resolve-many.ts'
import { toBulkLines, toRefusedLines } from '../output/bulk-decision-lines.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { callerName, recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withMirror } from '../shared/with-mirror.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { print, printJson, warn } from '../terminal/print.ts'
import { ask } from '../terminal/prompt.ts'
import { toChoice, toReason } from './resolve.ts'
import { toFilter, type FilterOptions } from '../shared/decision-filter.ts'
import { compact } from '../../lib/compact.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

type ResolveManyOptions = FilterOptions & { all: string; reason?: string; json?: boolean; asks: boolean }

const examplesShown = 3

/**
 * Makes one decision about all records that match, after showing their number; each record is decided
 * separately.
 */
export async function resolveAll(env: NodeJS.ProcessEnv, options: ResolveManyOptions): Promise<number> {
  const choice = toChoice(options.all)
  const reason = toReason(choice, options.reason)
  const filter = toFilter(options)
  return withMirror(env, async ({ store, sync }) => {
    const listed = await findDecisions(sync, filter)
    const meant = listed.filter(({ choices }) => choices.includes(choice))
    if (meant.length === 0) {
      const text = `No record that matches has this choice: ${choice}. See`
      const message = adviceText({ text, argv: ['decisions'] }, namedMirror())
      if (options.json) printJson({ message, matched: 0, done: [], refused: [] })
      else print([message])
      return exitCodes.done
    }
    const signal = new AbortController().signal
    if (options.asks) {
      const examples = await readOpenDecisions(sync, meant.slice(0, examplesShown))
      const lines = toBulkLines(
        countDecisions(choice, meant),
        examples,
        await readDecisionNames(sync, examples, signal),
      )
      print(lines, process.stderr)
      if (!(await ask(askMany(choice, meant.length), process, signal))) {
        warn('Nothing was decided.')
        return exitCodes.cancelled
      }
    }
    const by = `${callerName()} on the command line`
    const decision: Decision = compact({ choice, by, reason })
    const resolved = toManyResolved(await resolveMany(sync, meant, decision, signal), namedMirror())
    const { done, refused } = resolved
    const message = describeMany(choice, resolved)
    await recordAuditEntry(
      { store, log: sync.log },
      {
        action: `resolve ${choice}`,
        subject: describeFilter(filter),
        done: done.length > 0,
        result: message,
      },
    )
    if (options.json) printJson({ message, matched: meant.length, done, refused })
    else print([describeDone(choice, done), ...toRefusedLines(refused)].map(toOneLine))
    return refused.length > 0 ? exitCodes.someFailed : exitCodes.done
  })
}
