import { setImmediate } from 'node:timers/promises'
import { type Row, metaText } from '../../store/rows.ts'
import { plainText } from '../plain-text.ts'
import { fold } from '../../posts/list/search.ts'

export const ranks = ['good', 'ok', 'bad', 'na'] as const
export type Rank = (typeof ranks)[number]
export type Measure = { readonly words: number; readonly readability: Rank; readonly seo: Rank }
export type Measures = (row: Row) => Measure

const longSentence = 20
const longShare = { good: 0.25, ok: 0.3 }
const points = { title: 40, content: 30, description: 20, slug: 10 }
const least = { good: 70, ok: 40 }

/** Measures each row only once. Stored rows are immutable, so a changed one is measured again. */
export function createMeasures(): Measures {
  const known = new WeakMap<Row, Measure>()
  return (row) => {
    const found = known.get(row) ?? measure(row)
    known.set(row, found)
    return found
  }
}

function measure(row: Row): Measure {
  const text = plainText(row.content)
  const lengths = sentenceLengths(text)
  const words = lengths.reduce((sum, length) => sum + length, 0)
  return { words, readability: rankReadability(lengths), seo: rankSeo(row, text) }
}

/** Measures many rows, and yields to other requests in between, because this may take long. */
export async function measureAll(measures: Measures, rows: readonly Row[]): Promise<Measure[]> {
  const found: Measure[] = []
  for (const row of rows) {
    if (found.length % 200 === 199) await setImmediate()
    found.push(measures(row))
  }
  return found
}

/** The number of words in each sentence of a plain text. */
export function sentenceLengths(text: string): number[] {
  return text
    .split(/[.!?…]+(?:\s+|$)|\n+/)
    .map(countWords)
    .filter((length) => length > 0)
}

/** By the share of sentences with more than 20 words: good up to 25%, ok up to 30%, else bad; na without text. */
export function rankReadability(lengths: readonly number[]): Rank {
  if (lengths.length === 0) return 'na'
  const share = lengths.filter((length) => length > longSentence).length / lengths.length
  if (share <= longShare.good) return 'good'
  return share <= longShare.ok ? 'ok' : 'bad'
}

/**
 * By the location of the focus keyphrase: title 40, content 30, meta description 20, slug 10. Good from 70, ok from 40;
 * na without one.
 */
export function rankSeo(row: Row, text: string): Rank {
  const { title, slug } = row
  const phrase = fold(metaText(row, '_seo_focuskw')).trim()
  if (phrase === '') return 'na'
  const description = metaText(row, '_seo_metadesc')
  const score =
    (fold(title).includes(phrase) ? points.title : 0) +
    (fold(text).includes(phrase) ? points.content : 0) +
    (fold(description).includes(phrase) ? points.description : 0) +
    (slug.includes(phrase.replace(/\s+/g, '-')) ? points.slug : 0)
  if (score >= least.good) return 'good'
  return score >= least.ok ? 'ok' : 'bad'
}

/** Counts spaces, because splitting all pages into lists of words would be too slow. */
function countWords(sentence: string): number {
  const line = sentence.trim()
  if (line === '') return 0
  let words = 1
  for (let at = line.indexOf(' '); at >= 0; at = line.indexOf(' ', at + 1)) words++
  return words
}
