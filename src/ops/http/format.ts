const numbers = new Intl.NumberFormat('en')

/** `12,345` */
export function formatCount(count: number): string {
  return numbers.format(count)
}

/** `2026-11-20 06:00 UTC`, of an ISO time. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** The two largest units of some seconds: `850 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return pair(whole, 60, 'min', 1, 's')
  if (whole < 86_400) return pair(whole, 3_600, 'h', 60, 'min')
  return pair(whole, 86_400, 'd', 3_600, 'h')
}

function pair(seconds: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((seconds % big) / small)
  const head = `${Math.floor(seconds / big)} ${bigUnit}`
  return rest === 0 ? head : `${head} ${rest} ${smallUnit}`
}
