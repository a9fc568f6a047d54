import { z } from 'zod'

/** `100/min`: that many requests in a second, minute, hour or day; only the first letter of the period counts. */
export const Throttle = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[smhd][a-z]*$/, 'is not a rate such as 5/second or 100/min')

/**
 * How the partner writes numbers. `number` and `string`: what applies is written so. `empty`, `null` and `absent`: what
 * does not apply is written so. `mixed`: all of them, drawn by product and field.
 */
export const NumberForm = z.enum(['mixed', 'number', 'string', 'empty', 'null', 'absent'])
export type NumberForm = z.infer<typeof NumberForm>

/** What stands in for a record in a language that is not in the list: the default language's record, or a 404. */
export const UnknownLanguage = z.enum(['default', 'absent'])
export type UnknownLanguage = z.infer<typeof UnknownLanguage>

/**
 * For how many seconds the signatures on links to files are valid (null: links have none). Setting it again makes
 * earlier signatures invalid.
 */
const SignedFiles = z.int().min(0).max(604_800)

/** The body of `PUT /__mock/partner`; what is left out stays as it is, and a throttle of null is none. */
export const PartnerChange = z.strictObject({
  throttle: Throttle.nullable().optional(),
  numbers: NumberForm.optional(),
  unknownLanguage: UnknownLanguage.optional(),
  signedFiles: SignedFiles.nullable().optional(),
})
export type PartnerChange = z.infer<typeof PartnerChange>
