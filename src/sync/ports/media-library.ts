import type { RecheckState } from '../../core/media/recheck.ts'
import type { DocumentUse } from '../../core/media/kept-documents.ts'
import type { UnusedSince } from '../../core/media/unused-media.ts'
import type { Asset, Media } from '../../core/record/media.ts'
import type { AssetValidators } from './partner.ts'

export type KnownAsset = AssetValidators & { sha256: string; checkedAt: number }

export interface MediaLibrary {
  assets(urls: readonly string[]): Promise<(KnownAsset | undefined)[]>
  media(sha256s: readonly string[]): Promise<(Media | undefined)[]>
  /**
   * `granted` if this process may upload these bytes now, and no other does. `before`: the start of an earlier
   * process's try.
   */
  claim(sha256: string): Promise<{ granted: boolean; before?: number }>
  release(sha256: string): Promise<void>
  /** Keeps a granted claim alive during the work; a claim that the work leaves behind then counts from its end. */
  hold<T>(sha256: string, work: () => Promise<T>): Promise<T>
  /** Marks bytes that may have been uploaded twice, so that duplicates are removed at the run’s end. */
  markUncertain(sha256: string): Promise<void>
  uncertain(): Promise<{ sha256: string; at: number }[]>
  forgetUncertain(sha256s: readonly string[]): Promise<void>
  /** Marks an asset that the partner refused permanently; cleared once it is saved. */
  refuse(url: string): Promise<void>
  refused(urls: readonly string[]): Promise<boolean[]>
  /** Marks a known asset whose request failed; cleared once it is saved or its bytes are marked as changed. */
  markUnchecked(url: string): Promise<void>
  unchecked(): Promise<string[]>
  forgetUnchecked(urls: readonly string[]): Promise<void>
  /** Marks a URL whose bytes have changed: pages may still show the earlier ones. */
  markChanged(url: string, sha256: string): Promise<void>
  /** Marked URLs, each with the SHA-256 of its new bytes. */
  changed(): Promise<ReadonlyMap<string, string>>
  /** Removes marks that were not set again in the meantime. */
  forgetChanged(changed: ReadonlyMap<string, string>): Promise<void>
  /** Every file of the library, some hundred at a time. */
  scanMedia(): AsyncIterable<Media[]>
  /** Forgets files that are no longer in the library; their URLs are fetched as new ones. */
  forget(sha256s: readonly string[]): Promise<void>
  /** Stores the use of documents by pages; a document that was once kept stays kept. */
  markDocuments(uses: readonly DocumentUse[]): Promise<void>
  /** The use of each document that a page has shown. */
  documentUses(sha256s: readonly string[]): Promise<(string | undefined)[]>
  /** The URLs of files, found by a walk over all URLs. */
  urlsOf(sha256s: ReadonlySet<string>): Promise<{ url: string; sha256: string }[]>
  /** Replaces a stored file that has the same bytes. */
  renew(media: Media): Promise<void>
  /** Forgets the URLs of files; the files stay known. */
  forgetAssets(urls: readonly string[]): Promise<void>
  countAssets(): Promise<number>
  /** About `count` known assets after `cursor`; a small library is sorted by the age of the last check. */
  walkAssets(cursor: string, count: number): Promise<{ cursor: string; found: { url: string }[] }>
  recheckState(): Promise<RecheckState | undefined>
  saveRecheckState(state: RecheckState): Promise<void>
  save(asset: Pick<Asset, 'url'>, known: KnownAsset, media: Media): Promise<void>
}

/** The files that are no longer shown on any page, by SHA-256. */
export interface UnusedMediaList {
  /** The longest unused first. */
  all(): Promise<ReadonlyMap<string, UnusedSince>>
  count(): Promise<number>
  save(entries: readonly { sha256: string; value: UnusedSince }[]): Promise<void>
  remove(sha256s: readonly string[]): Promise<void>
}
