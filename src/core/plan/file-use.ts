import { fileFields, sourceFields } from '../mapping/field-map.ts'
import { linkFields } from '../page/links.ts'
import type { Outcome } from '../run/change.ts'
import { publication } from './decide.ts'

/** What a write may do to the files that pages show: `freed` some of them, or only `used` more. */
export const fileUses = ['freed', 'used'] as const
export type FileUse = (typeof fileUses)[number]

const files: ReadonlySet<string> = new Set(fileFields)
const textual: ReadonlySet<string> = new Set([
  ...sourceFields.filter((field) => !files.has(field)),
  ...linkFields,
  publication,
])
const unwritten: ReadonlySet<Outcome['result']> = new Set(['failed', 'held', 'deferred', 'quarantined'])

/** Undefined if the pages show the same files as before. */
export function fileUseOf({
  result,
  fields,
  kept,
  conflicts,
}: Pick<Outcome, 'result' | 'fields' | 'kept' | 'conflicts'>): FileUse | undefined {
  if (unwritten.has(result)) return undefined
  if (result === 'created') return 'used'
  // An editor may have replaced a file in the parts that stay.
  const isAsPlanned = kept === undefined && conflicts === undefined
  const isTextual = result === 'updated' && isAsPlanned && fields?.every((field) => textual.has(field))
  return isTextual === true ? undefined : 'freed'
}
