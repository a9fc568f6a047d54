import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import type { SelectedRecord } from '../../core/decisions/bulk-decisions.ts'
import { recordId } from '../../core/record/record.ts'
import { HttpError } from '../http/http-error.ts'

/** A selected record; `seen` is a digest of the state that the user saw. */
export const Selected = z.strictObject({
  gtin: Gtin,
  language: Language,
  seen: z.string().max(64).optional(),
})

/** `4006381333931/de-de/<seen>`: a selected record in a form. */
export function selectedText(record: SelectedRecord): string {
  return [recordId(record), ...(record.seen === undefined ? [] : [record.seen])].join('/')
}

/** The records of a form, separated by blanks; throws a 400 for anything else. */
export function toSelected(text: string): SelectedRecord[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [gtin, language, seen] = part.split('/')
      const parsed = Selected.safeParse({ gtin, language, seen })
      if (parsed.success) return parsed.data
      throw new HttpError(400, 'invalid_input', `records: "${part.slice(0, 80)}" is not a record`)
    })
}
