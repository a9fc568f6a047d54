import type { Oddities } from '../oddities/oddities.ts'
import type { RestError } from '../rest/error.ts'
import type { FieldTree } from '../rest/fields.ts'
import type { RestRequest, Site } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import type { Arg, Args, Schema } from '../rest/schema/schema.ts'
import type { PostType, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { User } from '../users/users.ts'

export type Context = 'view' | 'embed' | 'edit'

/** What is needed to show one row to one caller. */
export type View = {
  readonly store: Store
  readonly site: Site
  readonly user: User | null
  readonly context: Context
  readonly row: Row
  /** The caller knows the row's password or may edit it, or there is none. */
  readonly open: boolean
  readonly excerptWords: number
  readonly oddities: Oddities
}

/** A member of an item: where it shows, how it is read, and how it may be written. */
export type Field = {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly write?: Arg
  /** Shows only where `_fields` names all of it: `caption`, not `caption.rendered`. */
  readonly whole?: boolean
  /** How it looks in answers, where that is not what may be written. */
  readonly shows?: Schema
  /** Undefined leaves the member out; parts that `wanted`, from `_fields`, does not name need not be computed. */
  readonly read?: ((view: View, wanted: FieldTree | undefined) => unknown) | undefined
}

/** The capability that each action needs, under the engine's name. */
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

/** A meta member; `contexts` tells where it shows, `filter` what is kept for users without unfiltered HTML. */
export type MetaField = {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly filter?: (value: string) => string
}

/** What a write sets; `date` "" puts the row back to this moment. */
export type Draft = { -readonly [K in keyof Omit<Row, 'id' | 'type'>]?: Row[K] }

/** A post type as REST shows it: pages, posts, media and menu items are declarations of this. */
export type Kind = {
  readonly type: PostType
  readonly base: string
  readonly rights: Rights
  readonly fields: readonly Field[]
  readonly meta: readonly MetaField[]
  readonly listArgs: Args
  readonly itemArgs: Args
  readonly createArgs?: Args
  readonly trash: { readonly message: string } | true
  /** Taxonomy → member that holds its terms. */
  readonly taxonomies: Readonly<Record<string, string>>
  readonly links: (view: View) => Links
  /** Members beyond the common ones that a write may set. */
  readonly draft?: (request: RestRequest, draft: Draft, old: Row | undefined, store: Store) => Draft
  readonly mayList?: (user: User | null) => true | RestError
}
