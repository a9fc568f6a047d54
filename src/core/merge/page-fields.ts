import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { factsDigest, readingOf, sameFacts, sameText } from '../markup/visible-content.ts'
import type { PageTexts } from '../record/page.ts'
import { shortDigest, shortDigestOf } from '../text/digest.ts'
import { mergeFields, type MergeField, type SameField } from './merge-fields.ts'

type Value = PageTexts[MergeField]

type FieldRow = {
  /** The name in sentences. */
  name: string
  /** The property in a write to the CMS; the mirrored block is a part of `content`. */
  property: 'title' | 'excerpt' | 'featured_media' | undefined
  /** Whether a visitor sees no difference between two values. */
  same: (a: Value, b: Value) => boolean
  /** A digest of the visible value, so that rewriting by the CMS does not change it. */
  digest: (value: Value) => string
}

const ofText = {
  same: (a: Value, b: Value) => sameText(String(a), String(b)),
  digest: (value: Value) => shortDigestOf(readingOf(String(value))),
}

/** The rules of each field of a page. Merge, digests, conflicts, undo and reports loop over these rows. */
export const pageFields: Readonly<Record<MergeField, FieldRow>> = {
  title: { name: 'title', property: 'title', ...ofText },
  excerpt: { name: 'excerpt', property: 'excerpt', ...ofText },
  inner: {
    name: 'mirrored block',
    property: undefined,
    same: (a, b) => sameFacts(String(a), String(b)),
    digest: (value) => shortDigest(factsDigest(String(value))),
  },
  featuredMedia: {
    name: 'featured image',
    property: 'featured_media',
    same: (a, b) => a === b,
    digest: shortDigestOf,
  },
}

export const sameField: SameField = (field, a, b) => pageFields[field].same(a, b)

/** The properties that write these fields, without the mirrored block. */
export function bodyOf(texts: Partial<PageTexts>): PageWriteBody {
  const written = mergeFields.flatMap((field) => {
    const { property } = pageFields[field]
    return property === undefined || texts[field] === undefined ? [] : [[property, texts[field]] as const]
  })
  return Object.fromEntries(written)
}

/** The fields that a body writes, without the mirrored block. */
export function fieldsWritten(body: PageWriteBody): Exclude<MergeField, 'inner'>[] {
  return mergeFields.flatMap((field) => {
    const { property } = pageFields[field]
    return field === 'inner' || property === undefined || body[property] === undefined ? [] : [field]
  })
}

/** `title, mirrored block` */
export function namesOf(fields: readonly MergeField[]): string {
  return fields.map((field) => pageFields[field].name).join(', ')
}
