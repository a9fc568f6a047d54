import type { SourceFile } from './source-files.ts'

/**
 * Words that the glossary replaced. Each is searched in lower case with the parts of a name apart: `setAside`, `set-aside`
 * and `SET_ASIDE` all read `set aside`. A new word is one line here.
 */
const retired: readonly { word: RegExp; use: string }[] = [
  { word: /\btwins?\b/, use: 'duplicate' },
  // `Promise.allSettled` keeps its name.
  { word: /(?<!\ball )\b(?:un)?settle(?:s|d|ments?)?\b|\bsettling\b/, use: 'resolve, or write grace period' },
  { word: /\bset(?:s|ting)? aside\b/, use: 'hold, or skip' },
  { word: /\blacking\b/, use: 'missing assets' },
  { word: /\btold troubles?\b/, use: 'sent notices' },
  { word: /\btell(?: last end| drift)\b/, use: 'notify' },
  { word: /\bovertak(?:en?|ing)\b/, use: 'lost edit' },
  { word: /\bsendables?\b/, use: 'pending write' },
  { word: /\bdeeds?\b/, use: 'audit entry' },
  { word: /\bmend(?:s|ed|ing)?\b/, use: 'repair, or fix' },
  { word: /\bdoubt(?: of)?\(/, use: 'invalidate' },
  { word: /\bremakes?\b|\bremade\b/, use: 'recompose' },
  { word: /\byielded\b/, use: 'duplicate removed' },
  { word: /\bhopeless\b/, use: 'permanent' },
  { word: /\bpatience ms\b/, use: 'max inline wait' },
  { word: /\b(?:check|merge|prepare|read) standing\b/, use: 'current page' },
  { word: /\b(?:count|pack) beside\b/, use: 'secondary' },
  { word: /\bsides? (?:failed|health|latency|limited|requests|samples)\b/, use: 'upstream' },
  { word: /\b(?:parent|stale|write) ind(?:ex|exes|ices)\b/, use: 'listing' },
  { word: /\bon foreign\b/, use: 'on slug taken' },
  { word: /\btakeover seconds\b/, use: 'job lock seconds' },
  { word: /\bwords? of yours\b/, use: 'decision' },
  { word: /\bwhat stands there\b/, use: 'the current page' },
  { word: /\banew\b/, use: 'again' },
  { word: /\blets? us in\b/, use: 'accept the credentials' },
]

/** Places that may contain retired words: this list with its tests, and text about earlier versions. */
const exempt: readonly RegExp[] = [
  /^test\/architecture\/retired-words(?:\.test)?\.ts$/,
  /^CHANGELOG\.md$/,
  /^docs\/adr\//,
  /\/renamed-[a-z]+\.json$/,
]

/** Retired words in names of files, in identifiers and in text, each line with the replacement. */
export function retiredWordFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !exempt.some((place) => place.test(path)))
    .flatMap(({ path, text }) => [
      ...faultsOf(path, path),
      ...text.split('\n').flatMap((line, index) => faultsOf(`${path}:${index + 1}`, line)),
    ])
}

function faultsOf(at: string, text: string): string[] {
  const parts = partsOf(text)
  return retired.flatMap(({ word, use }) => {
    const match = word.exec(parts)
    return match === null ? [] : [`${at} says “${match[0]}”: use ${use}`]
  })
}

/** `ON_FOREIGN`, `onForeign` and `on-foreign` all become `on foreign`. */
function partsOf(text: string): string {
  return text
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
}
