import { whats, type RunIndex, type What } from './run-index.ts'

/** The records of a run counted by result, by language and by reason. */
export type Breakdown = {
  total: number
  whats: { what: What; count: number }[]
  languages: { language: string; total: number; counts: number[] }[]
  /** The most frequent first. */
  reasons: { id: string; what: What; text: string; count: number }[]
  moreReasons: number
}

const mostReasons = 12

/** Counts the records of a run; a language’s counts are in the order of `whats`. */
export function groupEntries({ entries, reasons }: RunIndex): Breakdown {
  const present = whats.filter((what) => entries.some((entry) => entry.what === what))
  const byLanguage = new Map<string, number[]>()
  const byReason = new Map<string, { id: string; what: What; count: number }>()
  for (const { language, what, group } of entries) {
    const counts = byLanguage.get(language) ?? present.map(() => 0)
    byLanguage.set(language, counts)
    const at = present.indexOf(what)
    counts[at] = (counts[at] ?? 0) + 1
    if (group === '') continue
    const reason = byReason.get(`${what} ${group}`) ?? { id: group, what, count: 0 }
    reason.count++
    byReason.set(`${what} ${group}`, reason)
  }
  const sorted = [...byReason.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  const languages = [...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    total: entries.length,
    whats: present.map((what, at) => ({ what, count: sum(languages.map(([, counts]) => counts[at] ?? 0)) })),
    languages: languages.map(([language, counts]) => ({ language, total: sum(counts), counts })),
    reasons: sorted
      .slice(0, mostReasons)
      .map((reason) => ({ ...reason, text: reasons.get(reason.id) ?? '' })),
    moreReasons: Math.max(0, sorted.length - mostReasons),
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
