import type { Asset } from '../../core/record/media.ts'
import type { Product } from '../../core/record/product.ts'
import type { RecordKey } from '../../core/record/record.ts'

/**
 * The partner's response about one record. Only `present` is a product; only `absent` means that it is gone. Each of
 * the `oddities` is a phrase such as `availability "x" is unknown and shown as is`.
 */
export type Fetched =
  | {
      state: 'present'
      product: Product
      etag?: string
      unknownFields: string[]
      oddities: string[]
      /** Why the price was omitted, although the partner sent one. */
      unreadablePrice?: string
    }
  | { state: 'unchanged' }
  | { state: 'absent' }
  | { state: 'invalid'; reason: string }
  | { state: 'unreachable'; reason: string }

export type AssetValidators = { etag?: string; lastModified?: string }

export type FetchedAsset =
  | ({
      state: 'present'
      bytes: Uint8Array
      mime: string
      extension: string
      sha256: string
      /** An oddity of a file that still opens in every viewer: `it has 60 bytes after its end`. */
      remark?: string
    } & AssetValidators)
  | { state: 'unchanged' }
  | { state: 'refused'; reason: string }
  | { state: 'unreachable'; reason: string }

/** Files with signed links; the signed link itself is never stored. */
export interface SignedFiles {
  /** Stores the record that most recently had signed links to some files. */
  save(urls: readonly string[], recordId: string): Promise<void>
  /** The id of that record; undefined if no signed link to the file is known. */
  recordOf(url: string): Promise<string | undefined>
  /** For a file whose links the partner no longer signs. */
  forget(url: string): Promise<void>
}

/** All methods throw LimitedError if the partner demands a long wait, and UnusableError if it refuses the token. */
export interface Partner {
  /** The language codes that the partner serves. */
  fetchLanguages(signal: AbortSignal): Promise<string[]>
  fetchProduct(key: RecordKey, etag: string | undefined, signal: AbortSignal): Promise<Fetched>
  fetchAsset(asset: Asset, known: AssetValidators, signal: AbortSignal): Promise<FetchedAsset>
}
