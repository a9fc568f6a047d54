import { classesOf, replaceClass } from '../markup/block-classes.ts'
import { withName } from '../markup/block-name.ts'
import type { BlockPlace } from '../markup/find-block.ts'
import { ownFactsDigest } from '../markup/visible-content.ts'
import { shortDigest, shortDigestOf } from '../text/digest.ts'
import { isMappedField, type MappedField } from '../record/mapped.ts'
import { fieldsIn } from './merge-fields.ts'
import { rowOf } from './page-fields.ts'
import type { PageTexts, MergeField } from '../record/page.ts'

/** Digests of the fields that count as ours on a page; those of mapped fields by the digest of their name. */
export type TextDigests = Readonly<
  Record<Exclude<MergeField, MappedField>, string> & { mapped: Readonly<Record<string, string>> }
>

/** The digest of a field; undefined for a mapped field without one. */
export function digestFor(digests: TextDigests, field: MergeField): string | undefined {
  return isMappedField(field) ? digests.mapped[nameDigest(field)] : digests[field]
}

/**
 * The class token of the mirrored block that holds these digests. It survives editors and HTML filters, so the page
 * itself shows which of its fields are ours. Version 2 also has mapped fields, each as the digests of its name and its
 * value. `waits`: the page is a draft that the mirror publishes once its product has all required fields.
 */
export function digestToken(texts: PageTexts, waits = false): string {
  const fields = fieldsIn(texts)
  const digests = fields.map((field) => nameDigest(field) + digestOfOurs(field, texts))
  return `mirrored-v${fields.some(isMappedField) ? 2 : 1}-${digests.join('')}${waits ? waitingMark : ''}`
}

/** The end of the token on a draft that the mirror will publish. */
const waitingMark = '-draft'

/** Identifies a mapped field in a token; the fields that every page has are first, in a fixed order. */
function nameDigest(field: MergeField): string {
  return isMappedField(field) ? shortDigestOf(field) : ''
}

/** A digest of the visible text, so that rewriting by the CMS does not change it. */
export function digestOfText(field: MergeField, text: PageTexts[MergeField]): string {
  return rowOf(field).digest(text)
}

/** The same digest, for our own text. */
function digestOfOurs(field: MergeField, texts: PageTexts): string {
  return field === 'inner' ? shortDigest(ownFactsDigest(texts.inner)) : digestOfText(field, texts[field])
}

/** The digests in the mirrored block; undefined without exactly one well-formed token. */
export function digestsIn(content: string, place: BlockPlace): TextDigests | undefined {
  const [token = '', ...others] = classesOf(content, place).filter(isDigestToken)
  if (others.length > 0 || !new RegExp(`^${tokenPattern}$`).test(token)) return undefined
  const plain = token.replace(waitingMark, '')
  const digits = plain.slice(plain.lastIndexOf('-') + 1)
  const pairs = digits.slice(32).matchAll(/(.{8})(.{8})/g)
  return {
    title: digits.slice(0, 8),
    excerpt: digits.slice(8, 16),
    inner: digits.slice(16, 24),
    featuredMedia: digits.slice(24, 32),
    mapped: Object.fromEntries([...pairs].map(([, name, digest]) => [name, digest])),
  }
}

const tokenPattern = `mirrored-v(?:1-[0-9a-f]{32}|2-[0-9a-f]{32}(?:[0-9a-f]{16})+)(?:${waitingMark})?`
const tokensPattern = new RegExp(` ${tokenPattern}(?=[ "])`, 'g')

/** Whether the token in the mirrored block marks a draft that the mirror will publish. */
export function isMarkedWaiting(content: string, place: BlockPlace): boolean {
  return classesOf(content, place).some((token) => isDigestToken(token) && token.endsWith(waitingMark))
}

/** All digest tokens in a content, in order. */
export function digestTokensIn(content: string): string {
  return (content.match(tokensPattern) ?? []).join('')
}

/**
 * Replaces the markup of the mirrored block, and the digests with those of `ours`. A block of an earlier version gets
 * its name; a name from an editor stays.
 */
export function replaceBlock(
  content: string,
  place: BlockPlace,
  { inner, ours, waits }: { inner: string; ours: PageTexts; waits?: boolean | undefined },
): string {
  const head = replaceClass(content, place, { isOld: isDigestToken, token: digestToken(ours, waits) })
  return content.slice(0, place.start) + withName(head) + inner + content.slice(place.innerEnd)
}

export function withoutDigests(content: string): string {
  return content.replaceAll(tokensPattern, '')
}

/** Whether a class token is one of ours, of any version, well-formed or not. */
function isDigestToken(token: string): boolean {
  return /^mirrored-v\d/.test(token)
}
