import { median } from '../row.ts'
import { measures, type KeyCount, type Measure, type Sample } from './sample.ts'

/** The typical value of the first and of the last quarter of the samples, and the second divided by the first. */
export type Verdict = { measure: Measure; first: number; last: number; ratio: number; grows: boolean }

/** The maximum of the last quarter, as a multiple of the first. */
export const limit = 1.1

/** Compares the medians of the first and of the last quarter of the samples; at least four samples. */
export function judge(samples: readonly Sample[]): Verdict[] {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) throw new Error(`Too few samples to compare: ${samples.length} of 4. Play for longer.`)
  return measures.map((measure) => {
    const typical = (some: readonly Sample[]): number => median(some.map((sample) => sample[measure]))
    const [first, last] = [typical(samples.slice(0, quarter)), typical(samples.slice(-quarter))]
    const ratio = first === last ? 1 : last / first
    // A value that could not be measured counts as growth.
    return { measure, first, last, ratio, grows: !(ratio <= limit) }
  })
}

/** The kinds of keys whose number or size differs, the largest difference in size first; sizes in whole KB. */
export function compareKeys(
  before: ReadonlyMap<string, KeyCount>,
  after: ReadonlyMap<string, KeyCount>,
): string[] {
  const none: KeyCount = { keys: 0, bytes: 0 }
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((kind) => ({ kind, from: before.get(kind) ?? none, to: after.get(kind) ?? none }))
    .filter(({ from, to }) => from.keys !== to.keys || inKb(from) !== inKb(to))
    .sort((a, b) => Math.abs(b.to.bytes - b.from.bytes) - Math.abs(a.to.bytes - a.from.bytes))
    .map(({ kind, from, to }) => `${kind}: ${from.keys} → ${to.keys} keys, ${inKb(from)} → ${inKb(to)} KB`)
}

function inKb({ bytes }: KeyCount): number {
  return Math.round(bytes / 1024)
}
