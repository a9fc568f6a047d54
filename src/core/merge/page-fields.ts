import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { factsDigest, readingOf, sameFacts, sameText } from '../markup/visible-content.ts'
import {
  canonicalText,
  entriesOf,
  fieldGroups,
  isMappedField,
  isShared,
  mappedText,
  placeOf,
  type MappedField,
  type MappedValue,
} from '../record/mapped.ts'
import { MergeField, type PageTexts } from '../record/page.ts'
import { shortDigest, shortDigestOf } from '../text/digest.ts'
import { fieldsIn, type SameField } from './merge-fields.ts'

type Value = PageTexts[MergeField]

type FieldRow = {
  /** The name in sentences. */
  name: string
  /** Adds the field to a write; the mirrored block is a part of `content`, which its caller composes. */
  put: (body: PageWriteBody, value: Value) => void
  /** Whether a write contains the field. */
  isIn: (body: PageWriteBody) => boolean
  /** Whether a visitor sees no difference between two values. */
  same: (a: Value, b: Value) => boolean
  /** A digest of the visible value, so that rewriting by the CMS does not change it. */
  digest: (value: Value) => string
  /** The value as operators read it, and as conflicts store it. */
  text: (value: Value) => string
  /** The value with this text, of the same type as another value of the field. */
  parse: (text: string, like: Value) => Value
}

function property(name: 'title' | 'excerpt' | 'featured_media'): Pick<FieldRow, 'put' | 'isIn'> {
  return {
    put: (body, value) => Object.assign(body, { [name]: value }),
    isIn: (body) => body[name] !== undefined,
  }
}

const ofText = {
  same: (a: Value, b: Value) => sameText(mappedText(a), mappedText(b)),
  digest: (value: Value) => shortDigestOf(readingOf(mappedText(value))),
  text: mappedText,
  parse: (text: string) => text,
}

/** The rules of the fields that every page has. Merge, digests, conflicts, undo and reports loop over these rows. */
const fixedRows: Readonly<Record<Exclude<MergeField, MappedField>, FieldRow>> = {
  title: { name: 'title', ...property('title'), ...ofText },
  excerpt: { name: 'excerpt', ...property('excerpt'), ...ofText },
  inner: {
    name: 'mirrored block',
    put: () => undefined,
    isIn: () => false,
    same: (a, b) => sameFacts(mappedText(a), mappedText(b)),
    digest: (value) => shortDigest(factsDigest(mappedText(value))),
    text: mappedText,
    parse: (text) => text,
  },
  featuredMedia: {
    name: 'featured image',
    ...property('featured_media'),
    same: (a, b) => a === b,
    digest: shortDigestOf,
    text: mappedText,
    parse: Number,
  },
}

export function rowOf(field: MergeField): FieldRow {
  return isMappedField(field) ? mappedRow(field) : fixedRows[field]
}

/** The rules of a field that the map fills. */
function mappedRow(field: MappedField): FieldRow {
  const canonical = (value: Value): string => canonicalText(field, value)
  return {
    name: field,
    ...wireOf(field),
    same: (a, b) => canonical(a) === canonical(b),
    digest: (value) => shortDigestOf(canonical(value)),
    text: mappedText,
    parse: parseMapped,
  }
}

function parseMapped(text: string, like: Value): MappedValue {
  if (text === '') return null
  if (typeof like === 'number') return Number(text)
  if (typeof like === 'boolean') return text === 'true'
  return Array.isArray(like) ? text.split(', ') : text
}

function wireOf(field: MappedField): Pick<FieldRow, 'put' | 'isIn'> {
  const { group, name } = placeOf(field)
  if (group === undefined)
    return {
      put: (body, value) => Object.assign(body, { menu_order: sent(value) ?? 0 }),
      isIn: (body) => body.menu_order !== undefined,
    }
  return {
    put: (body, value) => {
      const plain = group === 'terms' ? entriesOf(value).map(Number) : sent(value)
      Object.assign(body, { [group]: { ...body[group], [name]: plain } })
    },
    isIn: (body) => body[group] !== undefined && Object.hasOwn(body[group], name),
  }
}

function sent(value: Value): MappedValue {
  return isShared(value) ? value.shared : (value as MappedValue)
}

export const sameField: SameField = (field, a, b) => rowOf(field).same(a, b)

/** The write of these fields, without the mirrored block. */
export function bodyOf(texts: Partial<PageTexts>): PageWriteBody {
  const body: PageWriteBody = {}
  for (const field of fieldsIn(texts)) if (texts[field] !== undefined) rowOf(field).put(body, texts[field])
  return body
}

/** Those of the given fields that a body writes, without the mirrored block. */
export function fieldsWritten(body: PageWriteBody, fields: readonly MergeField[]): MergeField[] {
  return fields.filter((field) => rowOf(field).isIn(body))
}

/** The mapped fields that a body writes. */
export function mappedWritten({ menu_order: order, ...body }: PageWriteBody): MappedField[] {
  const inGroups = fieldGroups.flatMap((group) =>
    Object.keys(body[group] ?? {}).map((key): MappedField => `${group}.${key}`),
  )
  return order === undefined ? inGroups : ['menu_order', ...inGroups]
}

/** The value that a body writes to a mapped field. */
export function sentValue(body: PageWriteBody, field: MappedField): MappedValue | undefined {
  const { group, name } = placeOf(field)
  return group === undefined ? body.menu_order : (body[group]?.[name] as MappedValue | undefined)
}

/** `title, mirrored block` */
export function namesOf(fields: readonly MergeField[]): string {
  return fields.map((field) => rowOf(field).name).join(', ')
}

/** The name of a field in an outcome. */
export function nameOfField(field: string): string {
  const known = MergeField.safeParse(field)
  return known.success ? namesOf([known.data]) : field
}
