import { cutAtWord, plainText } from '../plain-text.ts'

export const suggestionTypes = [
  'seo-title',
  'meta-description',
  'product-seo-title',
  'product-meta-description',
  'product-taxonomy-seo-title',
  'product-taxonomy-meta-description',
  'taxonomy-seo-title',
  'taxonomy-meta-description',
] as const
export const platforms = ['Google', 'Facebook', 'Twitter'] as const
export const editorKinds = ['classic', 'builder', 'block'] as const

const count = 5
const longest = { title: 60, description: 156 }

/** Five different suggestions from the sentences of a prompt: titles up to 60 characters, descriptions up to 156. */
export function suggest(type: string, prompt: string, keyphrase: string): string[] {
  const forTitle = type.endsWith('seo-title')
  const limit = forTitle ? longest.title : longest.description
  const sentences = plainText(prompt)
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  const found = new Set<string>()
  for (let start = 0; start < sentences.length && found.size < count; start++)
    found.add(
      cutAtWord(forTitle ? toTitle(sentences, start, keyphrase) : sentences.slice(start).join(' '), limit),
    )
  const subject = cutAtWord(keyphrase || sentences[0] || 'Suggestion', limit - ' (5)'.length)
  for (let number = 1; found.size < count; number++) found.add(`${subject} (${number})`)
  return [...found]
}

function toTitle(sentences: readonly string[], at: number, keyphrase: string): string {
  const sentence = (sentences[at] ?? '').replace(/[.!?…]+$/, '')
  const has = sentence.toLowerCase().includes(keyphrase.toLowerCase())
  return has ? sentence : `${keyphrase} – ${sentence}`
}
