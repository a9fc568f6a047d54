import { whats, type ReasonGroup, type RunIndex, type What } from '../../../core/views/run-index.ts'

/** The counts of a run's records; languages, fields and reasons in their order on a page. */
export type Breakdown = {
  total: number
  /** In the order of the list; only those that occur. */
  whats: { what: What; count: number }[]
  /** `counts` in the order of `whats`. */
  languages: { language: string; counts: number[] }[]
  /** The most frequent first, as are the reasons. */
  fields: [field: string, count: number][]
  reasons: { group: ReasonGroup; what: What; count: number }[]
}

/** Counts the records of an index in one pass. */
export function breakDown(index: RunIndex): Breakdown {
  const { count, languageAt, whatAt, groupAt, fieldsAt, languages, groups, fieldSets } = index
  const width = whats.length
  const byLanguage = new Uint32Array(languages.length * width)
  const byGroup = new Uint32Array((groups.length + 1) * width)
  const bySet = new Uint32Array(fieldSets.length)
  for (let at = 0; at < count; at++) {
    const what = whatAt[at] ?? 0
    increase(byLanguage, (languageAt[at] ?? 0) * width + what)
    increase(byGroup, (groupAt[at] ?? 0) * width + what)
    increase(bySet, fieldsAt[at] ?? 0)
  }
  const countOf = (code: number): number =>
    languages.reduce((sum, _, row) => sum + (byLanguage[row * width + code] ?? 0), 0)
  const shown = [...whats.keys()].filter((code) => countOf(code) > 0)
  const fields = new Map<string, number>()
  for (const [place, set] of fieldSets.entries())
    for (const field of set) fields.set(field, (fields.get(field) ?? 0) + (bySet[place] ?? 0))
  return {
    total: count,
    whats: shown.map((code) => ({ what: whatOf(code), count: countOf(code) })),
    languages: languages.map((language, row) => ({
      language,
      counts: shown.map((code) => byLanguage[row * width + code] ?? 0),
    })),
    fields: [...fields]
      .filter(([, number]) => number > 0)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
    reasons: groups
      .flatMap((group, place) =>
        shown.map((code) => ({ group, what: whatOf(code), count: byGroup[(place + 1) * width + code] ?? 0 })),
      )
      .filter((reason) => reason.count > 0)
      .sort((a, b) => b.count - a.count || (a.group.id < b.group.id ? -1 : 1)),
  }
}

function increase(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

function whatOf(code: number): What {
  return whats[code] ?? 'unchanged'
}
