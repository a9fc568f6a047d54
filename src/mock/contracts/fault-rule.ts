import { z } from 'zod'
import { anywhere, onCms, onPartner, onPartnerForGood, ruleOf } from './fault-where.ts'
import { oddityNames } from './oddity.ts'

const status = z.int().min(200).max(599)
const failure = z.int().min(500).max(599)
const milliseconds = z.number().min(0).max(600_000)
/** An error's body: JSON as that side words it, or a page as proxies send it. */
const form = z.enum(['json', 'html'])
/** A MIME type in lower case. */
const mimeType = z.string().regex(/^[a-z]+\/[\w.+-]+$/, 'must be a MIME type')
const fields = z.array(z.string().min(1)).min(1)

/** Requests that are answered, or cut off, without any work being done. */
const insteadOfWork = [
  /** That status with an error body. */
  ruleOf('status', { ...anywhere, status, as: form.default('json') }),
  /** Too many requests: `Retry-After` in seconds, or as an HTTP date so many seconds ahead. */
  ruleOf('retry-after', {
    ...anywhere,
    seconds: z.number().min(0),
    as: z.enum(['seconds', 'date']).default('seconds'),
    status: z.literal([429, 503]).default(429),
  }),
  /** 429 that does not say for how long. */
  ruleOf('limited', { ...anywhere, as: form.default('json') }),
  /** A page where JSON is expected, by default with 200; with 404 it says nothing about the product. */
  ruleOf('html', { ...anywhere, status: status.default(200) }),
  /** The CMS while it is being updated: 503, `Retry-After: 600`, a page unless the request speaks of JSON. */
  ruleOf('maintenance', onCms),
  /** The connection is reset before anything is done. */
  ruleOf('reset-before', anywhere),
  /** From its first hit on every request to the partner's API is answered 401 (its files need no token). */
  ruleOf('revoke-token', onPartnerForGood),
  /** Wrong credentials are told as 401 (`incorrect_password`, `invalid_username`, `invalid_email`) instead of being nobody's. */
  ruleOf('strict-credentials', onCms),
  /** A firewall rejects uploads with the file as the body, optionally only files of some types. Forms pass. */
  ruleOf('refuse-raw', {
    ...onCms,
    status: status.default(403),
    as: form.default('html'),
    types: z.array(mimeType).min(1).optional(),
  }),
] as const

/** Requests whose work is done, whole or in part, and whose answer does not say so. */
const afterWork = [
  /** The work is done, then the connection is reset without an answer. */
  ruleOf('reset-after', anywhere),
  /** The work is done, and the connection is reset after half of the body. */
  ruleOf('reset-body', anywhere),
  /** Half of the body: with the connection closed in the middle, or as if that were all. */
  ruleOf('cut', { ...anywhere, as: z.enum(['broken', 'whole']).default('broken') }),
  /** A batch of which only the first `applied` sub-requests are carried out, and which is answered with a 5xx. */
  ruleOf('batch-prefix', {
    ...onCms,
    applied: z.int().min(0).max(25),
    status: failure.default(502),
    as: form.default('html'),
  }),
  /** A write that is answered at once, with a reset connection or with `status`, and happens `ms` later. Reset drops it. */
  ruleOf('late', { ...onCms, ms: milliseconds, status: failure.optional() }),
] as const

/** Answers whose bytes are right but for the way they come. */
const bodies = [
  /** A PHP warning is printed before the JSON, after it, or both. */
  ruleOf('php-warning', { ...onCms, at: z.enum(['before', 'after', 'both']).default('before') }),
  /** `Content-Encoding: gzip`, though nobody asked for it. */
  ruleOf('gzip', anywhere),
  /** Padded with spaces to at least `bytes`, without a `Content-Length`. */
  ruleOf('huge', { ...anywhere, bytes: z.int().min(1).max(2_000_000_000) }),
  /** Without some headers, as behind a proxy that removes those that it does not know. */
  ruleOf('strip-headers', { ...anywhere, names: fields.default(['X-WP-Total', 'X-WP-TotalPages']) }),
  /** Sent at `bytesPerSecond`. */
  ruleOf('slow', { ...anywhere, bytesPerSecond: z.number().min(1) }),
] as const

/** Products that are not what was asked for; only a product's 200 is changed. */
const records = [
  /** The record of another language. */
  ruleOf('wrong-language', onPartner),
  /** The record with the GTIN of another product. */
  ruleOf('wrong-gtin', onPartner),
  /** Fields emptied: lists to `[]`, everything else to `""`. */
  ruleOf('blank', { ...onPartner, fields }),
  /** Fields of another JSON type: a number or number text becomes an object, a text a number, a list an object, the rest a list. */
  ruleOf('type-change', { ...onPartner, fields }),
  /** Fields that the interface does not know. */
  ruleOf('unknown-fields', { ...onPartner, fields: fields.default(['mock_unknown', 'mock_nested']) }),
] as const

/** Kinds that come on top of whatever else happens to a request. */
const additional = [
  /** So many milliseconds before anything happens, plus up to `jitterMs` drawn by the seed. */
  ruleOf('latency', { ...anywhere, ms: milliseconds, jitterMs: milliseconds.default(0) }),
  /** Nothing happens until other rules are in force, or none: then it goes on. */
  ruleOf('hold', anywhere),
  /** A peculiarity of the engine, see `oddityNames`; `ms` is the width of a race. */
  ruleOf('oddity', { ...onCms, name: z.enum(oddityNames), ms: milliseconds.default(25) }),
  /** A plugin omits rows with these ids or slugs from every list. Requests for a single row still return it. */
  ruleOf('omit-rows', { ...onCms, rows: z.array(z.union([z.int().min(1), z.string().min(1)])).min(1) }),
  /** The engine rejects files of these types, whether they are sent raw or as a form. */
  ruleOf('refuse-types', { ...onCms, types: z.array(mimeType).min(1) }),
] as const

const options = [...insteadOfWork, ...afterWork, ...bodies, ...records, ...additional] as const

/** A fault rule. Every `additional` rule that hits applies, and the first rule of the other kinds. */
export const FaultRule = z.discriminatedUnion('kind', options, {
  error: (issue) => (issue.code === 'invalid_union' ? `must be one of ${kinds().join(', ')}` : undefined),
})
export type FaultRule = z.output<typeof FaultRule>

export type FaultKind = FaultRule['kind']
export type RuleOf<K extends FaultKind> = Extract<FaultRule, { kind: K }>

function kinds(): string[] {
  return options.map(({ shape }) => shape.kind.value)
}
