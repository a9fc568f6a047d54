import type { DifferenceClass, Tally } from './tally.ts'
import type { Step } from './step.ts'

/** The required shares of agreement: of status and error code, and of everything except the documented list. */
export const limits = { outcome: 0.997, content: 0.99 }

/** Whether enough requests agree. */
export function isEnough({ requests, sameOutcome, excusedOutcome, same, excused }: Tally): boolean {
  return (
    (sameOutcome + excusedOutcome) / requests >= limits.outcome &&
    (same + excused) / requests >= limits.content
  )
}

/** The figures, as the last lines of the report. */
export function figuresOf(tally: Tally): string {
  const { requests, sameOutcome, excusedOutcome, same, excused } = tally
  const share = (count: number): string => `${count} of ${requests} (${percent(count / requests)})`
  return [
    `${share(sameOutcome + excusedOutcome)} requests agree in status and error code; ${excusedOutcome} of these by the documented list.`,
    `${share(same + excused)} in everything but the documented list; ${share(same)} without it.`,
  ].join('\n')
}

/** Rounded down, so that a missed limit never looks met. */
function percent(share: number): string {
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`
}

/** One class of differences with its reproduction. */
export function tellClass({ key, count, sample }: DifferenceClass, steps: readonly Step[]): string {
  const [engine, bundled] = fromFirstDifference(sample.engine, sample.bundled)
  return [
    `${count} × ${key}`,
    `    engine:  ${short(engine)}`,
    `    bundled: ${short(bundled)}`,
    `    sequence ${sample.sequence}, shortest:`,
    ...steps.map((step) => `      ${tellStep(step)}`),
  ].join('\n')
}

const shownBefore = 40

/** Shortens long values to the part around their first difference. */
function fromFirstDifference(engine: unknown, bundled: unknown): readonly [unknown, unknown] {
  if (typeof engine !== 'string' || typeof bundled !== 'string') return [engine, bundled]
  let same = 0
  while (same < engine.length && engine[same] === bundled[same]) same++
  if (same <= shownBefore) return [engine, bundled]
  const from = same - shownBefore
  return [`…${engine.slice(from)}`, `…${bundled.slice(from)}`]
}

/** Documented classes, one line per reason. */
export function tellDocumented(classes: readonly DifferenceClass[]): string {
  const known = classes.filter(({ why }) => why !== undefined)
  const reasons = Map.groupBy(known, ({ why }) => why)
  const lines = [...reasons].map(([why, all]) => `${all.reduce((sum, { count }) => sum + count, 0)} × ${why}`)
  return ['Documented:', ...lines].join('\n')
}

/** A step as a line of JSON that test/conformance can replay. */
export function tellStep(step: Step): string {
  return JSON.stringify(step)
}

export function short(value: unknown, most = 300): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > most ? `${text.slice(0, most)}…` : text
}
