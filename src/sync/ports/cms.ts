import type { Media } from '../../core/record/media.ts'
import type { MenuItem } from '../../core/page/menu.ts'
import type { Autosave, Page, PageVersion, PageWrite, PageWritten, Revision } from '../../core/page/page.ts'

export type MediaUpload = {
  slug: string
  filename: string
  title: string
  /** The alternative text of an image. */
  alt?: string
  mime: string
  bytes: Uint8Array
}

/** An attachment at a slug that was looked up; `size` is that of the uploaded file in bytes, if the CMS returns it; `author` the
 * user who uploaded it. */
export type FoundMedia = { slug: string; media: Media; size?: number; author?: number }

/** What became of an attachment; only `gone` proves that it was deleted. */
export type MediaCheck =
  | { state: 'usable'; media: Omit<Media, 'sha256'> }
  | { state: 'trashed' }
  | { state: 'gone' }
  | { state: 'unreadable'; reason: string }

/** The result of an upload; `note` says what the CMS did not store. */
export type Uploaded = { ok: true; slug: string; media: Media; note?: string } | { ok: false; reason: string }

/** Whether files are sent as forms, because something in front of the CMS rejects raw uploads. */
export interface FormUploads {
  /** The response to a raw upload; undefined: files are sent raw. */
  fault(): Promise<string | undefined>
  save(fault: string): Promise<void>
  /** Whether this run is the one that reports it. */
  claimReport(runId: string): Promise<boolean>
  forget(): Promise<void>
}

/** `order` is the place among the items of a menu. */
export type NewMenuItem = { pageId: number; title: string; order: number }
export type MenuItemAdded = { ok: true } | { ok: false; reason: string }
/** Not ok: our user may not read menus, or the CMS has none. */
export type MenuRead = { ok: true; items: MenuItem[] } | { ok: false; reason: string }

/**
 * Changed pages. The first part has the number of all pages in every status, and the time of the response by the CMS's
 * clock in ms since 1970, if the CMS says so.
 */
export type Modified = {
  pages: PageVersion[]
  total?: number | undefined
  at?: number | undefined
  /** Which pages cannot be read, and how many of the newest ones the CMS hides from our user. */
  notes: string[]
}

/** Properties of a site that a list of its newest pages shows, for `doctor`. */
export type Probe = {
  /** The names of headers that the response lacks. */
  missing: string[]
  /** How many of the newest hundred pages the CMS hides from our user. */
  hidden: number
  /** How far the clock of the response is ahead of ours, in ms; undefined: it has no time. */
  aheadMs: number | undefined
  /** The header of a cache that sent the response: `x-cache: HIT`. */
  cached: string | undefined
}

/** One page by its id; only `gone` proves that it does not exist. */
export type PageFound =
  | { state: 'found'; page: Page }
  | { state: 'gone' }
  | { state: 'unreadable'; reason: string }

/** Why the CMS cannot return one thing, although it returns others. */
export type Unreadable = { unreadable: string }

/** Pages that were read, and by id why others could not be. */
export type PagesRead = { pages: Page[]; unreadable: ReadonlyMap<number, string> }

/** The root and the language pages, which are pages whatever products are. */
export type ParentPages = Pick<
  Cms,
  | 'readPage'
  | 'readPages'
  | 'readEach'
  | 'findExactly'
  | 'findEach'
  | 'readLinks'
  | 'hasChildren'
  | 'readRevisions'
  | 'writePages'
  | 'clock'
>

/**
 * The CMS; “pages” are posts where products are posts. All methods throw LimitedError when asked to wait long,
 * UnusableError when our user is refused too, and UnreachableError after all tries.
 */
export interface Cms {
  /** One page, which may be in a status that lists leave out. */
  readPage(id: number, signal: AbortSignal): Promise<PageFound>
  /**
   * At most 100 ids, any status. A page that is missing here is gone, or one of the unreadable pages of `readEach`: an id
   * that the list omits is requested directly.
   */
  readPages(ids: readonly number[], signal: AbortSignal): Promise<Page[]>
  /** Like `readPages`, with the pages that exist, or may exist, and cannot be read. */
  readEach(ids: readonly number[], signal: AbortSignal): Promise<PagesRead>
  /**
   * Every page of the site (or every post) in any status, by id, 100 at a time; the first `skip` hundreds are left out.
   * `notes` name the pages that cannot be read, and how many the CMS hides from our user.
   */
  walkPages(skip: number, signal: AbortSignal): AsyncIterable<{ pages: Page[]; notes: string[] }>
  /**
   * Pages in any status that were modified at or after `since` (GMT as in a page), each once; the first part may hold
   * others as well.
   */
  readModified(since: string | undefined, signal: AbortSignal): AsyncIterable<Modified>
  /** At most 100 pages with their content as visitors see it; a page that lists omit is missing. */
  readRendered(ids: readonly number[], signal: AbortSignal): Promise<Page[]>
  /** Which of at most 100 ids are pages in any status, and whether lists omit them; an unreadable page counts as existing. */
  findExisting(
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, 'listed' | 'omitted'>>
  /**
   * The addresses of those among at most 100 pages that are public. A page that the list omits is requested directly; one
   * that cannot be read is missing here and may be public, too.
   */
  readLinks(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>>
  /** At most 200 slugs, looked up in every status, the trash included; sorted by id. */
  findPages(slugs: readonly string[], signal: AbortSignal): Promise<Page[]>
  /** Pages with exactly these slugs, in any status, by id; a page in the trash has its slug with `__trashed` after it. */
  findExactly(slugs: readonly string[], signal: AbortSignal): Promise<Page[]>
  /**
   * The same for slugs of which some may belong to pages that cannot be read: these are named with the reason, and the
   * pages of the others are returned.
   */
  findEach(
    slugs: readonly string[],
    signal: AbortSignal,
  ): Promise<{ pages: Page[]; unreadable: ReadonlyMap<string, string> }>
  /**
   * Pages in any status with a text in their title, excerpt or content, by id; only those created since a time by the
   * CMS's clock (ms since 1970), if given. The CMS reads all content for it.
   */
  searchPages(text: string, since: number | undefined, signal: AbortSignal): Promise<Page[]>
  /** Whether a page has child pages. */
  hasChildren(pageId: number, signal: AbortSignal): Promise<boolean>
  /** The unsaved text of each user on a page. */
  readAutosaves(pageId: number, signal: AbortSignal): Promise<Autosave[] | Unreadable>
  /** A page's ten newest revisions, autosaves among them, the newest first; none where the CMS does not show them. */
  readRevisions(pageId: number, signal: AbortSignal): Promise<Revision[] | Unreadable>
  /** The time by the CMS's own clock, in ms since 1970, from its latest response. */
  clock(): number | undefined
  /**
   * One batch of at most 25 writes; the answer has one entry for each, in order. Throws OutcomeUnknownError when
   * the batch holds a create and its answer was lost, or belongs to other writes; batches without one are repeated.
   * The same when the batch was refused as a whole. Sends each write as a request of its own while `batchFault` tells
   * why batches are blocked.
   */
  writePages(writes: readonly PageWrite[], signal: AbortSignal): Promise<PageWritten[]>
  /** Why the batch route cannot be used, as far as this process knows. */
  batchFault(): string | undefined
  /** The same, after asking the CMS. */
  checkBatches(signal: AbortSignal): Promise<string | undefined>
  /** At most 100 slugs, without files in the trash; sorted by id. `sha256` is read from the slug. */
  findMedia(slugs: readonly string[], signal: AbortSignal): Promise<FoundMedia[]>
  /** What became of attachments, by id. One that a list omits is requested directly. */
  checkMedia(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, MediaCheck>>
  /** Whether an attachment has exactly this slug. */
  hasMediaAt(slug: string, signal: AbortSignal): Promise<boolean>
  /** Throws OutcomeUnknownError when the answer was lost; a refusal for good is `{ ok: false }`. */
  uploadMedia(upload: MediaUpload, signal: AbortSignal): Promise<Uploaded>
  /** The response to raw uploads of something in front of the CMS, as far as this process knows; files are sent as forms then. */
  uploadFault(): string | undefined
  /** Sends the next file raw, for `doctor`: the firewall may have changed. */
  retryRawUploads(): void
  /** Whether an attachment is attached to anything or named in any text. */
  isMediaUsed(media: Media, signal: AbortSignal): Promise<boolean>
  /** Which of these attachments are the featured image of any page or post, in any status. */
  findFeatured(ids: readonly number[], signal: AbortSignal): Promise<ReadonlySet<number>>
  /** Moves an attachment to the trash; `no trash`: the CMS could only delete it. */
  trashMedia(id: number, signal: AbortSignal): Promise<'trashed' | 'no trash'>
  /** Deletes an attachment permanently, unless the CMS refuses it. */
  deleteMedia(id: number, signal: AbortSignal): Promise<{ refused?: string }>
  /** The items of a menu; none where there is no such menu. */
  readMenu(menuId: number, signal: AbortSignal): Promise<MenuRead>
  /** The answer has one entry for each, in order. Throws OutcomeUnknownError when it was lost. */
  addMenuItems(menuId: number, items: readonly NewMenuItem[], signal: AbortSignal): Promise<MenuItemAdded[]>
  /** Who the credentials are. */
  fetchUser(
    signal: AbortSignal,
  ): Promise<{ id: number; name: string; roles: readonly string[]; capabilities: ReadonlySet<string> }>
  /** Reads a list of the newest pages twice, because a cache would respond the second time. */
  probe(signal: AbortSignal): Promise<Probe>
  /** The namespaces of all plug-ins, and whether the site's navigation lists every page, for `doctor`. */
  fetchSiteFacts(signal: AbortSignal): Promise<{ namespaces: readonly string[]; listsEveryPage: boolean }>
  /** The route patterns of the index, for `doctor`. */
  fetchRoutes(signal: AbortSignal): Promise<ReadonlySet<string>>
}
