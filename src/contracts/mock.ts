import { z } from 'zod'

/** The two sides of the bundled server on which faults are planned; the public site only appears in the counts. */
export const MockSide = z.enum(['partner', 'cms'])
export type MockSide = z.infer<typeof MockSide>

const where = {
  side: MockSide,
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
    .transform((method) => method.toUpperCase())
    .optional(),
  /** prefix below `/api/partner/v1` or `/api/rest`; for the partner's files `/media…` */
  path: z.string().startsWith('/', 'must start with "/"').optional(),
  /** the part of the matching requests that is hit; without `share` and `count` it is all of them */
  share: z.number().min(0).max(1).optional(),
  /** how many requests are hit before the rule is spent */
  count: z.int().min(1).optional(),
}
const onPartner = { ...where, side: z.literal('partner', 'must be "partner" for this kind') }
const status = z.int().min(200).max(599)

/** What one rule does. `latency` adds to whatever else happens; of the other kinds the first rule that hits wins. */
export const FaultRule = z.discriminatedUnion('kind', [
  z.strictObject({ ...where, kind: z.literal('status'), status }),
  z.strictObject({ ...where, kind: z.literal('retry-after'), seconds: z.number().min(0) }),
  z.strictObject({ ...where, kind: z.literal('latency'), ms: z.number().min(0).max(600_000) }),
  z.strictObject({ ...where, kind: z.literal('reset-before') }),
  z.strictObject({ ...where, kind: z.literal('reset-after') }),
  z.strictObject({ ...where, kind: z.literal('cut') }),
  z.strictObject({ ...where, kind: z.literal('html'), status: status.optional() }),
  z.strictObject({ ...onPartner, kind: z.literal('wrong-language') }),
  z.strictObject({ ...onPartner, kind: z.literal('blank'), fields: z.array(z.string()).min(1) }),
])
export type FaultRule = z.output<typeof FaultRule>

/** The body of `PUT /__mock/faults`: the rules, or the rules with the seed of their draws. */
export const Faults = z.preprocess(
  (body) => (Array.isArray(body) ? { rules: body } : body),
  z.strictObject({ seed: z.int().optional(), rules: z.array(FaultRule) }),
)
type FaultRules = readonly z.input<typeof FaultRule>[]
export type Faults = FaultRules | { seed?: number; rules: FaultRules }

/** The answer of `PUT` and `GET /__mock/faults`: each rule with the number of requests that it hit. */
export const FaultState = z.object({
  seed: z.int(),
  rules: z.array(z.object({ rule: FaultRule, hits: z.int() })),
})
export type FaultState = z.infer<typeof FaultState>

const Counts = z.record(z.string(), z.int())
const perSide = <T extends z.ZodType>(value: T) => z.object({ partner: value, cms: value, site: value })

/** The answer of `GET /__mock/stats`: everything since the start, the last reset or `DELETE /__mock/stats`. */
export const MockStats = z.object({
  /** requests by side and `METHOD pattern`, for instance `cms: { "POST /batch/v1": 2 }` */
  requests: perSide(Counts),
  totals: perSide(z.int()),
  /** answers by side and class, `2xx` to `5xx`; `none` where the connection was broken instead */
  statuses: perSide(Counts),
  /** the most requests that were being answered at the same time */
  peakInFlight: perSide(z.int()),
  /** calls of the batch route; `sizes` counts by size, `recent` holds the last 1000 sizes in order */
  batches: z.object({ calls: z.int(), subRequests: z.int(), sizes: Counts, recent: z.array(z.int()) }),
  /** write requests that reached the CMS, sub-requests included: `{ "pages.create": 40, "media.update": 1 }` */
  cmsWrites: z.object({ total: z.int(), byKind: Counts }),
  /** requests hit by a fault rule, by kind */
  faults: Counts,
})
export type MockStats = z.infer<typeof MockStats>

/** The body of `PUT /__mock/products/:gtin/:language`: fields to lay over the seeded ones, of any JSON type; those named in `$absent` are left out. */
export const ProductPatch = z.looseObject({ $absent: z.array(z.string()).optional() })
export type ProductPatch = z.infer<typeof ProductPatch>
