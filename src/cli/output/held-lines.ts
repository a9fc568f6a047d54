import { describePlan } from '../../core/plan/describe-plan.ts'
import { withoutApproval } from '../../core/plan/guards.ts'
import { diffLines } from '../../core/markup/line-diff.ts'
import { nameOfText } from '../../core/markup/page-diff.ts'
import { plural } from '../../core/record/plural.ts'
import { approvalTime, type PageDiff, type Run } from '../../core/record/run.ts'
import { minuteOf } from '../terminal/minute.ts'
import { toPlain } from '../terminal/plain.ts'

/** Equal lines shown before and after what differs. */
const context = 1
const mostLines = 24

/** Characters of a digest that people compare. */
const shortDigest = 12

/** A run that waits for approval: since when, with which numbers, and why. */
export function toPlanHead(run: Run): string[] {
  const { id, state, guards, planned, refusal, finishedAt = run.createdAt } = run
  const since = minuteOf(finishedAt)
  const head = state === 'held' ? `HELD: run ${id}` : `The plan of dry run ${id}`
  return [
    `${head} waits for approval since ${since}: ${describePlan(planned) || 'no change'}. Nothing of it has been written.`,
    ...(refusal === undefined ? [] : [`  refused   ${refusal}`]),
    ...guards.map(({ message }) => `  why       ${withoutApproval(message)}`),
    ...toPlanHint(run),
  ].map(toPlain)
}

/** A held run for `status`: what waits, since when, why, and what to type. */
export function toHeldLines(run: Run): string[] {
  return [...toPlanHead(run), ...toCommandLines(run)]
}

/** What ends the wait of a plan; a line each, so that it can be copied. */
export function toCommandLines({ id }: Run): string[] {
  return [
    `  to go ahead with this very plan:  product-mirror approve ${id}`,
    `  to drop it:                       product-mirror cancel ${id}`,
  ]
}

/** What guards say of a run's plan: while it is held, and once that is over. */
export function toVerdictLines(run: Run): string[] {
  const { state, guards } = run
  const head = state === 'held' ? 'HELD      ' : 'guard     '
  const at = approvalTime(run)
  const over = at === undefined ? '' : ` It waited, and was approved on ${minuteOf(at)}.`
  return guards.map(({ message }) => `  ${head}${withoutApproval(message)}${over}`)
}

/** The plan's digest in short, to tell one plan from another. */
export function toPlanLine({ planDigest }: Run): string[] {
  return planDigest === undefined ? [] : [`  plan      ${planDigest.slice(0, shortDigest)}`]
}

/** The same, with how to read the plan. */
export function toPlanHint(run: Run): string[] {
  return toPlanLine(run).map((line) => `${line}, field by field: product-mirror plan ${run.id}`)
}

/** Pages before (-) and after (+) as a changed template would show them. */
export function toSampleLines(samples: readonly PageDiff[]): string[] {
  if (samples.length === 0) return []
  const lines = ['Some of the pages before (-) and after (+):']
  let last = ''
  for (const { gtin, language, pageId, field, before, after } of samples) {
    const page = `  ${gtin}/${language}, page ${pageId}`
    if (page !== last) lines.push(page)
    last = page
    lines.push(`    ${nameOfText(field)}`, ...changedLines(before, after))
  }
  return lines.map(toPlain)
}

function changedLines(before: string, after: string): string[] {
  const all = diffLines(before, after)
  const changed = all.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  const shown = all.flatMap((line, index) =>
    changed.some((at) => Math.abs(at - index) <= context) ? [`      ${line.mark} ${line.text}`] : [],
  )
  const more = shown.length - mostLines
  return more > 0 ? [...shown.slice(0, mostLines), `      … ${more} more ${plural(more, 'line')}`] : shown
}
