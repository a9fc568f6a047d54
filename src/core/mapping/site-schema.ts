/**
 * The values that the CMS accepts for a field. `types`: JSON types, empty if any. `values`: the only allowed ones, as text.
 * `items` describes the entries of a list.
 */
export type ValueSchema = {
  types: readonly string[]
  values?: readonly string[]
  items?: { types: readonly string[]; values?: readonly string[] }
}

/** A field of a page; `fields` are those inside, of `meta` and `acf`. */
export type FieldSchema = ValueSchema & { fields?: Readonly<Record<string, ValueSchema>> }

/** `slug`: its own name, which may differ from its name in REST paths. The rights are those of the mirror's user. */
export type TaxonomySchema = { slug: string; mayAssign: boolean; mayCreate: boolean }

/** The fields that the CMS accepts for product pages, and the rights of the mirror's user. */
export type SiteSchema = {
  /** The rest_base of the post type of product pages. */
  type: string
  /** The slugs of the post types by rest_base; undefined if the CMS does not list them, or was not asked. */
  types: Readonly<Record<string, string>> | undefined
  /** The fields of a page; empty if the CMS has no such post type. */
  properties: Readonly<Record<string, FieldSchema>>
  takesBatches: boolean
  mayCreate: boolean
  /** The taxonomies by rest_base; undefined if the CMS does not list them, or was not asked. */
  taxonomies: Readonly<Record<string, TaxonomySchema>> | undefined
}
