export type PostType = 'post' | 'page' | 'attachment' | 'nav_menu_item' | 'revision'

export type Status =
  | 'publish'
  | 'future'
  | 'draft'
  | 'pending'
  | 'private'
  | 'trash'
  | 'auto-draft'
  | 'inherit'
  /** Statuses that a plug-in registers. */
  | 'in-review'
  | 'archive'

/** A picture's or document's file and what is known of it. */
export type FileFacts = {
  /** Path below the uploads: `2026/11/x.jpg`. */
  readonly path: string
  readonly mime: string
  readonly bytes: number
  readonly width?: number
  readonly height?: number
  readonly sizes: Readonly<Record<string, SizeFacts>>
  /** Name of the upload where a copy stands for it: scaled down, turned or converted. */
  readonly original?: string
  /** Of pictures only. */
  readonly meta?: ImageMeta
  /** The attachment that this picture is an edited copy of. */
  readonly madeFrom?: { readonly id: number; readonly path: string }
  /** Names handed out by `sideload` and not yet used by `finalize`. */
  readonly sideloaded?: readonly string[]
}

/** What a camera or an editing program wrote into a picture, as texts; `0` and empty where it wrote nothing. */
export type ImageMeta = {
  readonly aperture: string
  readonly credit: string
  readonly camera: string
  readonly caption: string
  /** Seconds since 1970. */
  readonly created_timestamp: string
  readonly copyright: string
  readonly focal_length: string
  readonly iso: string
  /** Seconds. */
  readonly shutter_speed: string
  readonly title: string
  /** How the camera was held, `1` to `8`; the number 1 once the picture is turned accordingly. */
  readonly orientation: string | 1
  readonly keywords: readonly string[]
  readonly alt: string
}

export type SizeFacts = {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly mime: string
  readonly bytes: number
}

export type MenuFacts = {
  readonly type: string
  readonly object: string
  readonly objectId: number
  readonly parent: number
  readonly url: string
  readonly target: string
  readonly classes: readonly string[]
  readonly xfn: readonly string[]
}

/** One row of the one table that posts, pages, media, menu items, revisions and autosaves share. */
export type Row = {
  readonly id: number
  readonly type: PostType
  readonly status: Status
  readonly slug: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly password: string
  /** The address that the row was created under, below the site's home; empty: its short one. */
  readonly guid: string
  readonly author: number
  readonly parent: number
  readonly menuOrder: number
  readonly commentStatus: string
  readonly pingStatus: string
  /** On the clock of the site. */
  readonly date: string
  /** Empty while the date floats: drafts without a date of their own. */
  readonly dateGmt: string
  readonly modified: string
  readonly modifiedGmt: string
  readonly template: string
  readonly featured: number
  readonly format: string
  readonly sticky: boolean
  readonly meta: Readonly<Record<string, string>>
  readonly terms: Readonly<Record<string, readonly number[]>>
  /** What to return to from the trash. */
  readonly trashed?: { readonly status: Status; readonly slug: string } | undefined
  readonly alt: string
  readonly file?: FileFacts
  readonly menu?: MenuFacts
}

export const blankRow: Omit<Row, 'id' | 'type'> = {
  status: 'draft',
  slug: '',
  title: '',
  content: '',
  excerpt: '',
  password: '',
  guid: '',
  author: 0,
  parent: 0,
  menuOrder: 0,
  commentStatus: 'closed',
  pingStatus: 'closed',
  date: '',
  dateGmt: '',
  modified: '',
  modifiedGmt: '',
  template: '',
  featured: 0,
  format: 'standard',
  sticky: false,
  meta: {},
  terms: {},
  alt: '',
}

export type Comment = {
  readonly id: number
  readonly post: number
  readonly parent: number
  readonly author: number
  readonly authorName: string
  readonly authorEmail: string
  readonly authorUrl: string
  readonly authorIp: string
  readonly authorAgent: string
  readonly date: string
  readonly dateGmt: string
  readonly content: string
  readonly status: CommentStatus
  readonly type: string
  readonly meta: Readonly<Record<string, string>>
  readonly before?: CommentStatus
}

export type CommentStatus = 'approved' | 'hold' | 'spam' | 'trash' | 'post-trashed'
