import { z } from 'zod'
import { Language } from '../../contracts/gtin.ts'
import {
  approvedParts,
  partFields,
  readPart,
  type PartOfPlan,
  type PartRequest,
} from '../../core/plan/approved-parts.ts'
import { HttpError } from '../http/http-error.ts'

const only = z.enum(approvedParts).optional().describe('Only this kind of change.')
const language = Language.optional().describe('Only the records in this language.')
const sampleText = 'This number of records, with every pattern of the plan if they are enough.'
const patternText = 'Only this pattern of the plan: its position in `summary.patterns`, from 1.'

/** The part of a plan to approve, in a JSON body. At most one field may be given; the rest waits as a separate run. */
export const partInput = {
  only,
  sample: z.int().min(1).optional().describe(sampleText),
  language,
  pattern: z.int().min(1).optional().describe(patternText),
}

/** The same in a form, whose values are text. */
export const partForm = {
  only,
  sample: z.coerce.number().int().min(1).optional().describe(sampleText),
  language,
  pattern: z.coerce.number().int().min(1).optional().describe(patternText),
}

/** The requested part; undefined for the whole plan. Throws a 400 if several are given. */
export function partOf(request: PartRequest): PartOfPlan | undefined {
  const read = readPart(request)
  if (read.ok) return read.part
  const message = `${read.several.join(', ')}: give only one of ${partFields.join(', ')}`
  throw new HttpError(400, 'invalid_input', message)
}
