import { z } from 'zod'

/** The collection of product pages, which is also its route: `pages`, `posts`, or the rest_base of another post type. */
export const CmsType = z.string().regex(/^[A-Za-z][\w-]*$/)
export type CmsType = z.infer<typeof CmsType>

/**
 * The engine's own are publish, future, draft, pending, private, trash, auto-draft and inherit. A workflow plug-in
 * registers others, and a page in one of them exists like any other.
 */
export const PageStatus = z.string()
export type PageStatus = z.infer<typeof PageStatus>

const RawText = z.object({ raw: z.string() })

/**
 * The newest revision of a page and the number of its revisions, including autosaves; an empty list without
 * links.
 */
const Links = z
  .object({
    'predecessor-version': z.array(z.object({ id: z.int() })).optional(),
    'version-history': z.array(z.object({ count: z.int() })).optional(),
  })
  .optional()
  .catch(undefined)

/** The fields of a page (context `edit`) that the mirror requests with `_fields`. */
export const WirePage = z.object({
  id: z.int(),
  slug: z.string(),
  status: PageStatus,
  /** A post has none. */
  parent: z.int().default(0),
  link: z.string(),
  /** The id of the user who created it. */
  author: z.int().optional(),
  date_gmt: z.string().nullish(),
  modified_gmt: z.string(),
  title: RawText,
  excerpt: RawText,
  /** `protected`: an editor set a password. */
  content: RawText.extend({
    protected: z.boolean().optional().catch(undefined),
    /** The content as visitors see it, if it was requested. */
    rendered: z.string().optional().catch(undefined),
  }),
  featured_media: z.int(),
  menu_order: z.int().optional().catch(undefined),
  /** Registered fields, if they were requested. PHP shows an empty object as a list. */
  meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** The fields of Advanced Custom Fields, if they were requested. */
  acf: z.record(z.string(), z.unknown()).optional().catch(undefined),
  _links: Links,
})
export type WirePage = z.infer<typeof WirePage>

/** The fields that identify the version of a page. The page may be any page of the site, so odd values are tolerated. */
export const WireVersion = WirePage.pick({
  id: true,
  slug: true,
  status: true,
  modified_gmt: true,
  _links: true,
}).extend({
  parent: z.int().catch(0),
  featured_media: z.int().catch(0),
  content: z.object({ protected: z.boolean() }).optional().catch(undefined),
})
export type WireVersion = z.infer<typeof WireVersion>

/** The `_fields` value that selects WireVersion without its links. */
export const versionFields = 'id,slug,status,parent,modified_gmt,content.protected,featured_media'

/** The links to the newest revision and to all of them, which cost the CMS two queries for each page. */
export const revisionLinks = '_links.predecessor-version,_links.version-history'

/** The fields of a page that determine its public URL. */
export const WireAddress = WirePage.pick({ id: true, status: true, link: true })
export const addressFields = 'id,status,link'

/** The fields of a page that identify the record in its block. */
export const WireBlock = WirePage.pick({ id: true, slug: true }).extend({ content: RawText })
export const blockFields = 'id,slug,content.raw'

/** The `_fields` value that selects WirePage without its links. */
export const pageFields =
  'id,slug,status,parent,link,author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,content.protected,featured_media'

/**
 * The `_fields` value that selects WirePage with its two links, some 150 bytes in lists. The response to a
 * write contains all links of the page, some 1,000 bytes, because the engine adds them after it has selected
 * the fields.
 */
export const pageFieldsWithRevision = `${pageFields},${revisionLinks}`

/**
 * The fields of a post's `meta` that the mirror sets when it creates the post; all others belong to the
 * editor.
 */
const SeoMeta = z.strictObject({
  _seo_title: z.string(),
  _seo_metadesc: z.string(),
  _seo_focuskw: z.string(),
})
export type SeoMeta = z.infer<typeof SeoMeta>

/** The fields that the mirror may send for a page. Never an `id`, which would override the one in the URL. */
export const PageWriteBody = z.strictObject({
  slug: z.string().optional(),
  status: PageStatus.optional(),
  parent: z.int().optional(),
  title: z.string().optional(),
  excerpt: z.string().optional(),
  content: z.string().optional(),
  featured_media: z.int().optional(),
  menu_order: z.int().optional(),
  meta: z.record(z.string(), z.json()).optional(),
  acf: z.record(z.string(), z.json()).optional(),
  /** Ids of terms by taxonomy. In the request, each taxonomy is a separate field. */
  terms: z.record(z.string(), z.array(z.int())).optional(),
})
export type PageWriteBody = z.infer<typeof PageWriteBody>
