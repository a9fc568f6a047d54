import { ConfigError } from '../../../lib/errors.ts'

/** The labels of a page that the partner does not send. */
export const labelKeys = [
  'products',
  'products_in_language',
  'first_products',
  'other_products',
  'all_languages',
  'other_languages',
  'other_sizes',
  'advantages',
  'application',
  'substrate',
  'limiting_factors',
  'technical_data',
  'attributes',
  'materials',
  'packaging',
  'downloads',
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
  'discontinued',
  'replaced_by',
] as const

export type LabelKey = (typeof labelKeys)[number]
export type Labels = Record<LabelKey, string>

/** Labels by language code; labels missing from one set are taken from the next one. */
export type LabelSets = Readonly<Record<string, Partial<Labels>>>

/** Norwegian has three codes. */
const sameLanguage: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** The labels of a language, each from `de-at`, else `de`, else English. Throws ConfigError if English lacks one. */
export function labelsFor(language: string, labels: LabelSets): Labels {
  const sets = [...ownSets(language, labels), setOf('en', labels)]
  const found = labelKeys.map((key) => [key, sets.find((set) => set[key] !== undefined)?.[key]] as const)
  const lost = found.flatMap(([key, text]) => (text === undefined ? [key] : []))
  if (lost.length > 0)
    throw new ConfigError(
      `There is no label ${listed(lost)} for ${language} and none in English to fall back to. Add it to labels/en.json.`,
    )
  return Object.fromEntries(found) as Labels
}

/** The labels that are shown in English because a language lacks them, one line per language, for `doctor`. */
export function explainLabelGaps(languages: readonly string[], labels: LabelSets): string[] {
  return languages.flatMap((language) => {
    const sets = ownSets(language, labels)
    const missingAssets = labelKeys.filter((key) => sets.every((set) => set[key] === undefined))
    if (missingAssets.length === 0) return []
    const [base] = language.split('-')
    const what = missingAssets.length === labelKeys.length ? 'no labels' : `no label ${listed(missingAssets)}`
    return [`${language} has ${what}: English is shown instead. Add labels/${base}.json to TEMPLATE_DIR`]
  })
}

/** The sets of a language, the most specific first. */
function ownSets(language: string, labels: LabelSets): Partial<Labels>[] {
  const parts = language.toLowerCase().split('-')
  const codes = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
  return codes
    .flatMap((code) => (sameLanguage[code] === undefined ? [code] : [code, sameLanguage[code]]))
    .map((code) => setOf(code, labels))
}

function setOf(code: string, labels: LabelSets): Partial<Labels> {
  return (Object.hasOwn(labels, code) ? labels[code] : undefined) ?? {}
}

function listed(keys: readonly LabelKey[]): string {
  const shown = keys.slice(0, 3).join(', ')
  return keys.length > 3 ? `${shown} and ${keys.length - 3} more` : shown
}
