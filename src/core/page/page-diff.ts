import { sameFacts, sameText } from '../markup/visible-content.ts'
import { fieldsIn } from '../merge/merge-fields.ts'
import { namesOf, sameField } from '../merge/page-fields.ts'
import { inWords, noNames, type FieldNames } from '../record/field-names.ts'
import { isMappedField, mappedText } from '../record/mapped.ts'
import type { MergeField, PageTexts } from '../record/page.ts'
import { linesOfVersions } from '../markup/readable.ts'

/** One field of a page before and after, as plain text, one line per paragraph. */
export type FieldDiff = { field: MergeField; before: string; after: string }

/** The number of equal lines shown before and after a change. */
const context = 2
const mostChars = 4_000

/**
 * The fields that differ between two versions of a page, among those of the later one; a long field is cut to the part
 * around the change. `names` are those of terms and files.
 */
export function diffTexts(before: PageTexts, after: PageTexts, names: FieldNames = noNames): FieldDiff[] {
  const diffs: FieldDiff[] = []
  const add = (field: MergeField, old: string[], now: string[]): void => {
    const [from, to] = aroundChange(old, now)
    if (from !== to) diffs.push({ field, before: from, after: to })
  }
  const addMarkup = (field: MergeField, versions: [string, string]): void => {
    const [old, now] = linesOfVersions(versions)
    add(field, old, now)
  }
  for (const field of ['title', 'excerpt'] as const) {
    if (!sameText(before[field], after[field])) addMarkup(field, [before[field], after[field]])
  }
  if (!sameFacts(before.inner, after.inner)) addMarkup('inner', [before.inner, after.inner])
  add('featuredMedia', [imageIn(before, names)], [imageIn(after, names)])
  for (const field of fieldsIn(after).filter(isMappedField)) {
    if (sameField(field, before[field], after[field])) continue
    const linesOf = (texts: PageTexts): string[] =>
      inWords(field, mappedText(texts[field]), names).split('\n')
    add(field, linesOf(before), linesOf(after))
  }
  return diffs
}

export function nameOfText(field: MergeField): string {
  return field === 'inner' ? 'text' : namesOf([field])
}

function imageIn({ featuredMedia }: PageTexts, names: FieldNames): string {
  return inWords('featuredMedia', String(featuredMedia), names) || 'none'
}

/** Both versions without their equal first and last lines, except for some context. */
function aroundChange(before: readonly string[], after: readonly string[]): [string, string] {
  const shorter = Math.min(before.length, after.length)
  let lead = 0
  while (lead < shorter && before[lead] === after[lead]) lead++
  let tail = 0
  while (tail < shorter - lead && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const shown = (lines: readonly string[]): string => {
    const from = Math.max(0, lead - context)
    const to = Math.min(lines.length, lines.length - tail + context)
    const kept = [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])]
    return cut(kept.join('\n'))
  }
  return [shown(before), shown(after)]
}

function cut(text: string): string {
  return text.length > mostChars ? `${text.slice(0, mostChars).toWellFormed()}…` : text
}
