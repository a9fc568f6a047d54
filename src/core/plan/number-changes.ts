import { digestOf } from '../text/digest.ts'
import type { PlanPattern } from '../run/plan-summary.ts'
import { recordId, type RecordKey } from '../record/record.ts'

/** A number of a record before and after. */
export type NumberChange = RecordKey & { before: string; after: string }
/** `ratio` is the value after divided by the value before, if both are above zero. */
type Entry = { change: NumberChange; id: string; ratio: number }
type Sampled = Entry & { rank: string }

/** Up to this many changes the median is exact. */
export const exactUpTo = 10_000
const shownExamples = 3
/** Fewer changes do not show which one is usual. */
const fewest = 5
/** A robust z-score above 3.5 is an outlier; 1.4826 makes a median deviation comparable with a standard deviation. */
const usualDeviations = 3.5 * 1.4826
/** A factor of up to e^0.1, about 10%, is never an outlier, however similar the other changes are. */
const leastDistance = 0.1

/**
 * Collects the changes of one number in bounded memory; their order does not affect the result. If there are more
 * changes than `limit`, the sample consists of those whose ids have the smallest digests.
 */
export function createNumberChanges(limit = exactUpTo) {
  let [count, up, down] = [0, 0, 0]
  let sample: Sampled[] = []
  let [lowest, highest]: [Entry[], Entry[]] = [[], []]
  const incomparable = { count: 0, first: [] as { change: NumberChange; id: string }[] }
  const shrink = (): void => {
    sample = sample.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, limit)
  }

  return {
    add(change: NumberChange): void {
      const id = recordId(change)
      const [before, after] = [Number(change.before), Number(change.after)]
      count++
      if (after > before) up++
      else down++
      const ratio = before > 0 && after > 0 ? after / before : 0
      if (ratio === 0 || !Number.isFinite(ratio)) {
        incomparable.count++
        incomparable.first = [...incomparable.first, { change, id }].sort(byId).slice(0, shownExamples)
        return
      }
      const entry = { change, id, ratio }
      lowest = [...lowest, entry].sort((a, b) => a.ratio - b.ratio || byId(a, b)).slice(0, shownExamples)
      highest = [...highest, entry].sort((a, b) => b.ratio - a.ratio || byId(a, b)).slice(0, shownExamples)
      sample.push({ ...entry, rank: digestOf(id).slice(0, 8) + id })
      if (sample.length >= limit * 2) shrink()
    },

    /** A field is undefined if it has no value to report. */
    result(): Pick<PlanPattern, 'median' | 'up' | 'down' | 'outliers'> & { typical?: NumberChange } {
      if (sample.length === 0) return { up, down }
      shrink()
      const ratios = sample.map(({ ratio }) => ratio).sort(ascending)
      const middle = medianOf(ratios)
      const distanceOf = (ratio: number): number => Math.abs(Math.log(ratio) - Math.log(middle))
      const deviation = medianOf(ratios.map(distanceOf).sort(ascending))
      const limitOf = Math.max(leastDistance, deviation * usualDeviations)
      const isOutlier = ({ ratio }: Entry): boolean => distanceOf(ratio) > limitOf
      const [typical] = [...sample].sort((a, b) => distanceOf(a.ratio) - distanceOf(b.ratio) || byId(a, b))
      const whole = { median: middle - 1, up, down, ...(typical && { typical: typical.change }) }
      if (count < fewest || incomparable.count * 2 > count) return whole
      const extremes = [...new Map([...lowest, ...highest].map((entry) => [entry.id, entry])).values()]
        .filter(isOutlier)
        .sort((a, b) => distanceOf(b.ratio) - distanceOf(a.ratio) || byId(a, b))
      const comparable = count - incomparable.count
      const about = comparable > sample.length
      const share = sample.filter(isOutlier).length / sample.length
      const found = Math.max(Math.round(share * comparable), extremes.length) + incomparable.count
      if (found === 0) return whole
      const examples = [...incomparable.first, ...extremes]
        .slice(0, shownExamples)
        .map(({ change }) => change)
      return { ...whole, outliers: { count: found, ...(about && { about }), examples } }
    },
  }
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

function ascending(a: number, b: number): number {
  return a - b
}

/** The median of sorted numbers, at least one. */
function medianOf(sorted: readonly number[]): number {
  const half = (sorted.length - 1) / 2
  const middle = sorted.slice(Math.floor(half), Math.ceil(half) + 1)
  return middle.reduce((sum, each) => sum + each, 0) / middle.length
}
