/** `post`, `page`, `attachment`, `nav_menu_item`, `revision`, or a type from the file of `--types`. */
export type PostType = string

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

/** The file of an image or document, with its metadata. */
export type FileFacts = {
  /** Path below the uploads: `2026/11/x.jpg`. */
  readonly path: string
  readonly mime: string
  readonly bytes: number
  readonly width?: number
  readonly height?: number
  readonly sizes: Readonly<Record<string, SizeFacts>>
  /** Name of the upload, if `path` is a copy of it that was scaled down, rotated or converted. */
  readonly original?: string
  /** Images only. */
  readonly meta?: ImageMeta
  /** The attachment that this image was edited from. */
  readonly madeFrom?: { readonly id: number; readonly path: string }
  /** File names from `sideload` that `finalize` has not used yet. */
  readonly sideloaded?: readonly string[]
}

/** The metadata that a camera or an editor wrote into an image. Missing values are `0` or empty. */
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
  /** EXIF orientation, `1` to `8`. The number 1 after the image has been rotated upright. */
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

/** A row of `wp_posts`: posts, pages, media, menu items, revisions and autosaves share one table. */
export type Row = {
  readonly id: number
  readonly type: PostType
  readonly status: Status
  readonly slug: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly password: string
  /** The URL at creation, relative to the site; empty means the short URL. */
  readonly guid: string
  readonly author: number
  readonly parent: number
  readonly menuOrder: number
  readonly commentStatus: string
  readonly pingStatus: string
  /** In the site's time zone. */
  readonly date: string
  /** Empty while the date floats, which is the case for drafts without their own date. */
  readonly dateGmt: string
  readonly modified: string
  readonly modifiedGmt: string
  readonly template: string
  readonly featured: number
  readonly format: string
  readonly sticky: boolean
  /** Stored values of registered meta keys and fields. Keys without a value have their default. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly terms: Readonly<Record<string, readonly number[]>>
  /** The state that leaving the trash restores. */
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

/** The meta value with this key, if it is a string. */
export function metaText({ meta }: Pick<Row, 'meta'>, key: string): string {
  const value = meta[key]
  return typeof value === 'string' ? value : ''
}

/** A term of a taxonomy. */
export type Term = {
  readonly id: number
  readonly taxonomy: string
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parent: number
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
