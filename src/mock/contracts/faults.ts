import { z } from 'zod'
import { FaultRule } from './fault-rule.ts'

/** The body of `PUT /__mock/faults`: the rules, or the rules with a seed. */
export const Faults = z.preprocess(
  (body) => (Array.isArray(body) ? { rules: body } : body),
  z.strictObject({ seed: z.int().optional(), rules: z.array(FaultRule) }),
)
type FaultRules = readonly z.input<typeof FaultRule>[]
export type Faults = FaultRules | { seed?: number; rules: FaultRules }

/** The response of `PUT` and `GET /__mock/faults`: each rule with the number of requests that it matched and hit. */
export const FaultState = z.object({
  seed: z.int(),
  rules: z.array(z.object({ rule: FaultRule, matched: z.int(), hits: z.int() })),
})
export type FaultState = z.infer<typeof FaultState>
