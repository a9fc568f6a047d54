import { classesOf, replaceClass } from '../markup/block-classes.ts'
import { withName } from '../markup/block-name.ts'
import type { BlockPlace } from '../markup/find-block.ts'
import { mergeFields, type MergeField } from './merge-fields.ts'
import { pageFields } from './page-fields.ts'
import type { PageTexts } from '../record/page.ts'

/** Digests of the fields that count as ours on a page. */
export type TextDigests = Readonly<Record<MergeField, string>>

/**
 * The class token of the mirrored block that holds these digests. It survives editors and HTML filters, so the page
 * itself shows which of its fields are ours.
 */
export function digestToken(texts: PageTexts): string {
  return `mirrored-v1-${mergeFields.map((field) => digestOfText(field, texts[field])).join('')}`
}

/** A digest of the visible text, so that rewriting by the CMS does not change it. */
export function digestOfText(field: MergeField, text: PageTexts[MergeField]): string {
  return pageFields[field].digest(text)
}

/** The digests in the mirrored block; undefined without exactly one well-formed token. */
export function digestsIn(content: string, place: BlockPlace): TextDigests | undefined {
  const [token, ...others] = classesOf(content, place).filter(isDigestToken)
  const digits = /^mirrored-v1-([0-9a-f]{32})$/.exec(String(token))?.[1]
  if (digits === undefined || others.length > 0) return undefined
  // In the order of `mergeFields`.
  return {
    title: digits.slice(0, 8),
    excerpt: digits.slice(8, 16),
    inner: digits.slice(16, 24),
    featuredMedia: digits.slice(24),
  }
}

/** All digest tokens in a content, in order. */
export function digestTokensIn(content: string): string {
  return (content.match(/ mirrored-v1-[0-9a-f]{32}(?=[ "])/g) ?? []).join('')
}

/**
 * Replaces the markup of the mirrored block, and the digests with those of `ours`. A block of an earlier version gets
 * its name; a name from an editor stays.
 */
export function replaceBlock(
  content: string,
  place: BlockPlace,
  { inner, ours }: { inner: string; ours: PageTexts },
): string {
  const head = replaceClass(content, place, { isOld: isDigestToken, token: digestToken(ours) })
  return content.slice(0, place.start) + withName(head) + inner + content.slice(place.innerEnd)
}

export function withoutDigests(content: string): string {
  return content.replaceAll(/ mirrored-v1-[0-9a-f]{32}(?=[ "])/g, '')
}

/** Whether a class token is one of ours, of any version, well-formed or not. */
function isDigestToken(token: string): boolean {
  return /^mirrored-v\d/.test(token)
}
