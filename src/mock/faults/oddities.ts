import type { RuleOf } from '../contracts/fault-rule.ts'
import { type Oddities, noOddities } from '../cms/oddities/oddities.ts'
import type { Waits } from './waits.ts'

/** The oddities that planned rules switch on for one request. */
export function odditiesOf(rules: readonly RuleOf<'oddity'>[], waits: Waits): Oddities {
  if (rules.length === 0) return noOddities
  return {
    has: (name) => rules.some((rule) => rule.name === name),
    race: (name) => {
      const rule = rules.find((one) => one.name === name)
      return rule === undefined ? null : waits.wait(rule.ms)
    },
  }
}
