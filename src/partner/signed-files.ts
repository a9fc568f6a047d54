import { expiryOf } from '../core/text/signed-url.ts'
import { assetsOf } from '../core/record/assets.ts'
import type { Asset } from '../core/record/media.ts'
import { recordId, type RecordKey, toRecordKey } from '../core/record/record.ts'
import type { AssetValidators, Fetched, FetchedAsset, SignedFiles } from '../sync/ports/partner.ts'
import type { FetchedFile } from './asset.ts'
import type { FetchedRecord } from './product.ts'

type Deps = {
  signed: SignedFiles
  fetchRecord: (key: RecordKey, etag: string | undefined, signal: AbortSignal) => Promise<FetchedRecord>
  fetchFile: (asset: Asset, known: AssetValidators, signal: AbortSignal) => Promise<FetchedFile>
  now: () => number
}

/** Links that are kept in memory; older ones are requested again with their record. */
const mostLinks = 10_000
const remedy = 'Ask the partner to repair the link'

/**
 * Records and files of a partner whose links may have a signature. Records contain the links without it, and
 * a file is fetched with the newest link. Signed links are kept only in the memory of this process.
 */
export function createSignedFiles({ signed, fetchRecord, fetchFile, now }: Deps) {
  const newest = new Map<string, string>()

  async function readRecord(key: RecordKey, etag: string | undefined, signal: AbortSignal) {
    const record = await fetchRecord(key, etag, signal)
    if (record.state !== 'present' || record.links.size === 0) return record
    for (const [url, link] of record.links) {
      newest.delete(url)
      newest.set(url, link)
    }
    for (const url of newest.keys()) {
      if (newest.size <= mostLinks) break
      newest.delete(url)
    }
    await signed.save([...record.links.keys()], recordId(key))
    return record
  }

  /** Requests a record for a new link of a file, and fetches the file once. */
  async function fetchByNewLink(
    asset: Asset,
    { known, records }: { known: AssetValidators; records: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<FetchedAsset> {
    let failure: FetchedAsset = { state: 'refused', reason: `its link has expired. ${remedy}` }
    for (const id of records) {
      const record = await readRecord(toRecordKey(id), undefined, signal)
      const link = newLink(record, asset.url)
      if (link === undefined) failure = withoutLink(id, record)
      else {
        if (link === asset.url) await signed.forget(asset.url)
        const file = await fetchFile({ ...asset, url: link }, known, signal)
        if (file.state !== 'denied') return file
        return { state: 'refused', reason: `even the new link of its record ${id} fails: ${file.reason}` }
      }
    }
    return failure
  }

  return {
    async fetchProduct(key: RecordKey, etag: string | undefined, signal: AbortSignal): Promise<Fetched> {
      const record = await readRecord(key, etag, signal)
      if (record.state !== 'present') return record
      const { links: _, ...fetched } = record
      return fetched
    },

    async fetchAsset(asset: Asset, known: AssetValidators, signal: AbortSignal): Promise<FetchedAsset> {
      const signedFor = await signed.recordOf(asset.url)
      const link = newest.get(asset.url)
      if (signedFor === undefined && link === undefined) {
        const file = await fetchFile(asset, known, signal)
        return file.state === 'denied' ? { ...file, state: 'refused' } : file
      }
      if (link !== undefined && (expiryOf(link) ?? Infinity) > now()) {
        const file = await fetchFile({ ...asset, url: link }, known, signal)
        if (file.state !== 'denied') return file
      }
      const records = new Set([asset.of, signedFor].filter((id) => id !== undefined))
      return fetchByNewLink(asset, { known, records }, signal)
    },
  }
}

/** The link of a file in a record that was just read; without a signature if the partner stopped signing. */
function newLink(record: FetchedRecord, url: string): string | undefined {
  if (record.state !== 'present') return undefined
  const isLinked = assetsOf(record.product, { banner: true }).some((asset) => asset.url === url)
  return record.links.get(url) ?? (isLinked ? url : undefined)
}

function withoutLink(id: string, record: FetchedRecord): FetchedAsset {
  const expired = 'its link has expired, and'
  if (record.state === 'unreachable')
    return {
      state: 'unreachable',
      reason: `${expired} its record ${id} could not be read again: ${record.reason}`,
    }
  if (record.state === 'invalid')
    return { state: 'refused', reason: `${expired} its record ${id} is unusable: ${record.reason}` }
  return { state: 'refused', reason: `${expired} its record ${id} no longer links to it. ${remedy}` }
}
