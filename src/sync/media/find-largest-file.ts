import type { Asset } from '../../core/record/media.ts'
import type { SyncDeps } from '../deps.ts'

/** The maximum number of missing files to request. */
const mostMissing = 5
const limitMs = 15_000

type File = { url: string; bytes: number }

/**
 * The largest file on pages, or among some missing files, which the CMS may have refused for their size. Before the
 * first sync, the largest file of the catalogue's first product; undefined if none is known.
 */
export async function findLargestFile(deps: SyncDeps, signal: AbortSignal): Promise<File | undefined> {
  let largest: File | undefined
  const take = (file: File): void => {
    if (largest === undefined || file.bytes > largest.bytes) largest = file
  }
  for await (const files of deps.media.scanMedia()) files.forEach(take)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  try {
    const missing = await findMissing(deps)
    const assets = missing.length > 0 || largest !== undefined ? missing : await sampleAssets(deps, ending)
    for (const asset of assets) {
      const fetched = await deps.partner.fetchAsset(asset, {}, ending)
      if (fetched.state === 'present') take({ url: asset.url, bytes: fetched.bytes.length })
    }
  } catch {
    // The partner did not respond in time.
    signal.throwIfAborted()
  }
  return largest
}

async function findMissing({ missingAssets }: SyncDeps): Promise<Asset[]> {
  const found = new Map<string, Asset>()
  for await (const entries of missingAssets.scan())
    for (const { value } of entries)
      for (const asset of value.assets) if (found.size < mostMissing) found.set(asset.url, asset)
  return [...found.values()]
}

async function sampleAssets(deps: SyncDeps, signal: AbortSignal): Promise<Asset[]> {
  const { gtins } = await deps.readCatalog(signal)
  const [language] = deps.languages === 'all' ? await deps.partner.fetchLanguages(signal) : deps.languages
  const [gtin] = gtins
  if (gtin === undefined || language === undefined) return []
  const fetched = await deps.partner.fetchProduct({ gtin, language }, undefined, signal)
  return fetched.state === 'present' ? deps.renderer.assetsOf(fetched.product) : []
}
