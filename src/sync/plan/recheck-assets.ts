import pLimit from 'p-limit'
import { fileKey } from '../../core/text/signed-url.ts'
import { LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import { checkLibrary, checkWholeLibrary } from './check-library.ts'

/** `kept`: files whose new version is unusable, with the reason; `rest`: URLs that a rate limit left for later. */
export type RecheckReport = {
  checked: number
  changed: number
  kept: string[]
  rest: string[]
  limited?: LimitedError
}

/**
 * Requests known assets from the partner, conditionally if it sent a validator, and marks those whose bytes changed.
 * Also marks those whose file is gone from the media library. If files moved with the site, all of them are checked.
 * The pages that show marked files are then planned, and the files uploaded, as for any other change.
 */
export async function recheckAssets(
  deps: SyncDeps,
  listed: readonly string[],
  signal: AbortSignal,
): Promise<RecheckReport> {
  const report: RecheckReport = { checked: 0, changed: 0, kept: [], rest: [] }
  // Earlier versions stored a URL for each signature of a file.
  await deps.media.forgetAssets(listed.filter((url) => fileKey(url) !== url))
  const urls = listed.filter((url) => fileKey(url) === url)
  const known = await deps.media.assets(urls)
  const files = await deps.media.media([...new Set(known.flatMap((asset) => asset?.sha256 ?? []))])
  const { siteMoved } = await checkLibrary(
    deps,
    files.filter((media) => media !== undefined),
    signal,
  )
  if (siteMoved) await checkWholeLibrary(deps, signal)
  const stored = await deps.media.media(known.map((asset) => asset?.sha256 ?? ''))
  const recheckOne = async (url: string, index: number): Promise<void> => {
    const [before, media] = [known[index], stored[index]]
    // Without its file, the asset is fetched as a new one when a page needs it.
    if (before === undefined || media === undefined) return deps.media.forgetUnchecked([url])
    const kind = media.mime.startsWith('image/') ? 'image' : 'pdf'
    const fetched = await deps.partner.fetchAsset({ url, kind }, before, signal)
    report.checked++
    if (fetched.state === 'refused') report.kept.push(`${url}: ${fetched.reason}`)
    if (fetched.state === 'refused' || fetched.state === 'unreachable') return deps.media.markUnchecked(url)
    if (fetched.state === 'present' && fetched.sha256 !== before.sha256) {
      await deps.media.markChanged(url, fetched.sha256)
      report.changed++
    } else await deps.media.confirm({ url }, { ...before, checkedAt: deps.now().getTime() }, media)
  }
  const limit = pLimit(deps.concurrency)
  const tryOne = async (url: string, index: number): Promise<void> => {
    if (report.limited) report.rest.push(url)
    else
      await recheckOne(url, index).catch((error: unknown) => {
        if (!(error instanceof LimitedError)) throw error
        report.limited = error
        report.rest.push(url)
      })
  }
  await Promise.all(urls.map((url, index) => limit(tryOne, url, index)))
  return report
}
