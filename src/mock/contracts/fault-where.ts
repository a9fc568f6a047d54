import { z } from 'zod'
import { MockSide } from './side.ts'

/** Fields of every rule that select requests, among those that its kind can affect. */
const where = {
  side: MockSide,
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
    .transform((method) => method.toUpperCase())
    .optional(),
  /** prefix below `/api/partner/v1` or `/api/rest`; for the partner's files `/media…` */
  path: z.string().startsWith('/', 'must start with "/"').optional(),
  /** a string that the request's query or body contains, such as a slug, title or file name */
  holds: z.string().min(1).optional(),
  /** only batches with at least this many sub-requests */
  minRequests: z.int().min(1).max(25).optional(),
  /** number of matching requests to skip */
  after: z.int().min(0).optional(),
}

/** Fields of a rule that can end. */
export const anywhere = {
  ...where,
  /** share of matching requests to hit; all by default, unless `count` limits them */
  share: z.number().min(0).max(1).optional(),
  /** number of requests to hit */
  count: z.int().min(1).optional(),
  /** milliseconds after the PUT at which the rule ends */
  until: z.number().min(0).optional(),
}

const partner = z.literal('partner', 'must be "partner" for this kind')
const cms = z.literal('cms', 'must be "cms" for this kind')

export const onPartner = { ...anywhere, side: partner }
export const onCms = { ...anywhere, side: cms }
/** For a rule that never ends. */
export const onPartnerForGood = { ...where, side: partner }

/** One kind of rule. An unknown field is rejected with the list of known ones. */
export function ruleOf<const K extends string, S extends z.ZodRawShape>(kind: K, members: S) {
  const shape = { kind: z.literal(kind), ...members }
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown: ${issue.keys.join(', ')}; a rule of kind "${kind}" may have: ${Object.keys(shape).join(', ')}`
        : undefined,
  })
}
