import { localeOf } from './locale/format.ts'

/** Entries with the same first letter; `letter` is "" if the names are not divided by letters. */
export type LetterSection<T> = { letter: string; entries: T[] }

/** The section of names that start with a digit or a sign. */
const noLetter = '#'
/** Scripts with more first letters, such as Chinese, have no letters that a reader would look for. */
const mostSections = 60

/**
 * Sorted names by their first letter, in the alphabet of a language: Ä is an A in German, and a separate letter in
 * Swedish. Two letters that sort as one, such as the Czech Ch, have a separate section.
 */
export function letterSections<T extends { title: string }>(
  language: string,
  sorted: readonly T[],
): LetterSection<T>[] {
  const locale = localeOf(language)
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const sections: LetterSection<T>[] = []
  const seen = new Set<string>()
  for (const entry of sorted) {
    const [letter, pair] = firstLetters(entry.title, locale, compare)
    const last = sections.at(-1)
    const isSame = [letter, pair].some((one) => last && compare(one, last.letter) === 0)
    // A letter that starts again is the first half of a pair, which sorts elsewhere.
    const next = seen.has(letter) ? pair : letter
    if (last && (isSame || seen.has(next))) last.entries.push(entry)
    else {
      sections.push({ letter: next, entries: [entry] })
      seen.add(next)
    }
  }
  return sections.length > mostSections ? [{ letter: '', entries: [...sorted] }] : sections
}

/** The first letter of a name, without an accent that makes no other letter, and its first two letters. */
function firstLetters(
  title: string,
  locale: string,
  compare: Intl.Collator['compare'],
): [letter: string, pair: string] {
  const [first = '', second = ''] = title.trim().normalize('NFC')
  if (!/\p{L}/u.test(first)) return [noLetter, noLetter]
  const upper = first.toLocaleUpperCase(locale)
  const base = String(Array.from(upper.normalize('NFD'))[0])
  const letter = compare(base, upper) === 0 ? base : upper
  return [letter, letter + second.toLocaleLowerCase(locale)]
}
