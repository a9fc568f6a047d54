import { countOf } from '../text/format.ts'

/** Pages that are missing from the lists of a run but stay unchanged. */
export type Staying = {
  /** Their product may be one of the unreadable catalogue entries. */
  hidden: number
  /** Their product left the catalogue. */
  left: number
  /** By the language that the partner does not list. */
  languages: Map<string, number>
}

/** Why and until when pages stay although they are missing from the lists of a run. */
export function explainStaying(
  { hidden, left, languages }: Staying,
  policy: { unreadable: number; retireAfterMisses: number; missIntervalMs: number },
): string[] {
  const { retireAfterMisses: misses, missIntervalMs, unreadable } = policy
  const hours = missIntervalMs / 3_600_000
  const apart = hours > 0 && misses > 1 ? `, at least ${countOf(hours, 'hour')} apart,` : ''
  const notes: string[] = []
  if (hidden > 0)
    notes.push(
      `${countOf(hidden, 'page was', 'pages were')} not retired although the product left the catalogue: ${countOf(unreadable, 'catalogue entry', 'catalogue entries')} could not be read, and the product may be one of them. No such page is retired before the catalogue is fixed`,
    )
  if (left > 0)
    notes.push(
      `${countOf(left, 'page stays', 'pages stay')} although the product left the catalogue: a page is retired once ${countOf(misses, 'run')} in a row${apart} missed it`,
    )
  for (const [language, pages] of languages)
    notes.push(
      `the partner does not list language ${language}: its ${countOf(pages, 'page stays', 'pages stay')}. Once ${countOf(misses, 'run')} in a row${apart} missed the language, a run waits for you to approve that ${pages === 1 ? 'it is' : 'they are'} retired`,
    )
  return notes
}
