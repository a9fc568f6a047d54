import type { Oddities } from '../oddities/oddities.ts'
import type { RestError } from '../rest/error.ts'
import type { FieldTree } from '../rest/fields.ts'
import type { RestRequest, Site } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import type { Arg, Args, Schema } from '../rest/schema/schema.ts'
import type { PostType, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { User } from '../users/users.ts'
import type { AcfField } from '../../contracts/site-types/acf-field.ts'

export type Context = 'view' | 'embed' | 'edit'

/** The input for showing one row to one caller. */
export type View = {
  readonly store: Store
  readonly site: Site
  readonly user: User | null
  readonly context: Context
  readonly row: Row
  /** The row has no password, or the caller sent it or may edit the row. */
  readonly open: boolean
  readonly excerptWords: number
  readonly oddities: Oddities
}

/** A field of an item: its contexts, its reader, and its rules for writing. */
export type Field = {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly write?: Arg
  /** Included only if `_fields` selects the whole field: `caption`, not `caption.rendered`. */
  readonly whole?: boolean
  /** Its schema in responses, if it differs from `write`. */
  readonly shows?: Schema
  /** Undefined omits the field. Subfields that `wanted`, from `_fields`, does not contain need not be computed. */
  readonly read?: ((view: View, wanted: FieldTree | undefined) => unknown) | undefined
}

/** The WordPress capability that each action requires. */
export type Rights = {
  readonly edit: string
  readonly editOthers: string
  readonly editPublished: string
  readonly editPrivate: string
  readonly publish: string
  readonly create: string
  readonly delete: string
  readonly deleteOthers: string
  readonly deletePublished: string
  readonly deletePrivate: string
  readonly readPrivate: string
}

/** A meta field, by default one string. `filter` applies to values from users without `unfiltered_html`. */
export type MetaField = {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly filter?: (value: string) => string
  readonly rule?: MetaRule
}

/** A key that a plug-in or theme registers. */
export type MetaRule = {
  /** The schema of the value, or of the list of values if the key is not single. */
  readonly schema: Schema
  readonly single: boolean
  /** The value, or list of values, of a row that has none. */
  readonly usual: unknown
  /** The registered default of a single key, which the database returns without a value. */
  readonly unset?: unknown
  readonly inRevisions: boolean
}

/** The changes of a write. An empty `date` resets the row's date to now. */
export type Draft = { -readonly [K in keyof Omit<Row, 'id' | 'type'>]?: Row[K] }

/** A post type of the REST interface. Pages, posts, media and menu items are declared with it. */
export type Kind = {
  readonly type: PostType
  readonly base: string
  readonly rights: Rights
  readonly fields: readonly Field[]
  readonly meta: readonly MetaField[]
  /** Fields of Advanced Custom Fields by name. */
  readonly acf: Readonly<Record<string, AcfField>>
  readonly listArgs: Args
  readonly itemArgs: Args
  readonly createArgs?: Args
  readonly trash: { readonly message: string } | true
  /** Taxonomy → field with its terms. */
  readonly taxonomies: Readonly<Record<string, string>>
  readonly links: (view: View) => Links
  /** Sets the writable fields that are specific to this type. */
  readonly draft?: (request: RestRequest, draft: Draft, old: Row | undefined, store: Store) => Draft
  readonly mayList?: (user: User | null) => true | RestError
}
