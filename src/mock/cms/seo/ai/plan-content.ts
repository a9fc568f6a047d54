import { type Row, metaText } from '../../store/rows.ts'
import { siteName } from '../../store/seed.ts'
import type { Store } from '../../store/store.ts'
import { cutAtWord, plainText } from '../plain-text.ts'

export type ContentIdea = {
  readonly title: string
  readonly intent: string
  readonly explanation: string
  readonly keyphrase: string
  readonly meta_description: string
  readonly category: { readonly name: string; readonly id: number }
}

export type OutlineSection = { readonly heading: string; readonly notes: readonly string[] }

const angles = [
  { intent: 'informational', title: (topic: string) => `${topic}: what to know` },
  { intent: 'commercial', title: (topic: string) => `${topic} compared` },
  { intent: 'informational', title: (topic: string) => `Questions about ${topic}` },
  { intent: 'transactional', title: (topic: string) => `How to choose ${topic}` },
  { intent: 'navigational', title: (topic: string) => `Everything about ${topic}` },
]
const noCategory = { name: '', id: -1 }

/** Five ideas that follow from the newest rows, or from the site's name if there are none. */
export function planContent(store: Store, newestFirst: readonly Row[]): ContentIdea[] {
  return angles.map(({ intent, title }, index) => {
    const row = newestFirst[index % Math.max(newestFirst.length, 1)]
    const topic = row === undefined || row.title === '' ? siteName : row.title
    const text = row === undefined ? '' : plainText(row.content).replaceAll('\n', ' ')
    return {
      title: title(topic),
      intent,
      explanation: `Visitors who read "${topic}" may look for this next.`,
      keyphrase: (row === undefined ? '' : metaText(row, '_seo_focuskw')) || topic.toLowerCase(),
      meta_description: cutAtWord(`${title(topic)}. ${text}`.trim(), 156),
      category: categoryOf(store, row),
    }
  })
}

function categoryOf(store: Store, row: Row | undefined): { name: string; id: number } {
  const term = store.terms.get(row?.terms['category']?.[0] ?? 0)
  return term?.taxonomy === 'category' ? { name: term.name, id: term.id } : noCategory
}

/** The sections for an idea. Recent titles that share a word with it become notes to link to. */
export function outline(
  idea: Omit<ContentIdea, 'category'> & { readonly category: string },
  recent: readonly string[],
): OutlineSection[] {
  const { title, intent, explanation, keyphrase, meta_description: description, category } = idea
  const words = new Set(keyphrase.toLowerCase().split(/\s+/))
  const related = recent.filter((one) =>
    one
      .toLowerCase()
      .split(/\s+/)
      .some((word) => words.has(word)),
  )
  return [
    { heading: title, notes: [description, explanation].filter((note) => note !== '') },
    { heading: `What ${keyphrase} means`, notes: [`Name "${keyphrase}" in the first paragraph.`] },
    { heading: `${keyphrase} in use`, notes: [`Serve the ${intent} intent.`] },
    {
      heading: 'Further reading',
      notes: [
        ...related.map((one) => `Link to "${one}".`),
        ...(category === '' ? [] : [`Link to the category "${category}".`]),
      ],
    },
  ]
}
