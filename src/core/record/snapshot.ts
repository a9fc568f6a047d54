import type { PageTexts } from './page.ts'
import type { Product } from './product.ts'

/** The digest of an unidentified version of ours that a page shows after Redis lost its data. */
export const olderVersion = 'older'

/** The short part of a snapshot, sufficient to detect that nothing changed. */
export type SnapshotHead = {
  /**
   * Digest of the partner's version that was written last, or `olderVersion`; after an undo the page shows an older
   * product.
   */
  digest: string
  /** Digest of the template and labels of the rendered page. */
  template: string
  pageId: number
  /** The slug with which the page was created, unless it is the default one; an editor may have changed it since. */
  slug?: string
  state: 'mirrored' | 'retired'
  /** The ETag of the partner's response for a conditional request, or an `ownValidator`. */
  etag?: string
  /** The effect of the retirement on the page, so that only this is reverted when the record returns. */
  retiredTo?: RetireTo
  /**
   * Digest of the pages in other languages that the page links (`linksDigest`); undefined without links. Earlier
   * versions used the digest of the languages alone.
   */
  links?: string
  /** The page’s URL, as the CMS last returned it while the page was public. */
  link?: string
  /** The product's name and item number in listings; undefined in heads of earlier versions. */
  listed?: ListedAs
}

/** The name of a product in a listing; `number` is absent without an item number. */
export type ListedAs = { name: string; number?: string }

/** The name and the item number of this product in a listing. */
export function listedAs({ name, gtin, item_number: number }: Product): ListedAs {
  return { name: name || gtin, ...(number !== '' && { number }) }
}

/** `notice`: the page stays public, with a notice at the top of the mirrored block. */
export type RetireTo = 'draft' | 'trash' | 'private' | 'keep' | 'delete' | 'notice'

/** Whether a retirement left the page in its place and with its status, so that editors may still withdraw it. */
export function staysInPlace({ retiredTo }: Pick<SnapshotHead, 'retiredTo'>): boolean {
  return retiredTo === 'keep' || retiredTo === 'notice'
}

/** The version that the CMS acknowledged for a record; `base` holds the fields that it returned after our write. */
export type Snapshot = Omit<SnapshotHead, 'listed'> & {
  product: Product
  base: PageTexts
  runId: string
  writtenAt: string
  /** Content digests of our earlier blocks, newest first: they identify a stale save. */
  past?: string[]
  /** The mirrored block as shown on the page, if it contains an editor's changes. */
  shown?: string
  /** The page's newest revision after our write. A newer revision without a save is an editor's open draft. */
  revision?: number
  /** The run of which the undo `by` reverted only some fields; the others can still be undone. */
  undoneInPart?: { runId: string; by: string }
  undone?: Undone
}

/**
 * The partner's values that a page does not show since an undo of some fields. Each stays off the page until the partner
 * sends another one.
 */
export type Undone = {
  /** The undo and its time (ISO 8601). */
  runId: string
  at: string
  /** Digest of the partner's version with these values. If a snapshot has another digest, nothing is undone. */
  digest: string
  product?: Partial<Product>
  /** Fields of the page, as rendered for that version. */
  texts?: Partial<PageTexts>
}

/** The values that a page does not show since an undo of some fields; undefined if the partner's version has others. */
export function undoneIn(
  version: { digest: string; undone?: Undone | undefined } | undefined,
): Undone | undefined {
  return version?.undone?.digest === version?.digest ? version?.undone : undefined
}
