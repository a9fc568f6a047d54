import type { PageTexts } from '../page/page.ts'
import type { Product } from './product.ts'

/** The digest of a version of ours that the page shows, and of which nothing else is known since Redis lost its data. */
export const olderVersion = 'older'

/** The short part of a snapshot: enough to decide that nothing changed. */
export type SnapshotHead = {
  /**
   * Digest of the partner's version that was written last, or `olderVersion`; after an undo the page shows an older
   * product.
   */
  digest: string
  /** Digest of the template and labels that rendered it. */
  template: string
  pageId: number
  state: 'mirrored' | 'retired'
  /** The partner's validators for a conditional request. */
  etag?: string
  /** What retiring did to the page, so that only that is undone when the record returns. */
  retiredTo?: RetireTo
  /**
   * Digest of the pages in other languages that the page links (`linksDigest`); undefined: it links none. Earlier
   * versions made it of the languages alone.
   */
  links?: string
  /** The page’s address, as the CMS last returned it while the page was public. */
  link?: string
}

export type RetireTo = 'draft' | 'trash' | 'private' | 'keep' | 'delete'

/** What the CMS acknowledged for a record; `base` is what it gave back after our write. */
export type Snapshot = SnapshotHead & {
  product: Product
  base: PageTexts
  runId: string
  writtenAt: string
  /** Content digests of the blocks we wrote earlier, newest first: they identify a stale save. */
  past?: string[]
  /** The mirrored block as it stands on the page, where it holds an editor's changes. */
  shown?: string
  /** The page's newest revision after our write; a newer one that is no save is an editor's open draft. */
  revision?: number
}
