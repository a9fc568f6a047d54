import type { SiteSchema } from '../../core/mapping/site-schema.ts'
import type { DescribedFile } from '../../core/mapping/file-names.ts'
import type { KnownTerm } from '../../core/mapping/find-term.ts'
import type { Note } from '../../core/reasons/note.ts'
import type { Media } from '../../core/record/media.ts'
import type { MenuItem } from '../../core/page/menu.ts'
import type { Autosave, Page, PageVersion, PageWrite, PageWritten, Revision } from '../../core/record/page.ts'

export type MediaUpload = {
  slug: string
  filename: string
  title: string
  /** The alternative text of an image. */
  alt?: string
  mime: string
  bytes: Uint8Array
  /** The smaller sizes of a photo may be created later, with `createSizes`. */
  sizesLater?: boolean
}

/**
 * An attachment at a slug that was looked up. `size` is that of the uploaded file in bytes, if the CMS returns it;
 * `author` is the user who uploaded it. `lacksSizes`: it has none of its smaller sizes yet.
 */
export type FoundMedia = { slug: string; media: Media; size?: number; author?: number; lacksSizes?: true }

/** The state of an attachment; only `gone` proves that it was deleted. */
export type MediaCheck =
  | { state: 'usable'; media: Omit<Media, 'sha256'> }
  | { state: 'trashed' }
  | { state: 'gone' }
  | { state: 'unreadable'; reason: string }

/**
 * The result of an upload; `note` names the data that the CMS did not store. `lacksSizes`: the smaller sizes are still
 * to be created.
 */
export type Uploaded =
  | { ok: true; slug: string; media: Media; note?: string; lacksSizes?: true }
  | { ok: false; reason: string }

/** The result of creating the smaller sizes of an attachment; only `gone` proves that it was deleted. */
export type SizesCreated =
  | { state: 'created'; media: Omit<Media, 'sha256'> }
  | { state: 'gone' }
  | { state: 'failed'; reason: string }

/** Whether files are sent as forms, because a firewall in front of the CMS rejects raw uploads. */
export interface FormUploads {
  /** The response to a raw upload; undefined if files are sent raw. */
  fault(): Promise<string | undefined>
  save(fault: string): Promise<void>
  /** Whether this run is the one that reports the rejection. */
  claimReport(runId: string): Promise<boolean>
  forget(): Promise<void>
}

/** `order` is the position in the menu. */
export type NewMenuItem = { pageId: number; title: string; order: number }
export type MenuItemAdded = { ok: true } | { ok: false; reason: string }
/** Not ok if our user may not read menus, or the CMS has none. */
export type MenuRead = { ok: true; items: MenuItem[] } | { ok: false; reason: string }

/** The fields of a page that determine its public URL. */
export type PageAddress = Pick<Page, 'id' | 'status' | 'link'>

/** The fields of a page that identify the record in its block. */
export type PageBlock = Pick<Page, 'id' | 'slug' | 'content'>

/**
 * Changed pages. The first part contains the number of all pages in every status and the time of the response by the
 * CMS's clock in ms since 1970, if the CMS returns them.
 */
export type Modified = {
  pages: PageVersion[]
  total?: number | undefined
  at?: number | undefined
  /** The pages that cannot be read, and the number of the newest pages that the CMS hides from our user. */
  notes: Note[]
}

/** Properties of a site that a list of its newest pages shows, for `doctor`. */
export type Probe = {
  /** The names of missing response headers. */
  missing: string[]
  /** How many of the newest 100 pages the CMS hides from our user. */
  hidden: number
  /** How far the clock of the response is ahead of ours, in ms; undefined if it has no time. */
  aheadMs: number | undefined
  /** The header of a cache that sent the response: `x-cache: HIT`. */
  cached: string | undefined
}

/** One page by its id; only `gone` proves that it does not exist. */
export type PageFound =
  | { state: 'found'; page: Page }
  | { state: 'gone' }
  | { state: 'unreadable'; reason: string }

export type TermCreated = { ok: true; id: number } | { ok: false; reason: string }

/** Why the CMS cannot return one item, although it returns others. */
export type Unreadable = { unreadable: string }

/** Pages that were read, and by id why others could not be read. */
export type PagesRead = { pages: Page[]; unreadable: ReadonlyMap<number, string> }

/** The root and the language pages, which are pages even if products are posts. */
export type ParentPages = Pick<
  Cms,
  | 'readPage'
  | 'readPages'
  | 'readEach'
  | 'readAddresses'
  | 'findExactly'
  | 'findEach'
  | 'readLinks'
  | 'hasChildren'
  | 'readRevisions'
  | 'writePages'
  | 'clock'
>

/**
 * The CMS; “pages” are posts if products are posts. All methods throw LimitedError if the CMS demands a long wait,
 * UnusableError if our user is refused, and UnreachableError after all tries.
 */
export interface Cms {
  /** A public image of the media library, of at most 1 MiB; undefined if the site does not send one in time. */
  fetchImage(url: string, signal: AbortSignal): Promise<{ bytes: Uint8Array; mime: string } | undefined>
  /** All terms of a taxonomy, which is named as in the REST API; names are plain text. */
  readTerms(taxonomy: string, signal: AbortSignal): Promise<KnownTerm[]>
  /** At most 100 terms of a taxonomy by id, with plain names; terms that do not exist are missing. */
  findTerms(taxonomy: string, ids: readonly number[], signal: AbortSignal): Promise<KnownTerm[]>
  /** Creates a term, or returns the term of this name that the parent already has. */
  createTerm(
    taxonomy: string,
    term: { name: string; parent: number },
    signal: AbortSignal,
  ): Promise<TermCreated>
  /** One page, even in a status that lists omit. */
  readPage(id: number, signal: AbortSignal): Promise<PageFound>
  /**
   * At most 100 ids, any status. A page missing from the result is gone, or one of the unreadable pages of `readEach`:
   * ids that the list omits are requested directly.
   */
  readPages(ids: readonly number[], signal: AbortSignal): Promise<Page[]>
  /** Like `readPages`, and also returns the pages that exist, or may exist, but cannot be read. */
  readEach(ids: readonly number[], signal: AbortSignal): Promise<PagesRead>
  /** Like `readEach`, for pages that are only compared: without revisions, which take half of the CMS's time. */
  readTexts(ids: readonly number[], signal: AbortSignal): Promise<PagesRead>
  /**
   * Like `readEach`, without any text. The CMS renders a page without an excerpt to make one, even if only the stored
   * excerpt was requested.
   */
  readAddresses(
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<{ pages: PageAddress[]; unreadable: ReadonlyMap<number, string> }>
  /**
   * Every page of the site (or every post) in any status, by id, 100 at a time; the first `skip` hundreds are omitted.
   * `notes` contain the pages that cannot be read, and how many the CMS hides from our user.
   */
  walkPages(skip: number, signal: AbortSignal): AsyncIterable<{ pages: Page[]; notes: Note[] }>
  /** Like `walkPages` from the first page, with only the fields that identify a record. */
  walkBlocks(signal: AbortSignal): AsyncIterable<{ pages: PageBlock[]; notes: Note[] }>
  /**
   * The slugs of all pages in any status, the trash included. Undefined if there are more than `most`, or if the list
   * cannot be read or may be incomplete.
   */
  readSlugs(most: number, signal: AbortSignal): Promise<ReadonlySet<string> | undefined>
  /**
   * Pages in any status that were modified at or after `since` (GMT as in a page), each once; the first part may
   * contain others as well. Without `revisions`, the revision of each page is 0.
   */
  readModified(
    wanted: { since: string | undefined; revisions: boolean },
    signal: AbortSignal,
  ): AsyncIterable<Modified>
  /** At most 100 pages with their content as visitors see it; pages that lists omit are missing. */
  readRendered(ids: readonly number[], signal: AbortSignal): Promise<Page[]>
  /**
   * Which of at most 100 ids are pages in any status, and whether lists omit them; unreadable pages count as existing.
   */
  findExisting(
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, 'listed' | 'omitted'>>
  /**
   * The URLs of the public pages among at most 100. Pages that the list omits are requested directly; an unreadable
   * page is missing here although it may be public.
   */
  readLinks(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>>
  /** At most 200 slugs, looked up in every status, the trash included; sorted by id, without revisions. */
  findPages(slugs: readonly string[], signal: AbortSignal): Promise<Page[]>
  /**
   * Pages with exactly these slugs, in any status, by id; the slug of a page in the trash has the suffix `__trashed`.
   */
  findExactly(slugs: readonly string[], signal: AbortSignal): Promise<Page[]>
  /**
   * Like `findExactly`, if some slugs may belong to unreadable pages: these slugs are returned with the reason, and the
   * pages of the others as usual.
   */
  findEach(
    slugs: readonly string[],
    signal: AbortSignal,
  ): Promise<{ pages: Page[]; unreadable: ReadonlyMap<string, string> }>
  /**
   * Pages in any status with a text in their title, excerpt or content, by id; optionally only those created since a
   * time by the CMS's clock (ms since 1970). The CMS reads all content for this.
   */
  searchPages(text: string, since: number | undefined, signal: AbortSignal): Promise<Page[]>
  /** Whether a page has child pages. */
  hasChildren(pageId: number, signal: AbortSignal): Promise<boolean>
  /** The unsaved text of each user on a page. */
  readAutosaves(pageId: number, signal: AbortSignal): Promise<Autosave[] | Unreadable>
  /** A page's ten newest revisions, including autosaves, the newest first; empty if the CMS does not return them. */
  readRevisions(pageId: number, signal: AbortSignal): Promise<Revision[] | Unreadable>
  /** The time of the CMS's clock, in ms since 1970, from its latest response. */
  clock(): number | undefined
  /**
   * One batch of at most 25 writes; the result has one entry for each, in order. Throws OutcomeUnknownError if the
   * batch was refused as a whole, or if it contains a create and its response was lost or belongs to other writes;
   * without a create it is repeated. While `batchFault` reports that batches are blocked, each write is a separate
   * request.
   */
  writePages(writes: readonly PageWrite[], signal: AbortSignal): Promise<PageWritten[]>
  /** Why the batch route cannot be used, as far as this process knows. */
  batchFault(): string | undefined
  /** Sends an empty batch, and returns why the batch route cannot be used. */
  checkBatches(signal: AbortSignal): Promise<string | undefined>
  /** At most 100 slugs, without files in the trash; sorted by id. `sha256` is read from the slug. */
  findMedia(slugs: readonly string[], signal: AbortSignal): Promise<FoundMedia[]>
  /** The state of attachments, by id. Ids that a list omits are requested directly. */
  checkMedia(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, MediaCheck>>
  /** At most 100 attachments with their titles, by id; those that the list omits are missing. */
  describeMedia(ids: readonly number[], signal: AbortSignal): Promise<DescribedFile[]>
  /** Whether an attachment has exactly this slug. */
  hasMediaAt(slug: string, signal: AbortSignal): Promise<boolean>
  /** Throws OutcomeUnknownError if the response was lost; a permanent refusal is `{ ok: false }`. */
  uploadMedia(upload: MediaUpload, signal: AbortSignal): Promise<Uploaded>
  /**
   * Creates the smaller sizes of an attachment, in at most 3 requests, each of which continues the one before. Throws
   * UnreachableError if none of them got a response.
   */
  createSizes(id: number, signal: AbortSignal): Promise<SizesCreated>
  /**
   * The response of a firewall in front of the CMS that rejects raw uploads, as far as this process knows; files are
   * then sent as forms.
   */
  uploadFault(): string | undefined
  /** Sends the next file raw, for `doctor`: the firewall's rules may have changed. */
  retryRawUploads(): void
  /** Whether an attachment is attached to a page or post, or named in any text. */
  isMediaUsed(media: Media, signal: AbortSignal): Promise<boolean>
  /** Which of these attachments are the featured image of a page or post, in any status. */
  findFeatured(ids: readonly number[], signal: AbortSignal): Promise<ReadonlySet<number>>
  /** Moves an attachment to the trash; `no trash` if the CMS can only delete it. */
  trashMedia(id: number, signal: AbortSignal): Promise<'trashed' | 'no trash'>
  /** Deletes an attachment permanently, unless the CMS refuses it. */
  deleteMedia(id: number, signal: AbortSignal): Promise<{ refused?: string }>
  /** The items of a menu; empty if there is no such menu. */
  readMenu(menuId: number, signal: AbortSignal): Promise<MenuRead>
  /** The result has one entry for each item, in order. Throws OutcomeUnknownError if the response was lost. */
  addMenuItems(menuId: number, items: readonly NewMenuItem[], signal: AbortSignal): Promise<MenuItemAdded[]>
  /** The user of the credentials. */
  fetchUser(
    signal: AbortSignal,
  ): Promise<{ id: number; name: string; roles: readonly string[]; capabilities: ReadonlySet<string> }>
  /**
   * Whether the CMS keeps scripts that our user writes; read from the page, if it exists, or from another one.
   * Undefined without any page.
   */
  mayWriteScripts(pageId: number | undefined, signal: AbortSignal): Promise<boolean | undefined>
  /** Requests a list of the newest pages twice, because a cache would serve the second request. */
  probe(signal: AbortSignal): Promise<Probe>
  /** The namespaces of all plugins, and whether the site's navigation lists every page, for `doctor`. */
  fetchSiteFacts(signal: AbortSignal): Promise<{ namespaces: readonly string[]; listsEveryPage: boolean }>
  /**
   * The fields that the CMS accepts for the pages of a post type, and for the terms of the named taxonomies (both by rest_base).
   * Throws UnusableError if it does not describe its fields.
   */
  fetchSiteSchema(
    wanted: { type: string; taxonomies: readonly string[] },
    signal: AbortSignal,
  ): Promise<SiteSchema>
  /** The route patterns of the index, and the namespace of the pages (`cms/v2`), for `doctor`. */
  fetchRoutes(signal: AbortSignal): Promise<{ namespace: string; routes: ReadonlySet<string> }>
}
