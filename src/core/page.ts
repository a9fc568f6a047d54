import type { PageStatus, PageWriteBody } from '../contracts/cms/page.ts'

/** A page as the CMS holds it (raw texts, context `edit`). */
export type Page = {
  id: number
  slug: string
  status: PageStatus
  parent: number
  link: string
  modifiedGmt: string
  title: string
  excerpt: string
  content: string
  featuredMedia: number
}

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
