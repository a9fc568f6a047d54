import { causeOfField } from './history.ts'
import type { PatternExample, PlanPattern, PlanSummary } from '../run/plan-summary.ts'
import { plural } from '../text/plural.ts'
import { countOf, formatCount, formatPercent } from '../text/format.ts'

/** A pattern in words, `240 × price, −72.0 % median`, and below it an example and the outliers. */
export type PatternText = { text: string; details: string[] }

const shownLanguages = 3

/** The patterns of a plan in words, the most frequent first. */
export function describePatterns({ patterns }: PlanSummary): PatternText[] {
  return patterns.map((pattern) => ({ text: headOf(pattern), details: detailsOf(pattern) }))
}

/** The first patterns in a sentence, for notices; "" without any. */
export function listPatterns(summary: PlanSummary, most: number): string {
  const shown = summary.patterns.slice(0, most).map(headOf)
  const more = summary.patterns.length + summary.more - shown.length
  return [...shown, ...(more > 0 ? [countOf(more, 'more pattern')] : [])].join('; ')
}

/** The number of omitted patterns in words; undefined if there are none. */
export function describeMore({ patterns, more }: PlanSummary, shown: number): string | undefined {
  const left = patterns.length + more - shown
  return left > 0 ? `and ${countOf(left, 'more pattern')}` : undefined
}

function headOf(pattern: PlanPattern): string {
  const { count } = pattern
  const parts = [whatOf(pattern), ...traitsOf(pattern)]
  return `${formatCount(count)} × ${parts.join(', ')}`
}

function whatOf(pattern: PlanPattern): string {
  const { kind, count, reason } = pattern
  switch (kind) {
    case 'create':
      return plural(count, 'new page')
    case 'restore':
      return 'back at the partner'
    case 'retire':
      return reason === undefined ? 'retired' : `retired: ${reason}`
    case 'update':
      return whatOfUpdate(pattern)
  }
}

const verbs = { changed: 'changed', filled: 'filled in', emptied: 'emptied', replaced: 'replaced' } as const

function whatOfUpdate({ field = '', how = 'cause', median, up = 0, down = 0, values }: PlanPattern): string {
  const name = field.replaceAll('_', ' ')
  if (how === 'cause') return field === '' ? 'written again' : (causeOfField(field) ?? `${name} changed`)
  if (how === 'number') {
    const directions = up > 0 && down > 0 ? [`${formatCount(up)} up, ${formatCount(down)} down`] : []
    return [name, ...(median === undefined ? [] : [`${formatChange(median)} median`]), ...directions].join(
      ', ',
    )
  }
  return values === undefined ? `${name} ${verbs[how]}` : `${name} ${verbs[how]}, all alike`
}

/** The common properties of the records; their languages only for added or removed pages. */
function traitsOf({ kind, shared, languages, count, only, how }: PlanPattern): string[] {
  const { brand, name, language } = shared
  const alike = brand !== undefined ? `of brand ${brand}` : name !== undefined ? `named “${name} …”` : ''
  const where = kind === 'update' || language === undefined ? '' : `in ${language}`
  const all = [alike, where].filter((part) => part !== '').join(' ')
  const counts = Object.entries(languages).map(([code, each]) => `${code} ${formatCount(each)}`)
  const spread =
    kind === 'update' || counts.length < 2
      ? ''
      : counts.length <= shownLanguages
        ? counts.join(', ')
        : `${formatCount(counts.length)} languages`
  const partly = how === 'cause' && only !== undefined && only < count
  return [
    ...(all === '' ? [] : [`all ${all}`]),
    ...(spread === '' ? [] : [spread]),
    ...(partly ? [`${formatCount(only)} of them for no other reason`] : []),
  ]
}

function detailsOf({ example, outliers, how, values }: PlanPattern): string[] {
  const lines = [`${values === undefined ? 'for example' : 'all'} ${exampleOf(example)}`]
  if (outliers === undefined) return lines
  const { count, about = false, examples } = outliers
  const number = `${about ? 'about ' : ''}${countOf(count, 'outlier')}`
  const shown = examples.map((each) => exampleOf(each, how === 'number'))
  return [...lines, `${number}${count > examples.length ? ', such as' : ':'} ${shown.join('; ')}`]
}

/** `4026639012345 de-de: 12.5 → 3.5`, optionally with the relative change. */
function exampleOf({ gtin, language, before, after }: PatternExample, relative = false): string {
  const key = `${gtin} ${language}`
  if (before === undefined || after === undefined) return key
  const change = Number(after) / Number(before) - 1
  const percent = relative && Number.isFinite(change) ? ` (${formatChange(change)})` : ''
  return `${key}: ${before || '(none)'} → ${after || '(none)'}${percent}`
}

/** A relative change with its sign: `−72.0 %`, `+3.1 %`. */
function formatChange(change: number): string {
  return `${change < 0 ? '−' : '+'}${formatPercent(Math.abs(change))}`
}
