import type { FaultRule, RuleOf } from '../contracts/fault-rule.ts'
import type { FaultState } from '../contracts/faults.ts'
import { draw, numberOf, purpose } from '../seed/random.ts'
import { type Asked, canHit, concerns, needsBody } from './concerns.ts'

const ofEngine = ['oddity', 'omit-rows', 'refuse-types'] as const
const adding = ['latency', 'hold', ...ofEngine] as const

/** The rules that change WordPress's behaviour. */
export type EngineRule = RuleOf<(typeof ofEngine)[number]>

/** The kinds of which at most one applies to a request. */
export type ActingRule = Exclude<FaultRule, { kind: (typeof adding)[number] }>

/** The combined effect of the rules on one request. It waits for `held` first, then `ms`. */
export type Fault = {
  held: Promise<void> | null
  ms: number
  rule: ActingRule | null
  oddities: readonly EngineRule[]
}

type Armed = { rule: FaultRule; matched: number; hits: number; seen: Map<string, number> }

/**
 * The rules in force. A rule with a `share` is drawn from the seed, its position, the method, the URL and the number of
 * earlier requests for that URL. Therefore the order of parallel requests for different URLs has no influence. `now`
 * returns milliseconds.
 */
export function createFaults(defaultSeed: number, now: () => number = () => performance.now()) {
  let seed = defaultSeed
  let armed: Armed[] = []
  let armedAt = 0
  let change = Promise.withResolvers<void>()

  /** A number from 0 to 1 for this request, distinct for repeated requests of the same method and URL. */
  function drawFor(candidate: Armed, place: number, asked: Asked): number {
    const key = `${asked.method} ${asked.url}`
    const times = candidate.seen.get(key) ?? 0
    candidate.seen.set(key, times + 1)
    return draw(seed ^ numberOf(key), times, purpose.fault + place) / 2 ** 32
  }

  function hits(candidate: Armed, place: number, asked: Asked): boolean {
    const { rule } = candidate
    if (rule.kind === 'revoke-token') return isRevoked(candidate)
    if (rule.until !== undefined && now() - armedAt >= rule.until) return false
    if (candidate.matched++ < (rule.after ?? 0)) return false
    if (rule.count !== undefined && candidate.hits >= rule.count) return false
    if (rule.share !== undefined && drawFor(candidate, place, asked) >= rule.share) return false
    candidate.hits++
    return true
  }

  /** Draws once for every matching rule. */
  function faultFor(asked: Asked): Fault | null {
    let held: Fault['held'] = null
    let ms = 0
    let chosen: Fault['rule'] = null
    const oddities: EngineRule[] = []
    for (const [place, candidate] of armed.entries()) {
      const { rule } = candidate
      if (!isAdding(rule) && chosen !== null) continue
      if (!concerns(rule, asked) && !isRevokedFor(candidate, asked)) continue
      if (!hits(candidate, place, asked)) continue
      if (rule.kind === 'latency')
        ms += rule.ms + (rule.jitterMs > 0 ? rule.jitterMs * drawFor(candidate, place, asked) : 0)
      else if (rule.kind === 'hold') held = change.promise
      else if (isOfEngine(rule)) oddities.push(rule)
      else chosen = rule
    }
    const isNothing = held === null && ms === 0 && chosen === null && oddities.length === 0
    return isNothing ? null : { held, ms, rule: chosen, oddities }
  }

  /** WordPress's oddities alone, for calls that bypass the network. */
  function odditiesFor(asked: Asked): EngineRule[] {
    return [...armed.entries()].flatMap(([place, candidate]) => {
      const { rule } = candidate
      return isOfEngine(rule) && concerns(rule, asked) && hits(candidate, place, asked) ? [rule] : []
    })
  }

  return {
    faultFor,
    /** Whether a rule depends on the body of this request. */
    needsBody: (asked: Asked): boolean => armed.some(({ rule }) => needsBody(rule, asked)),
    odditiesFor,
    isArmed: () => armed.length > 0,
    arm: (rules: readonly FaultRule[], newSeed: number = defaultSeed) => {
      seed = newSeed
      armedAt = now()
      armed = rules.map((rule) => ({ rule, matched: 0, hits: 0, seen: new Map() }))
      change.resolve()
      change = Promise.withResolvers()
    },
    state: (): FaultState => ({
      seed,
      rules: armed.map(({ rule, matched, hits: count }) => ({ rule, matched, hits: count })),
    }),
  }
}

export type FaultPlan = ReturnType<typeof createFaults>

function isOfEngine(rule: FaultRule): rule is EngineRule {
  return ofEngine.some((name) => name === rule.kind)
}

/** Whether a rule applies in addition to others. */
function isAdding({ kind }: FaultRule): boolean {
  return adding.some((name) => name === kind)
}

/** A revocation is permanent: after the first hit, method and path no longer matter. */
function isRevoked(candidate: Armed): boolean {
  if (candidate.matched++ < (candidate.rule.after ?? 0)) return false
  candidate.hits++
  return true
}

function isRevokedFor({ rule, hits }: Armed, asked: Asked): boolean {
  return rule.kind === 'revoke-token' && hits > 0 && rule.side === asked.side && canHit(rule.kind, asked)
}
