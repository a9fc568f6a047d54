import { z } from 'zod'

/** `100/min`: the number of requests in a second, minute, hour or day. Only the first letter of the period counts. */
export const Throttle = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[smhd][a-z]*$/, 'is not a rate such as 5/second or 100/min')

/**
 * How the partner writes numbers. `number` and `string` apply to existing values; `empty`, `null` and `absent` to
 * missing ones. `mixed` draws all of them by product and field.
 */
export const NumberForm = z.enum(['mixed', 'number', 'string', 'empty', 'null', 'absent'])
export type NumberForm = z.infer<typeof NumberForm>

/** The response to an unlisted language: the record of the default language, or a 404. */
export const UnknownLanguage = z.enum(['default', 'absent'])
export type UnknownLanguage = z.infer<typeof UnknownLanguage>

/**
 * Validity of the signatures on file links, in seconds (null: no signatures). Setting it again invalidates earlier
 * signatures.
 */
const SignedFiles = z.int().min(0).max(604_800)

/** The body of `PUT /__mock/partner`. Omitted settings do not change. A null throttle removes the limit. */
export const PartnerChange = z.strictObject({
  throttle: Throttle.nullable().optional(),
  numbers: NumberForm.optional(),
  unknownLanguage: UnknownLanguage.optional(),
  signedFiles: SignedFiles.nullable().optional(),
})
export type PartnerChange = z.infer<typeof PartnerChange>
