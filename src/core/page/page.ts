import type { PageStatus, PageWriteBody } from '../../contracts/cms/page.ts'

/** A page as the CMS holds it (raw texts, context `edit`). */
export type Page = {
  id: number
  slug: string
  status: PageStatus
  parent: number
  link: string
  /** Id of the user who made it, 0 when the CMS does not tell. */
  author: number
  /** As `modifiedGmt` without a time zone, GMT; "" when the CMS does not tell. */
  createdGmt: string
  modifiedGmt: string
  title: string
  excerpt: string
  content: string
  featuredMedia: number
  /** Id of the newest revision, an autosave included; 0: there is none, or it was not asked for. */
  revision: number
  /** How many revisions there are, autosaves included; 0: none, or it was not asked for. */
  revisions: number
}

/** The texts of a page of which the engine keeps revisions. */
export type RevisedTexts = Pick<Page, 'title' | 'excerpt' | 'content'>

/** What a page said after a save, or, of an autosave, what somebody has not saved yet; GMT as in a page. */
export type Revision = RevisedTexts & { id: number; autosave: boolean; savedGmt: string }

/** Somebody's unsaved work on a page: when it was last kept, GMT as in a page. */
export type Autosave = { id: number; author: number; modifiedGmt: string }

/** The four fields that the mirror keeps true; `inner` is the markup inside the mirrored block. */
export type PageTexts = { title: string; excerpt: string; inner: string; featuredMedia: number }

/** One write of one page: a create has no id. */
export type PageWrite =
  | { kind: 'create'; body: PageWriteBody }
  | { kind: 'update'; id: number; body: PageWriteBody }
  | { kind: 'delete'; id: number; force: boolean }

/** What became of one write of a batch. */
export type PageWritten =
  | { ok: true; page: Page }
  | { ok: false; status: number; code: string; reason: string }
