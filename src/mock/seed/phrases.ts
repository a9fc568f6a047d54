import type { WireAttribute } from '../../contracts/partner.ts'
import { attributeValues } from './attributes.ts'
import type { AttributeKey, FamilyKey, GroupKey } from './families.ts'
import { textsOf, type Texts } from './texts.ts'

/** Sentences as plain text and as list items. */
type Phrases = { plain: readonly string[]; items: readonly string[] }

/** The vocabulary of one language, escaped and marked up once, so that a record only joins it. */
export type LanguagePhrases = {
  texts: Texts
  families: Record<
    FamilyKey,
    { noun: string; upper: string; intro: string; paragraph: string; uses: Phrases }
  >
  groups: Record<GroupKey, { advantages: Phrases; limits: Phrases; substrates: Phrases }>
  attributes: Record<AttributeKey, readonly WireAttribute[]>
  places: Phrases
  note: string
  substrates: string
  observe: string
  table: string
}

/** Escapes text for markup. The non-breaking space becomes a readable entity. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
}

/** Prepares one language for `recordOf`. */
export function phrasesOf(language: string): LanguagePhrases {
  const texts = textsOf(language)
  const { words } = texts
  return {
    texts,
    families: mapValues(texts.families, (family) => ({
      noun: family.noun,
      upper: family.noun.toLocaleUpperCase(language),
      intro: unbroken(family.intro),
      paragraph: `<p>${escapeHtml(unbroken(family.intro))}</p>`,
      uses: phrases(family.uses),
    })),
    groups: mapValues(texts.groups, (group) => ({
      advantages: phrases(group.advantages),
      limits: phrases(group.limits),
      substrates: phrases(group.substrates),
    })),
    attributes: mapValues(attributeValues, ({ norm, values }, key) =>
      values.map((value) => ({ name: texts.attributes[key], norm, value: localValue(value, texts) })),
    ),
    places: phrases(words.places),
    note: `<p><strong>${escapeHtml(words.note)}</strong> ${escapeHtml(words.noteText)}</p>`,
    substrates: `<p>${escapeHtml(words.substrates)}</p>`,
    observe: `<p><em>${escapeHtml(words.observe)}</em></p>`,
    table: conditionsTable(texts),
  }
}

function phrases(sentences: readonly string[]): Phrases {
  const plain = sentences.map(unbroken)
  return { plain, items: plain.map((sentence) => `<li>${escapeHtml(sentence)}</li>`) }
}

/** Joins a number and its unit with a non-breaking space. */
function unbroken(text: string): string {
  return text.replace(/(\d) (?=°C|mm|h\b|%|×)/g, '$1\u00a0')
}

function localValue(value: string, texts: Texts): string {
  const words = value.replace(/\{(\w+)\}/g, (whole, key: string) => {
    if (key === 'to' || key === 'months' || key === 'hours') return texts.words[key]
    return Object.entries(texts.colours).find(([colour]) => colour === key)?.[1] ?? whole
  })
  return unbroken(words).replace(/(?<=\d)\.(?=\d)/g, texts.decimal)
}

function conditionsTable({ words, decimal }: Texts): string {
  const rows = [
    [words.processing, `+5&nbsp;°C ${words.to} +35&nbsp;°C`],
    [words.storage, `+5&nbsp;°C ${words.to} +25&nbsp;°C, &lt;&nbsp;0${decimal}5&nbsp;m`],
  ]
  const head = `<tr><th>${escapeHtml(words.step)}</th><th>${escapeHtml(words.condition)}</th></tr>`
  const body = rows.map(
    ([step = '', condition = '']) => `<tr><td>${escapeHtml(step)}</td><td>${condition}</td></tr>`,
  )
  return `<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`
}

function mapValues<K extends string, V, W>(record: Record<K, V>, map: (value: V, key: K) => W): Record<K, W> {
  const result: Partial<Record<K, W>> = {}
  for (const key in record) result[key] = map(record[key], key)
  return result as Record<K, W>
}
