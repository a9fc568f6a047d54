import { htmlFields, imageFields, numberFields, pdfFields, plainTextFields } from '../../contracts/partner.ts'
import type { MappedField } from '../record/mapped.ts'
import type { Product } from '../record/product.ts'
import type { SlugTemplate } from './page-slug.ts'

/** A field of a page that a map fills: a mapped field, or the title or excerpt. */
export type TargetField = MappedField | 'title' | 'excerpt'

export type MapSource =
  | { kind: 'field'; field: SourceField }
  /** A column of the catalogue. */
  | { kind: 'column'; column: string }
  | { kind: 'text'; text: string }
  /** A text per language code, in lower case. */
  | { kind: 'texts'; texts: Readonly<Record<string, string>> }

export const mappedAs = ['text', 'html', 'number', 'integer', 'boolean', 'media', 'list'] as const
/** The form of a value. `media` is an attachment; A `list` has several entries. */
export type MappedAs = (typeof mappedAs)[number]

export const owners = ['partner', 'shared', 'once'] as const
/**
 * `partner`: merged like the title. `shared`: a set, in which the editor's entries and removals stay. `once`: written
 * when the page is created, then the editor's.
 */
export type Owner = (typeof owners)[number]

/** `words` replaces values of the source, such as `available`. */
export type MapRow = {
  target: TargetField
  source: MapSource
  as: MappedAs
  owner: Owner
  words: Readonly<Record<string, string>>
}

/**
 * `type`: rest_base of the post type of product pages; undefined: as CMS_TYPE. `slug`: of new pages; undefined: the
 * default one. `publishIf`: the fields of the partner, or `catalog.<column>`, without which a page stays a draft.
 */
export type FieldMap = {
  type?: string
  slug?: SlugTemplate
  rows: readonly MapRow[]
  publishIf?: readonly string[]
}

/** The fields of a product with several entries. */
export const listFields = ['attributes', 'materials'] as const

/** The fields of a product with the URL of a file. */
export const fileFields = [...pdfFields, ...imageFields] as const

/** The fields of a product that a map may name. */
export const sourceFields = [
  'gtin',
  'language',
  'name',
  'availability',
  'folded',
  ...plainTextFields,
  ...htmlFields,
  ...numberFields,
  ...fileFields,
  ...listFields,
] as const satisfies readonly (keyof Product)[]

export type SourceField = (typeof sourceFields)[number]
