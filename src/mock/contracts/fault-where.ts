import { z } from 'zod'
import { MockSide } from './side.ts'

/** Members of every rule: which of the requests that its kind can hit are hit. */
const where = {
  side: MockSide,
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
    .transform((method) => method.toUpperCase())
    .optional(),
  /** prefix below `/api/partner/v1` or `/api/rest`; for the partner's files `/media…` */
  path: z.string().startsWith('/', 'must start with "/"').optional(),
  /** a text that the request's query or body holds: a slug, a title, a file name */
  holds: z.string().min(1).optional(),
  /** only batches of at least so many sub-requests */
  minRequests: z.int().min(1).max(25).optional(),
  /** so many matching requests pass before the rule begins */
  after: z.int().min(0).optional(),
}

/** Members of a rule that may also come to an end by itself. */
export const anywhere = {
  ...where,
  /** the part of the matching requests that is hit; without `share` and `count` it is all of them */
  share: z.number().min(0).max(1).optional(),
  /** how many requests are hit before the rule is spent */
  count: z.int().min(1).optional(),
  /** milliseconds after the PUT at which the rule ends */
  until: z.number().min(0).optional(),
}

const partner = z.literal('partner', 'must be "partner" for this kind')
const cms = z.literal('cms', 'must be "cms" for this kind')

export const onPartner = { ...anywhere, side: partner }
export const onCms = { ...anywhere, side: cms }
/** For what never ends by itself. */
export const onPartnerForGood = { ...where, side: partner }

/** One kind of rule; an unknown member is refused with the names of those that the kind knows. */
export function ruleOf<const K extends string, S extends z.ZodRawShape>(kind: K, members: S) {
  const shape = { kind: z.literal(kind), ...members }
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown: ${issue.keys.join(', ')}; a rule of kind "${kind}" may have: ${Object.keys(shape).join(', ')}`
        : undefined,
  })
}
