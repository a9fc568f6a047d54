const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * Counts requests in a sliding window, as Django REST framework's rate throttle does. Rejected requests do not count.
 */
export function createThrottle(rate: () => string | null, now: () => Date = () => new Date()) {
  let taken: number[] = []
  let counted: string | null = null

  /** Null if the request may pass, else the wait in seconds. */
  function take(): number | null {
    const current = rate()
    if (current !== counted) taken = []
    counted = current
    if (current === null) return null
    const [limit = '', period = ''] = current.split('/')
    const span = (seconds[period.charAt(0)] ?? 1) * 1000
    const time = now().getTime()
    taken = taken.filter((moment) => moment > time - span)
    const [oldest = time] = taken
    if (taken.length >= Number(limit)) return Math.max(1, Math.ceil((span - (time - oldest)) / 1000))
    taken.push(time)
    return null
  }

  return { take, reset: (): void => void (taken = []) }
}

export type PartnerThrottle = ReturnType<typeof createThrottle>

/** Django REST framework's message for a throttled request. */
export function throttledDetail(wait: number): string {
  return `Request was throttled. Expected available in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
}
