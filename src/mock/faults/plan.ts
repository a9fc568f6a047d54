import type { FaultRule, RuleOf } from '../contracts/fault-rule.ts'
import type { FaultState } from '../contracts/faults.ts'
import { draw, numberOf, purpose } from '../seed/random.ts'
import { type Asked, canHit, concerns, needsBody } from './concerns.ts'

const ofEngine = ['oddity', 'omit-rows', 'refuse-types'] as const
const adding = ['latency', 'hold', ...ofEngine] as const

/** The rules that change how the engine behaves. */
export type EngineRule = RuleOf<(typeof ofEngine)[number]>

/** The kinds of which one request suffers at most one. */
export type ActingRule = Exclude<FaultRule, { kind: (typeof adding)[number] }>

/** What is to go wrong with one request; before anything else `held` is waited for, then `ms`. */
export type Fault = {
  held: Promise<void> | null
  ms: number
  rule: ActingRule | null
  oddities: readonly EngineRule[]
}

type Armed = { rule: FaultRule; matched: number; hits: number; seen: Map<string, number> }

/**
 * The fault rules in force. Whether a rule with a `share` hits is drawn from the seed, the rule's place, the
 * method, the URL and how often that URL came before: so parallel requests may arrive in any order.
 * `now` counts milliseconds.
 */
export function createFaults(defaultSeed: number, now: () => number = () => performance.now()) {
  let seed = defaultSeed
  let armed: Armed[] = []
  let armedAt = 0
  let change = Promise.withResolvers<void>()

  /** A number between 0 and 1 for this request among all with its method and URL. */
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

  /** The engine's oddities alone, for those who do not come through the network. */
  function odditiesFor(asked: Asked): EngineRule[] {
    return [...armed.entries()].flatMap(([place, candidate]) => {
      const { rule } = candidate
      return isOfEngine(rule) && concerns(rule, asked) && hits(candidate, place, asked) ? [rule] : []
    })
  }

  return {
    faultFor,
    /** Whether some rule asks what the body of this request holds. */
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

/** Whether a rule adds to whatever else happens. */
function isAdding({ kind }: FaultRule): boolean {
  return adding.some((name) => name === kind)
}

/** A token is revoked once and for all: after the first hit method and path no longer matter. */
function isRevoked(candidate: Armed): boolean {
  if (candidate.matched++ < (candidate.rule.after ?? 0)) return false
  candidate.hits++
  return true
}

function isRevokedFor({ rule, hits }: Armed, asked: Asked): boolean {
  return rule.kind === 'revoke-token' && hits > 0 && rule.side === asked.side && canHit(rule.kind, asked)
}
