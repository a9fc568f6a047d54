import { z } from 'zod'
import { FaultRule } from './fault-rule.ts'

/** The body of `PUT /__mock/faults`: the rules, or the rules with the seed of their draws. */
export const Faults = z.preprocess(
  (body) => (Array.isArray(body) ? { rules: body } : body),
  z.strictObject({ seed: z.int().optional(), rules: z.array(FaultRule) }),
)
type FaultRules = readonly z.input<typeof FaultRule>[]
export type Faults = FaultRules | { seed?: number; rules: FaultRules }

/** The answer of `PUT` and `GET /__mock/faults`: each rule, the requests that it could have hit, and those that it did hit. */
export const FaultState = z.object({
  seed: z.int(),
  rules: z.array(z.object({ rule: FaultRule, matched: z.int(), hits: z.int() })),
})
export type FaultState = z.infer<typeof FaultState>
