import type { Asset } from '../../core/record/media.ts'
import type { Product } from '../../core/record/product.ts'
import type { RecordKey } from '../../core/record/record.ts'

/**
 * The partner's response about one record. Only `present` is a product, only `absent` means that it is gone. Each of the
 * `oddities` is a phrase such as `availability "x" is unknown and shown as is`.
 */
export type Fetched =
  | {
      state: 'present'
      product: Product
      etag?: string
      unknownFields: string[]
      oddities: string[]
      /** Why the price was left out, although the partner sent one. */
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
      /** The oddity of a file that every viewer opens: `it has 60 bytes after its end`. */
      remark?: string
    } & AssetValidators)
  | { state: 'unchanged' }
  | { state: 'refused'; reason: string }
  | { state: 'unreachable'; reason: string }

/** The files whose links carry a signature; a signed link itself is never stored. */
export interface SignedFiles {
  /** Stores which record had signed links to some files most recently. */
  save(urls: readonly string[], recordId: string): Promise<void>
  /** The id of that record; undefined: no signed link to the file is known. */
  recordOf(url: string): Promise<string | undefined>
  /** The partner has stopped signing the links to a file. */
  forget(url: string): Promise<void>
}

/** All methods throw LimitedError when asked to wait long, UnusableError when the token is refused. */
export interface Partner {
  /** The language codes that the partner serves. */
  fetchLanguages(signal: AbortSignal): Promise<string[]>
  fetchProduct(key: RecordKey, etag: string | undefined, signal: AbortSignal): Promise<Fetched>
  fetchAsset(asset: Asset, known: AssetValidators, signal: AbortSignal): Promise<FetchedAsset>
}
