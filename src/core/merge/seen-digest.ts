import { factsOf, readingOf } from '../markup/visible-content.ts'
import type { MergeField, PageTexts } from '../record/page.ts'
import { digestOf } from '../text/digest.ts'
import { rowOf } from './page-fields.ts'

/** A digest of the content of some fields. An editor's change alters it; reformatting by the CMS does not. */
export function seenDigest(
  fields: readonly MergeField[],
  texts: { [field in MergeField]?: PageTexts[field] | string | undefined },
): string {
  return digestOf(fields.map((field) => [field, saying(field, rowOf(field).text(texts[field] ?? ''))]))
}

function saying(field: MergeField, text: string): unknown {
  return field === 'inner' ? factsOf(text) : readingOf(text)
}
