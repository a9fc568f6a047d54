import type { Verdict } from './judge.ts'
import type { Step } from './step.ts'

/** The occurrence of a class with the fewest requests before it. */
export type Sample = {
  readonly sequence: number
  readonly steps: readonly Step[]
  readonly engine: unknown
  readonly bundled: unknown
}

/** A class of differences. */
export type DifferenceClass = {
  readonly key: string
  readonly kind: 'outcome' | 'content'
  readonly why: string | undefined
  /** The number of requests with this class. */
  count: number
  sample: Sample
}

export type Tally = {
  readonly requests: number
  /** Requests with equal status and error code, and those that only the documented list excuses. */
  readonly sameOutcome: number
  readonly excusedOutcome: number
  /** Requests that agree completely, and those that agree except for the documented list. */
  readonly same: number
  readonly excused: number
  readonly classes: readonly DifferenceClass[]
}

/** Counts verdicts, one sequence at a time. */
export function createTally(): {
  add: (sequence: number, verdicts: readonly Verdict[]) => void
  read: () => Tally
} {
  const counts = { requests: 0, sameOutcome: 0, excusedOutcome: 0, same: 0, excused: 0 }
  const classes = new Map<string, DifferenceClass>()

  function add(sequence: number, verdicts: readonly Verdict[]): void {
    for (const [index, { findings }] of verdicts.entries()) {
      counts.requests++
      const outcomes = findings.filter(({ kind }) => kind === 'outcome')
      const unknown = findings.filter(({ why }) => why === undefined)
      if (outcomes.length === 0) counts.sameOutcome++
      else if (outcomes.every(({ why }) => why !== undefined)) counts.excusedOutcome++
      if (findings.length === 0) counts.same++
      else if (unknown.length === 0) counts.excused++
      const steps = verdicts.slice(0, index + 1).map(({ exchange }) => exchange.step)
      for (const { key, kind, why, engine, bundled } of findings) {
        const sample = { sequence, steps, engine, bundled }
        const id = `${key}\n${why ?? ''}`
        const found = classes.get(id)
        if (found === undefined) classes.set(id, { key, kind, why, count: 1, sample })
        else {
          found.count++
          if (steps.length < found.sample.steps.length) found.sample = sample
        }
      }
    }
  }

  return {
    add,
    read: () => ({
      ...counts,
      classes: [...classes.values()].toSorted(
        (left, right) =>
          Number(right.kind === 'outcome') - Number(left.kind === 'outcome') || right.count - left.count,
      ),
    }),
  }
}
