import type { RecheckState } from '../../core/media/recheck.ts'
import type { DocumentUse } from '../../core/media/kept-documents.ts'
import type { UnusedSince } from '../../core/media/unused-media.ts'
import type { Asset, Media } from '../../core/record/media.ts'
import type { AssetValidators } from './partner.ts'

export type KnownAsset = AssetValidators & { sha256: string; checkedAt: number }

export interface MediaLibrary {
  assets(urls: readonly string[]): Promise<(KnownAsset | undefined)[]>
  media(sha256s: readonly string[]): Promise<(Media | undefined)[]>
  /** True when this process may upload these bytes now; false while another one does. `before`: when an earlier process began. */
  claim(sha256: string): Promise<{ granted: boolean; before?: number }>
  release(sha256: string): Promise<void>
  /** Keeps a granted claim alive while the work lasts; a claim that the work leaves behind then counts from its end. */
  hold<T>(sha256: string, work: () => Promise<T>): Promise<T>
  /** Marks bytes that may have been uploaded twice, for the removal of duplicates at a run’s end. */
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
  /** Marks an address whose bytes are others now: pages may still show the earlier ones. */
  markChanged(url: string, sha256: string): Promise<void>
  /** Marked addresses, each with the SHA-256 of its new bytes. */
  changed(): Promise<ReadonlyMap<string, string>>
  /** Removes marks that were not set again meanwhile. */
  forgetChanged(changed: ReadonlyMap<string, string>): Promise<void>
  /** Every file that the library knows, some hundred at a time. */
  scanMedia(): AsyncIterable<Media[]>
  /** Forgets files that are in the library no more; their addresses are fetched as new ones. */
  forget(sha256s: readonly string[]): Promise<void>
  /** Stores as what pages show some documents; a document that was kept once stays kept. */
  markDocuments(uses: readonly DocumentUse[]): Promise<void>
  /** The use of each document, if pages have shown it. */
  documentUses(sha256s: readonly string[]): Promise<(string | undefined)[]>
  /** The addresses of files, found by a walk over all addresses. */
  urlsOf(sha256s: ReadonlySet<string>): Promise<{ url: string; sha256: string }[]>
  /** Replaces a stored file that has the same bytes. */
  renew(media: Media): Promise<void>
  /** Forgets addresses of files; the files stay known. */
  forgetAssets(urls: readonly string[]): Promise<void>
  countAssets(): Promise<number>
  /** About `count` known assets from `cursor` on, those of a small library by the age of their last check. */
  walkAssets(cursor: string, count: number): Promise<{ cursor: string; found: { url: string }[] }>
  recheckState(): Promise<RecheckState | undefined>
  saveRecheckState(state: RecheckState): Promise<void>
  save(asset: Pick<Asset, 'url'>, known: KnownAsset, media: Media): Promise<void>
}

/** The files that no page shows any more, by SHA-256. */
export interface UnusedMediaList {
  /** Those that are unused for longest first. */
  all(): Promise<ReadonlyMap<string, UnusedSince>>
  count(): Promise<number>
  save(entries: readonly { sha256: string; value: UnusedSince }[]): Promise<void>
  remove(sha256s: readonly string[]): Promise<void>
}
