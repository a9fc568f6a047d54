import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Wrong passwords that are checked in one window. */
const limits = { windowMs: 5 * 60_000, perAddress: 10, overall: 100 }

/** Limits guesses of passwords. */
export type LoginLimit = {
  /** The time until this address may try again, in milliseconds; 0 if it may try now. */
  waitMs(address: string): number
  noteWrong(address: string): void
  /**
   * Exempts an address that has logged in from the overall limit, so that an attack does not lock out users.
   */
  noteRight(address: string): void
}

const mostKnown = 1000

/** Counts in windows of five minutes; the overall limit also bounds its memory. */
export function createLoginLimit(now = () => performance.now(), most = limits): LoginLimit {
  const known = new Set<string>()
  let wrong = new Map<string, number>()
  let total = 0
  let endsAt = -Infinity
  const turnWindow = (): void => {
    if (now() < endsAt) return
    wrong = new Map()
    total = 0
    endsAt = now() + most.windowMs
  }
  return {
    waitMs(address) {
      turnWindow()
      const source = sourceOf(address)
      const own = (wrong.get(source) ?? 0) >= most.perAddress
      const all = total >= most.overall && !known.has(source)
      return own || all ? endsAt - now() : 0
    },
    noteWrong(address) {
      turnWindow()
      const source = sourceOf(address)
      wrong.set(source, (wrong.get(source) ?? 0) + 1)
      total++
    },
    noteRight(address) {
      const source = sourceOf(address)
      if (known.size >= mostKnown && !known.has(source)) known.clear()
      known.add(source)
    },
  }
}

/** A customer with IPv6 has a whole /64. */
function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
