import { z } from 'zod'

/** An odd value that was shown unchanged or omitted: a complete phrase, the number of records, and one of them. */
export const Oddity = z.object({ phrase: z.string(), records: z.int(), example: z.string() })
export type Oddity = z.infer<typeof Oddity>

/** The maximum number of kinds of oddities in the report of a chunk or a run. */
const mostKinds = 50
/** Up to this many values of one kind have a separate line each. */
const mostValues = 5
const mostChars = 200
const others = ', as are other values'

export function countOddities(records: readonly { id: string; phrases: readonly string[] }[]): Oddity[] {
  return addOddities(
    records.flatMap(({ id, phrases }) =>
      [...new Set(phrases)].map((phrase) => ({ phrase, records: 1, example: id })),
    ),
  )
}

/** Adds up the oddities of several chunks: only the most frequent kinds, and one line for a kind with many values. */
export function addOddities(all: readonly Oddity[]): Oddity[] {
  const kinds = new Map<string, Map<string, Oddity>>()
  for (const { phrase, records, example } of all) {
    const cut = phrase.slice(0, mostChars).toWellFormed()
    const values = kinds.get(kindOf(cut)) ?? new Map<string, Oddity>()
    const known = values.get(cut)
    values.set(cut, {
      phrase: cut,
      records: records + (known?.records ?? 0),
      example: known === undefined || example < known.example ? example : known.example,
    })
    kinds.set(kindOf(cut), values)
  }
  return [...kinds]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, values]) => mergeValues([...values.values()].toSorted(byRecords)))
    .toSorted(byTotal)
    .slice(0, mostKinds)
    .flatMap(({ lines }) => lines)
}

/** A phrase without its values. */
function kindOf(phrase: string): string {
  return withoutOthers(phrase).replace(/"[^"]*"/g, '""')
}

/** The lines of the values of one kind, the most frequent first, and their total number of records. */
function mergeValues(sorted: readonly Oddity[]): { lines: readonly Oddity[]; records: number } {
  const records = sorted.reduce((sum, one) => sum + one.records, 0)
  const isMerged = sorted.some(({ phrase }) => phrase.endsWith(others))
  if (!isMerged && sorted.length <= mostValues) return { lines: sorted, records }
  const lines = sorted
    .slice(0, 1)
    .map((first) => ({ ...first, phrase: withoutOthers(first.phrase) + others, records }))
  return { lines, records }
}

function withoutOthers(phrase: string): string {
  return phrase.endsWith(others) ? phrase.slice(0, -others.length) : phrase
}

function byRecords(a: Oddity, b: Oddity): number {
  return b.records - a.records || (a.phrase < b.phrase ? -1 : 1)
}

function byTotal(a: { records: number }, b: { records: number }): number {
  return b.records - a.records
}
