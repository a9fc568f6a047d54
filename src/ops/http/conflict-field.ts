import { z } from 'zod'
import { conflictFields } from '../../core/decisions/filter-words.ts'
import { MappedField } from '../../core/record/mapped.ts'

/** A field in a request: a conflict must be in this field alone. */
export const ConflictFieldName = z.union([z.enum(conflictFields), MappedField], {
  error: `expected one of ${conflictFields.map((name) => `"${name}"`).join('|')}, or a field of the map such as "meta.price"`,
})
