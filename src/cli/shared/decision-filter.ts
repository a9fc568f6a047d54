import type { DecisionFilter } from '../../core/decisions/decision-filter.ts'
import { conflictFields, decisionKinds } from '../../core/decisions/filter-words.ts'
import { isMappedField } from '../../core/record/mapped.ts'
import { ConfigError } from '../../lib/errors.ts'
import { assertRecord } from './assert-record.ts'
import { compact } from '../../lib/compact.ts'

/** Options that select records, as typed. */
export type FilterOptions = { kind?: string; language?: string[]; run?: string; field?: string }

/** The filter of the options; throws ConfigError for an unknown word. */
export function toFilter({ kind, language, run, field }: FilterOptions): DecisionFilter {
  for (const code of language ?? []) assertRecord(undefined, code)
  return compact({
    ...(kind !== undefined && { kind: oneOf('--kind', decisionKinds, kind) }),
    languages: language,
    run,
    ...(field !== undefined && {
      field: isMappedField(field) ? field : oneOf('--field', conflictFields, field),
    }),
  })
}

function oneOf<T extends string>(option: string, words: readonly T[], typed: string): T {
  const found = words.find((word) => word === typed)
  if (found !== undefined) return found
  throw new ConfigError(`${option}: "${typed}" is unknown. Allowed: ${words.join(', ')}.`)
}
