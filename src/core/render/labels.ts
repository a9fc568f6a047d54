import { ConfigError } from '../../lib/errors.ts'

/** Every word that a page shows and the partner does not send. */
export const labelKeys = [
  'products',
  'products_in_language',
  'all_languages',
  'advantages',
  'application',
  'substrate',
  'limiting_factors',
  'technical_data',
  'attributes',
  'materials',
  'downloads',
  'property',
  'value',
  'norm',
  'material',
  'item_number',
  'gtin',
  'price',
  'availability',
  'available',
  'limited',
  'not_available',
  'length',
  'width',
  'height',
  'area',
  'joint',
  'weight',
  'folded',
  'yes',
  'no',
  'trade_unit',
  'packaging_unit',
  'bundle_unit',
  'datasheet',
  'safety_datasheet',
  'declaration_of_performance',
] as const

export type Labels = Record<(typeof labelKeys)[number], string>

/** Labels by language code. */
export type LabelSets = Readonly<Record<string, Labels>>

/** The labels of a language: `de-at`, else `de`, else English. Throws ConfigError when there is no English. */
export function labelsFor(language: string, labels: LabelSets): Labels {
  const parts = language.split('-')
  const codes = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
  for (const code of [...codes, 'en']) {
    const set = Object.hasOwn(labels, code) ? labels[code] : undefined
    if (set) return set
  }
  throw new ConfigError(
    `There are no labels for ${language} and none in English to fall back to. Add labels/en.json.`,
  )
}
