const digits = 13
const zero = '0'.charCodeAt(0)

/** GTINs in a text, separated by spaces, as sorted numbers; anything else is omitted. */
export function sortedNumbers(text: string): Float64Array {
  const numbers = new Float64Array(Math.ceil(text.length / (digits + 1)))
  let count = 0
  for (let from = 0; from < text.length;) {
    const space = text.indexOf(' ', from)
    const end = space < 0 ? text.length : space
    const number = end - from === digits ? numberAt(text, from) : -1
    if (number >= 0) numbers[count++] = number
    from = end + 1
  }
  return numbers.subarray(0, count).sort()
}

/** The number with 13 digits at a position; -1 if it has other characters. Two small numbers are faster than a large one. */
function numberAt(text: string, from: number): number {
  let [high, low] = [0, 0]
  for (let at = 0; at < digits; at++) {
    const digit = text.charCodeAt(from + at) - zero
    if (digit < 0 || digit > 9) return -1
    if (at < 6) high = 10 * high + digit
    else low = 10 * low + digit
  }
  return high * 10_000_000 + low
}

export function gtinOf(number: number): string {
  return String(number).padStart(digits, '0')
}

/** The different numbers of a sorted list. */
export function distinct(sorted: Float64Array): Float64Array {
  const found = new Float64Array(sorted.length)
  let count = 0
  let last = Number.NaN
  for (const value of sorted) {
    if (value !== last) found[count++] = value
    last = value
  }
  return found.subarray(0, count)
}

/** The first position in a sorted list whose number is not smaller. */
export function rankIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Number(sorted[middle]) < value) low = middle + 1
    else high = middle
  }
  return low
}
