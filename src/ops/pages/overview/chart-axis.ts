/** A linear axis from 0 to `max`. */
export type Axis = { max: number; ticks: readonly number[] }

const roundSeconds = [1, 2, 10, 20, 60, 120, 240, 600, 1_200, 2_400, 3_600, 7_200, 14_400, 43_200, 86_400]

/** An axis of counts up to at least `most`, with a tick in the middle if that is a whole number. */
export function axisFor(most: number): Axis {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const max = power * ([1, 2, 4, 6, 8].find((factor) => factor * power >= most) ?? 10)
  return max === 1 ? { max, ticks: [0, 1] } : { max, ticks: [0, max / 2, max] }
}

/** An axis of durations up to at least `most` seconds. */
export function secondsAxisFor(most: number): Axis {
  const max = roundSeconds.find((seconds) => seconds >= most) ?? Math.ceil(most / 86_400) * 86_400
  return { max, ticks: [0, max / 2, max] }
}
