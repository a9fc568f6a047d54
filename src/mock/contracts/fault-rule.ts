import { z } from 'zod'
import { anywhere, onCms, onPartner, onPartnerForGood, ruleOf } from './fault-where.ts'
import { oddityNames } from './oddity.ts'

const status = z.int().min(200).max(599)
const failure = z.int().min(500).max(599)
const milliseconds = z.number().min(0).max(600_000)
/** The body of an error: JSON in that side's format, or HTML as proxies send it. */
const form = z.enum(['json', 'html'])
/** A MIME type in lower case. */
const mimeType = z.string().regex(/^[a-z]+\/[\w.+-]+$/, 'must be a MIME type')
const fields = z.array(z.string().min(1)).min(1)

/** The request is rejected or the connection closed before any work. */
const insteadOfWork = [
  /** This status with an error body. */
  ruleOf('status', { ...anywhere, status, as: form.default('json') }),
  /** Too many requests. `Retry-After` in seconds, or as the HTTP date that many seconds ahead. */
  ruleOf('retry-after', {
    ...anywhere,
    seconds: z.number().min(0),
    as: z.enum(['seconds', 'date']).default('seconds'),
    status: z.literal([429, 503]).default(429),
  }),
  /** 429 without `Retry-After`. */
  ruleOf('limited', { ...anywhere, as: form.default('json') }),
  /** HTML instead of JSON, by default with 200. With 404 it does not mean that the product is missing. */
  ruleOf('html', { ...anywhere, status: status.default(200) }),
  /** The CMS during an update: 503, `Retry-After: 600`. HTML unless the request mentions JSON. */
  ruleOf('maintenance', onCms),
  /** Resets the connection before any work. */
  ruleOf('reset-before', anywhere),
  /** From the first hit on, every request to the partner's API gets 401. Its files need no token. */
  ruleOf('revoke-token', onPartnerForGood),
  /**
   * Wrong credentials get 401 (`incorrect_password`, `invalid_username`, `invalid_email`) instead of counting as
   * anonymous.
   */
  ruleOf('strict-credentials', onCms),
  /** A firewall rejects uploads with the file as the body, optionally only of some types. Forms pass. */
  ruleOf('refuse-raw', {
    ...onCms,
    status: status.default(403),
    as: form.default('html'),
    types: z.array(mimeType).min(1).optional(),
  }),
] as const

/** The work is done, completely or in part, but the response does not show it. */
const afterWork = [
  /** Does the work, then resets the connection without a response. */
  ruleOf('reset-after', anywhere),
  /** Does the work, then resets the connection after half of the body. */
  ruleOf('reset-body', anywhere),
  /** Sends half of the body, and closes the connection, or ends the response as if it were complete. */
  ruleOf('cut', { ...anywhere, as: z.enum(['broken', 'whole']).default('broken') }),
  /** Runs only the first `applied` sub-requests of a batch and responds with 5xx. */
  ruleOf('batch-prefix', {
    ...onCms,
    applied: z.int().min(0).max(25),
    status: failure.default(502),
    as: form.default('html'),
  }),
  /**
   * Resets the connection or sends `status` at once, and does the write `ms` later. A reset of the server drops the
   * write.
   */
  ruleOf('late', { ...onCms, ms: milliseconds, status: failure.optional() }),
] as const

/** The content is right, but the transfer is not. */
const bodies = [
  /** Prints a PHP warning before the JSON, after it, or both. */
  ruleOf('php-warning', { ...onCms, at: z.enum(['before', 'after', 'both']).default('before') }),
  /** Sends `Content-Encoding: gzip` without a matching Accept-Encoding. */
  ruleOf('gzip', anywhere),
  /** Pads the body with spaces to at least `bytes`, without a `Content-Length`. */
  ruleOf('huge', { ...anywhere, bytes: z.int().min(1).max(2_000_000_000) }),
  /** Removes headers, as a proxy does that drops unknown ones. */
  ruleOf('strip-headers', { ...anywhere, names: fields.default(['X-WP-Total', 'X-WP-TotalPages']) }),
  /** Sent at `bytesPerSecond`. */
  ruleOf('slow', { ...anywhere, bytesPerSecond: z.number().min(1) }),
] as const

/** Wrong products. Only a product's 200 is changed. */
const records = [
  /** The record of another language. */
  ruleOf('wrong-language', onPartner),
  /** The record with the GTIN of another product. */
  ruleOf('wrong-gtin', onPartner),
  /** Fields emptied: lists to `[]`, everything else to `""`. */
  ruleOf('blank', { ...onPartner, fields }),
  /**
   * Fields of another JSON type: a number or numeric string becomes an object, other strings a number, lists an object,
   * all else a list.
   */
  ruleOf('type-change', { ...onPartner, fields }),
  /** Fields that are not part of the interface. */
  ruleOf('unknown-fields', { ...onPartner, fields: fields.default(['mock_unknown', 'mock_nested']) }),
] as const

/** Applied in addition to any other rule. */
const additional = [
  /** Delays the request by `ms`, plus up to `jitterMs` drawn by the seed. */
  ruleOf('latency', { ...anywhere, ms: milliseconds, jitterMs: milliseconds.default(0) }),
  /** Delays the request until the rules are changed or cleared. */
  ruleOf('hold', anywhere),
  /** A peculiarity of real WordPress sites, see `oddityNames`. `ms` is the width of a race. */
  ruleOf('oddity', { ...onCms, name: z.enum(oddityNames), ms: milliseconds.default(25) }),
  /** A plug-in omits rows with these ids or slugs from every list. Requests for a single row still return it. */
  ruleOf('omit-rows', { ...onCms, rows: z.array(z.union([z.int().min(1), z.string().min(1)])).min(1) }),
  /** WordPress rejects files of these types, both as a raw body and in a form. */
  ruleOf('refuse-types', { ...onCms, types: z.array(mimeType).min(1) }),
] as const

const options = [...insteadOfWork, ...afterWork, ...bodies, ...records, ...additional] as const

/** Every `additional` rule that hits applies, and the first rule of the other kinds. */
export const FaultRule = z.discriminatedUnion('kind', options, {
  error: (issue) => (issue.code === 'invalid_union' ? `must be one of ${kinds().join(', ')}` : undefined),
})
export type FaultRule = z.output<typeof FaultRule>

export type FaultKind = FaultRule['kind']
export type RuleOf<K extends FaultKind> = Extract<FaultRule, { kind: K }>

function kinds(): string[] {
  return options.map(({ shape }) => shape.kind.value)
}
