import { z } from 'zod'
import { numberFields } from '../../src/contracts/partner.ts'
import { sourceFields } from '../../src/core/mapping/field-map.ts'
import { Column } from '../map/map-schema.ts'

/** The fields that rules apply to. */
export const guardedFields = sourceFields.filter((field) => field !== 'gtin' && field !== 'language')
export const guardedNumbers: readonly string[] = numberFields

const off = z.literal('off')
const percent = (most: number) => z.union([z.number().min(0).max(most), off])
const bound = z.union([z.number().min(-1e9).max(1e9), off])

/** The keys of a field's rules, with their allowed values in words. */
export const allowedIn = {
  max_drop_percent: 'a number from 0 to 100, or off',
  max_rise_percent: 'a number from 0 to 1000000, or off',
  min: 'a number, or off',
  max: 'a number, or off',
  may_become_empty: 'true or false',
  max_outliers_percent: 'a number from 0 to 100, or off',
  max_emptied_percent: 'a number from 0 to 100, or off',
  max_changed_percent: 'a number from 0 to 100, or off',
} as const

/** The rules that only numbers have. */
export const ofNumbers = [
  'max_drop_percent',
  'max_rise_percent',
  'min',
  'max',
  'max_outliers_percent',
] as const satisfies readonly (keyof typeof allowedIn)[]

const holdsRecord = 'The new version of a record that breaks this rule is held until an operator accepts it.'
const holdsPlan = 'More records than this percentage of the mirror, and more than five, hold the plan.'

export const FieldRulesFile = z.strictObject({
  max_drop_percent: percent(100)
    .exactOptional()
    .describe(`The percentage by which a number may drop. ${holdsRecord} The default for price is 50.`),
  max_rise_percent: percent(1e6)
    .exactOptional()
    .describe(`The percentage by which a number may rise. ${holdsRecord} The default for price is 100.`),
  min: bound.exactOptional().describe(`The lowest allowed value of a number. ${holdsRecord}`),
  max: bound.exactOptional().describe(`The highest allowed value of a number. ${holdsRecord}`),
  may_become_empty: z
    .boolean()
    .exactOptional()
    .describe(`Whether a field with a value may become empty. ${holdsRecord} The default is true.`),
  max_outliers_percent: percent(100)
    .exactOptional()
    .describe(
      `The percentage of records in which the number may break one of the rules above. ${holdsPlan} The default is 5.`,
    ),
  max_emptied_percent: percent(100)
    .exactOptional()
    .describe(
      `The percentage of records in which the field may become empty at once. ${holdsPlan} The default is 20.`,
    ),
  max_changed_percent: percent(100)
    .exactOptional()
    .describe(
      `The percentage of records in which the field may change at once. ${holdsPlan} By default, it is not limited.`,
    ),
})
export type FieldRulesFile = z.infer<typeof FieldRulesFile>

/** The whole file, for editors that complete and check it. */
export const GuardsFile = z.strictObject({
  all: FieldRulesFile.exactOptional().describe(
    'The rules of every field. Rules for numbers apply to the numbers of the partner, and to columns that MAP reads as numbers.',
  ),
  fields: z
    .record(z.union([z.enum(guardedFields), Column]), FieldRulesFile)
    .exactOptional()
    .describe(
      'The rules of single fields of the partner’s product, or of columns of the catalogue that MAP or FAMILY_BY names (catalog.<column>). They precede those of all fields.',
    ),
})
export type GuardsFile = z.infer<typeof GuardsFile>
