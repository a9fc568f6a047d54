import type { FaultRule, FaultState, MockSide } from '../contracts/mock.ts'
import { draw, numberOf, purpose } from './seed/random.ts'

/** What is to go wrong with one request; `ms` is waited before anything else happens. */
export type Fault = { ms: number; rule: Exclude<FaultRule, { kind: 'latency' }> | null }

type Armed = { rule: FaultRule; hits: number; seen: Map<string, number> }

/**
 * The fault rules in force. Whether a rule with a `share` hits is drawn from the seed, the rule's place, the
 * method, the URL and how often that URL came before: so parallel requests may arrive in any order.
 */
export function createFaults(defaultSeed: number) {
  let seed = defaultSeed
  let armed: Armed[] = []

  function hits(rule: Armed, place: number, method: string, url: string): boolean {
    const { share, count } = rule.rule
    if (count !== undefined && rule.hits >= count) return false
    if (share !== undefined) {
      const key = `${method} ${url}`
      const times = rule.seen.get(key) ?? 0
      rule.seen.set(key, times + 1)
      if (draw(seed ^ numberOf(key), times, purpose.fault + place) >= share * 2 ** 32) return false
    }
    rule.hits++
    return true
  }

  /** Draws once for every matching rule. `path` is below the side's root, with a leading slash and no query. */
  function faultFor(side: MockSide, method: string, path: string, url: string): Fault | null {
    let ms = 0
    let chosen: Fault['rule'] = null
    for (const [place, candidate] of armed.entries()) {
      const { rule } = candidate
      if (rule.side !== side || (rule.method !== undefined && rule.method !== method)) continue
      if (rule.path !== undefined && !path.startsWith(rule.path)) continue
      if (rule.kind !== 'latency' && chosen !== null) continue
      if (!hits(candidate, place, method, url)) continue
      if (rule.kind === 'latency') ms += rule.ms
      else chosen = rule
    }
    return ms === 0 && chosen === null ? null : { ms, rule: chosen }
  }

  return {
    faultFor,
    isArmed: () => armed.length > 0,
    arm: (rules: readonly FaultRule[], newSeed: number = defaultSeed) => {
      seed = newSeed
      armed = rules.map((rule) => ({ rule, hits: 0, seen: new Map() }))
    },
    state: (): FaultState => ({ seed, rules: armed.map(({ rule, hits: count }) => ({ rule, hits: count })) }),
  }
}

export type FaultPlan = ReturnType<typeof createFaults>
