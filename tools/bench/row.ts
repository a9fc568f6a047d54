/** One line of the table. `ratios` are ours divided by the yardstick, one of each round. */
export type Row = {
  work: string
  ours: string
  yardstick: string
  ratios: readonly number[]
  limit: number
  /** Whether the limit is a minimum, as for the gain of a second process. */
  atLeast?: boolean
}

const widths = [36, 26, 36, 7, 8] as const

export const heading = [
  toLine(['work', 'ours', 'yardstick', 'ratio', 'limit', 'spread']),
  '-'.repeat(134),
].join('\n')

/** A row as text; a missed limit is marked. */
export function toText({ work, ours, yardstick, ratios, limit, atLeast = false }: Row): string {
  const middle = median(ratios)
  const isMissed = atLeast ? middle < limit : middle > limit
  return toLine([
    work,
    ours,
    yardstick,
    `${round(middle)}${isMissed ? ' ✗' : ''}`,
    `${atLeast ? '≥' : '≤'} ${limit}`,
    ratios.length > 1 ? `${round(quantile(ratios, 0))} to ${round(quantile(ratios, 1))}` : '',
  ])
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function inSeconds(value: number): string {
  return `${value.toFixed(2)} s`
}

/** The value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

function round(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(2)
}

function toLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('')
    .trimEnd()
}
