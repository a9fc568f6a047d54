import { capitalized } from '../../../core/report/sentence.ts'
import type { RunIndex } from './run-index.ts'

const mostReasons = 12

/**
 * Counts the records of a run by result, by language (in the order of `whats`) and by reason, the most
 * frequent first.
 */
export function groupEntries({ entries, reasons }: RunIndex) {
  const whats = [...Map.groupBy(entries, ({ what }) => what)].map(([what, some]) => ({
    what,
    count: some.length,
  }))
  const languages = [...Map.groupBy(entries, ({ language }) => language)].sort(([a], [b]) => (a < b ? -1 : 1))
  const grouped = Map.groupBy(entries, ({ what, group }) => `${group} ${what}`)
  const byReason = [...grouped.values()]
    .flatMap((some) => {
      const [{ what, group } = { what: '', group: '' }] = some
      return group === '' ? [] : [{ id: group, what, count: some.length }]
    })
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  const fields = new Map<string, number>()
  for (const entry of entries)
    for (const field of entry.fields) fields.set(field, (fields.get(field) ?? 0) + 1)
  return {
    total: entries.length,
    fields: [...fields].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
    whats,
    languages: languages.map(([language, some]) => ({
      language,
      counts: whats.map(({ what }) => some.filter((entry) => entry.what === what).length),
    })),
    reasons: byReason
      .slice(0, mostReasons)
      .map((reason) => ({ ...reason, text: capitalized(reasons.get(reason.id) ?? '') })),
    moreReasons: Math.max(0, byReason.length - mostReasons),
  }
}
