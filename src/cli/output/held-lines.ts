import { canBeApproved, hasChanges, obstaclesOf, shortDigest } from '../../core/report/plan-approval.ts'
import { describeRun } from '../../core/report/run-summary.ts'
import { nameOfText } from '../../core/page/page-diff.ts'
import { isWaiting, type PageDiff, type Run } from '../../core/run/run.ts'
import { toFieldLines } from './diff-lines.ts'
import { toPatternLines } from './pattern-lines.ts'
import { adviceText, commandText } from '../../core/reasons/command.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { nextCommand, planCommands } from '../../core/run/plan-commands.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

const mostPatterns = 5

/** A run that waits for approval: since when, with which numbers, and why. */
export function toPlanHead(run: Run): string[] {
  return [describeRun(run), ...toObstacleLines(run), ...toChangeLines(run), ...toDigestLines(run)].map(
    toOneLine,
  )
}

/** A run that waits for approval, with the commands that end the wait. */
export function toHeldLines(run: Run): string[] {
  return [describeRun(run), ...toPlanLines(run)].map(toOneLine)
}

/** The plan of a run below its report: why it waits, and the commands that end the wait. */
export function toPlanLines(run: Run): string[] {
  const waits = isWaiting(run) && hasChanges(run) ? [...toDigestLines(run), ...toCommandLines(run)] : []
  return [...toObstacleLines(run), ...(isWaiting(run) ? toChangeLines(run) : []), ...waits]
}

function toChangeLines({ summary }: Run): string[] {
  if (summary === undefined) return []
  return toPatternLines(summary, mostPatterns).map(
    (line, index) => `  ${(index === 0 ? 'changes' : '').padEnd(8)}  ${line}`,
  )
}

const heads = { refused: 'REFUSED', held: 'HELD', wouldHold: 'guard', passed: 'guard' } as const

function toObstacleLines(run: Run): string[] {
  return obstaclesOf(run, namedMirror()).map(({ kind, text }) => `  ${heads[kind].padEnd(8)}  ${text}`)
}

function toDigestLines(run: Run): string[] {
  const digest = shortDigest(run)
  if (digest === undefined) return []
  return [adviceText({ text: `  plan      ${digest}`, argv: ['plan', run.id] }, namedMirror())]
}

/** The commands that end the wait of a plan, one line each for copying. */
export function toCommandLines(run: Run): string[] {
  const mirror = namedMirror()
  const label = canBeApproved(run) ? 'approve ' : 'new plan'
  return [
    `  ${label}  ${commandText(nextCommand(run), mirror)}`,
    `  discard   ${commandText(planCommands(run).cancel, mirror)}`,
  ]
}

/** Pages before (-) and after (+) a change of the template. */
export function toSampleLines(samples: readonly PageDiff[]): string[] {
  if (samples.length === 0) return []
  const lines = ['Some of the pages before (-) and after (+):']
  let last = ''
  for (const { gtin, language, pageId, field, before, after } of samples) {
    const page = `  ${gtin}/${language}, page ${pageId}`
    if (page !== last) lines.push(page)
    last = page
    const diff = toFieldLines({ field: nameOfText(field), before, after }, 0)
    lines.push(`    ${diff.field}`, ...diff.lines.map(({ mark, text }) => `      ${mark} ${text}`))
  }
  return lines.map(toOneLine)
}
