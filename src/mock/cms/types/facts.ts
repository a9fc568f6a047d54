import type { AcfField } from '../../contracts/site-types/acf-field.ts'
import type { MetaKey } from '../../contracts/site-types/meta-key.ts'
import type { Feature } from '../../contracts/site-types/site-types.ts'

/** The words of the user interface: `name`, `singular_name` and about thirty others, some of them null. */
export type Labels = {
  readonly name: string
  readonly singular_name: string
  readonly [label: string]: string | null
}

/** A post type, as `register_post_type` describes it. */
export type TypeFacts = {
  readonly name: string
  /** Its part of the REST path: `pages`. */
  readonly base: string
  readonly labels: Labels
  readonly description: string
  readonly hierarchical: boolean
  /** The name of its icon in WordPress's font. */
  readonly icon: string | null
  readonly supports: ReadonlySet<Feature>
  /** Meta keys and fields from the file of `--types`. */
  readonly meta: Readonly<Record<string, MetaKey>>
  readonly acf: Readonly<Record<string, AcfField>>
}

/** A taxonomy, as `register_taxonomy` describes it. */
export type TaxonomyFacts = {
  readonly name: string
  /** Its part of the REST path, and its field on post types: `categories`. */
  readonly base: string
  readonly labels: Labels
  readonly description: string
  readonly hierarchical: boolean
  /** The post types that it belongs to. */
  readonly types: readonly string[]
}
