import type { Note } from '../reasons/note.ts'

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
): Note[] {
  const { retireAfterMisses: misses, missIntervalMs, unreadable } = policy
  const required = { misses, hours: missIntervalMs / 3_600_000 }
  return [
    ...(hidden > 0 ? [{ code: 'kept-unreadable' as const, pages: hidden, unreadable }] : []),
    ...(left > 0 ? [{ code: 'kept-delisted' as const, pages: left, ...required }] : []),
    ...[...languages].map(([language, pages]): Note => ({
      code: 'kept-language',
      language,
      pages,
      ...required,
    })),
  ]
}
