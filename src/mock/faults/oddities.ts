import { type Oddities, noOddities } from '../cms/oddities/oddities.ts'
import type { EngineRule } from './plan.ts'
import type { Waits } from './waits.ts'

/** The oddities that the rules switch on for one request. */
export function odditiesOf(rules: readonly EngineRule[], waits: Waits): Oddities {
  if (rules.length === 0) return noOddities
  const omitted = new Set<unknown>(rules.flatMap((rule) => (rule.kind === 'omit-rows' ? rule.rows : [])))
  return {
    has: (name) => rules.some((rule) => rule.kind === 'oddity' && rule.name === name),
    omits: omitted.size === 0 ? null : ({ id, slug }) => omitted.has(id) || omitted.has(slug),
    refuses: (type) => rules.some((rule) => rule.kind === 'refuse-types' && rule.types.includes(type)),
    race: (name) => {
      const rule = rules.find((one) => one.kind === 'oddity' && one.name === name)
      return rule?.kind === 'oddity' ? waits.wait(rule.ms) : null
    },
  }
}
