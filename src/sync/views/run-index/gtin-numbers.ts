/** GTINs as sorted numbers; anything else is omitted. */
export function sortedNumbers(gtins: readonly string[]): Float64Array {
  const numbers = Float64Array.from(gtins, (gtin) => (gtin.length === 13 ? Number(gtin) : Number.NaN)).sort()
  // Invalid ones are last.
  const end = numbers.findIndex(Number.isNaN)
  return end < 0 ? numbers : numbers.subarray(0, end)
}

export function gtinOf(number: number): string {
  return String(number).padStart(13, '0')
}

/** The different numbers of a sorted list. */
export function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((value, place) => value !== sorted[place - 1])
}

/** The position of a number in a sorted list that contains it. */
export function rankIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
