import pLimit from 'p-limit'
import { mediaSlug, type Asset } from '../../core/record/media.ts'
import { LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import type { FetchedAsset } from '../ports/partner.ts'
import type { KnownAsset } from '../ports/stored.ts'
import { checkLibrary } from '../plan/check-library.ts'
import { noteUploadFault } from './note-upload-fault.ts'
import { uploadOnce, type MediaOptions, type MediaOutcome, type NewAsset } from './upload-once.ts'
import { compact } from '../../lib/compact.ts'

export type MediaReport = {
  uploaded: number
  reused: number
  failed: string[]
  /** Assets whose host did not respond to repeated requests: the next run tries again. */
  unfetched: string[]
  /** Assets among `reused` whose new version is unusable, each with the reason. */
  kept: string[]
  /** Assets that are used in spite of an oddity, each with its description. */
  odd: string[]
  /** Assets to try again: another process is uploading them, a rate limit applies, or a reply was lost. */
  rest: Asset[]
  waitMs: number
  limited?: LimitedError
}

const inFlight = 3

/**
 * Ensures that each asset is in the media library, once for the same bytes at any number of URLs. It downloads new
 * assets, looks up all of them by hash in one request, and uploads the rest.
 */
export async function uploadMedia(
  deps: SyncDeps,
  assets: readonly Asset[],
  signal: AbortSignal,
  options: MediaOptions,
): Promise<MediaReport> {
  const report: MediaReport = {
    uploaded: 0,
    reused: 0,
    failed: [],
    unfetched: [],
    kept: [],
    odd: [],
    rest: [],
    waitMs: 0,
  }
  const limit = pLimit(inFlight)
  const known = await deps.media.assets(assets.map(({ url }) => url))
  const stored = await deps.media.media([...new Set(known.flatMap((asset) => asset?.sha256 ?? []))])
  await checkLibrary(
    deps,
    stored.filter((media) => media !== undefined),
    signal,
  )
  const fresh: NewAsset[] = []
  const checkOne = async (asset: Asset, before: KnownAsset | undefined): Promise<void> => {
    const checked = await checkAsset(deps, asset, before, signal).catch(toWait)
    if ('fetched' in checked) {
      const { remark } = checked.fetched
      if (remark !== undefined) report.odd.push(`${nameOf(asset)}: ${remark}`)
      fresh.push(checked)
    } else note(report, asset, checked)
  }
  await Promise.all(assets.map((asset, index) => limit(checkOne, asset, known[index])))
  if (fresh.length === 0) return report

  const slugs = [...new Set(fresh.map(({ fetched }) => mediaSlug(fetched.sha256)))]
  const current = await deps.cms.findMedia(slugs, signal)
  const uploadOne = async (entry: NewAsset): Promise<void> =>
    note(report, entry.asset, await uploadOnce(deps, entry, { ...options, current }, signal).catch(toWait))
  await Promise.all(fresh.map((entry) => limit(uploadOne, entry)))
  await noteUploadFault(deps, options.runId, deps.cms.uploadFault())
  return report
}

function note(report: MediaReport, asset: Asset, outcome: MediaOutcome): void {
  if ('reason' in outcome) {
    report[outcome.kind].push(`${nameOf(asset)}: ${outcome.reason}`)
    if (outcome.kind === 'kept') report.reused++
  } else if (outcome.kind === 'wait') {
    report.rest.push(asset)
    report.waitMs = Math.max(report.waitMs, outcome.waitMs)
    if (outcome.limited) report.limited = outcome.limited
  } else report[outcome.kind]++
}

function nameOf({ url, of }: Asset): string {
  return of === undefined ? url : `${url} (${of})`
}

/** Requests an asset from the partner, conditionally if it is known; returns new bytes for the upload. */
async function checkAsset(
  deps: SyncDeps,
  asset: Asset,
  before: KnownAsset | undefined,
  signal: AbortSignal,
): Promise<NewAsset | MediaOutcome> {
  const [stored] = before === undefined ? [] : await deps.media.media([before.sha256])
  const fetched = await deps.partner.fetchAsset(asset, stored && before ? before : {}, signal)
  if (fetched.state === 'refused' || fetched.state === 'unreachable') {
    // Pages keep their file, but the bytes may have changed since the record did.
    if (stored) await deps.media.markUnchecked(asset.url)
    if (stored && fetched.state === 'unreachable') return { kind: 'reused' }
    if (stored) return { kind: 'kept', reason: fetched.reason }
    if (fetched.state === 'refused') await deps.media.refuse(asset.url)
    return { kind: fetched.state === 'refused' ? 'failed' : 'unfetched', reason: fetched.reason }
  }
  if (fetched.state === 'unchanged') {
    if (stored && before)
      await deps.media.confirm(asset, { ...before, checkedAt: deps.now().getTime() }, stored)
    return stored
      ? { kind: 'reused' }
      : {
          kind: 'failed',
          reason:
            'its server returned “not modified” (HTTP 304), but the mirror has no copy. Ask the partner to check its caching; the next run retries',
        }
  }
  const known = toKnown(fetched, deps.now().getTime())
  // Other pages may show the earlier bytes, and their records have not changed.
  if (before && before.sha256 !== fetched.sha256) await deps.media.markChanged(asset.url, fetched.sha256)
  const [same] = await deps.media.media([fetched.sha256])
  if (same === undefined) return { asset, fetched, known }
  await deps.media.save(asset, known, same)
  return { kind: 'reused' }
}

function toWait(error: unknown): MediaOutcome {
  if (error instanceof LimitedError) return { kind: 'wait', waitMs: error.waitMs, limited: error }
  throw error
}

function toKnown(fetched: Extract<FetchedAsset, { state: 'present' }>, checkedAt: number): KnownAsset {
  const { sha256, etag, lastModified } = fetched
  return compact({ sha256, checkedAt, etag, lastModified })
}
