import type { Row } from '../../store/rows.ts'
import { plainText } from '../plain-text.ts'
import { fold } from '../../posts/search.ts'

export const ranks = ['good', 'ok', 'bad', 'na'] as const
export type Rank = (typeof ranks)[number]
export type Measure = { readonly words: number; readonly readability: Rank; readonly seo: Rank }
export type Measures = (row: Row) => Measure

const longSentence = 20
const longShare = { good: 0.25, ok: 0.3 }
const points = { title: 40, content: 30, description: 20, slug: 10 }
const least = { good: 70, ok: 40 }

/** Measures rows, each only once: a row that changes is another row. */
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
  return { words: wordsOf(text).length, readability: rankReadability(text), seo: rankSeo(row, text) }
}

/** By the share of sentences with more than 20 words: good up to 25 %, ok up to 30 %, else bad; na without text. */
export function rankReadability(text: string): Rank {
  const sentences = text.split(/[.!?…]+(?:\s+|$)|\n+/).filter((sentence) => sentence.trim() !== '')
  if (sentences.length === 0) return 'na'
  const share =
    sentences.filter((sentence) => wordsOf(sentence).length > longSentence).length / sentences.length
  if (share <= longShare.good) return 'good'
  return share <= longShare.ok ? 'ok' : 'bad'
}

/** By where the focus keyphrase stands: title 40, content 30, meta description 20, slug 10; good from 70, ok from 40; na without one. */
export function rankSeo({ title, slug, meta }: Row, text: string): Rank {
  const phrase = fold(meta['_seo_focuskw'] ?? '').trim()
  if (phrase === '') return 'na'
  const description = meta['_seo_metadesc'] ?? ''
  const score =
    (fold(title).includes(phrase) ? points.title : 0) +
    (fold(text).includes(phrase) ? points.content : 0) +
    (fold(description).includes(phrase) ? points.description : 0) +
    (slug.includes(phrase.replace(/\s+/g, '-')) ? points.slug : 0)
  if (score >= least.good) return 'good'
  return score >= least.ok ? 'ok' : 'bad'
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
