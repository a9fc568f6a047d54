import pLimit from 'p-limit'
import { filenameOf, mediaSlug, type Asset, type Media } from '../core/media.ts'
import { LimitedError, OutcomeUnknownError, UnreachableError, reasonOf } from '../lib/errors.ts'
import type { SyncDeps } from './deps.ts'
import type { FetchedAsset, KnownAsset } from './ports.ts'

export type MediaReport = {
  uploaded: number
  reused: number
  failed: string[]
  /** Assets to try again, because another process has them in hand, a limit holds or an answer was lost. */
  rest: Asset[]
  waitMs: number
  limited?: LimitedError
}

type Deps = Pick<SyncDeps, 'partner' | 'cms' | 'media' | 'policy' | 'log' | 'now'>
type Result =
  | { kind: 'uploaded' | 'reused' }
  | { kind: 'failed'; reason: string }
  | { kind: 'wait'; waitMs: number; limited?: LimitedError }

const inFlight = 3

/** Brings each asset into the media library, once for the same bytes however many addresses they have. */
export async function uploadMedia(
  deps: Deps,
  assets: readonly Asset[],
  signal: AbortSignal,
): Promise<MediaReport> {
  const report: MediaReport = { uploaded: 0, reused: 0, failed: [], rest: [], waitMs: 0 }
  const known = await deps.media.assets(assets.map(({ url }) => url))
  const limit = pLimit(inFlight)
  const ensureOne = async (asset: Asset, before: KnownAsset | undefined): Promise<void> => {
    const result = await ensureAsset(deps, asset, before, signal).catch(toWait(deps))
    if (result.kind === 'failed') report.failed.push(`${asset.url}: ${result.reason}`)
    else if (result.kind === 'wait') {
      report.rest.push(asset)
      report.waitMs = Math.max(report.waitMs, result.waitMs)
      if (result.limited) report.limited = result.limited
    } else report[result.kind]++
  }
  await Promise.all(assets.map((asset, index) => limit(ensureOne, asset, known[index])))
  return report
}

async function ensureAsset(
  deps: Deps,
  asset: Asset,
  before: KnownAsset | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const [stored] = before === undefined ? [] : await deps.media.media([before.sha256])
  const fetched = await deps.partner.fetchAsset(asset, stored && before ? before : {}, signal)
  if (fetched.state === 'refused' || fetched.state === 'unreachable') {
    return stored ? { kind: 'reused' } : { kind: 'failed', reason: fetched.reason }
  }
  if (fetched.state === 'unchanged') {
    if (stored && before) await deps.media.save(asset, { ...before, checkedAt: deps.now().getTime() }, stored)
    return stored
      ? { kind: 'reused' }
      : { kind: 'failed', reason: 'answered 304 to a request without conditions' }
  }
  const known = toKnown(fetched, deps.now().getTime())
  const [same] = await deps.media.media([fetched.sha256])
  if (same) {
    await deps.media.save(asset, known, same)
    return { kind: 'reused' }
  }
  return uploadOnce(deps, asset, fetched, known, signal)
}

/** Claims the bytes, looks whether they are in the library already, and uploads them only then. */
async function uploadOnce(
  deps: Deps,
  asset: Asset,
  fetched: Extract<FetchedAsset, { state: 'present' }>,
  known: KnownAsset,
  signal: AbortSignal,
): Promise<Result> {
  const claim = await deps.media.claim(fetched.sha256, deps.now().getTime())
  if (!claim.granted) return { kind: 'wait', waitMs: 250 }
  try {
    return await findOrUpload(deps, asset, fetched, known, signal)
  } catch (error) {
    // Only a lost answer keeps the claim: it is what makes others wait for a late landing.
    if (!(error instanceof OutcomeUnknownError)) await deps.media.release(fetched.sha256)
    throw error
  }
}

async function findOrUpload(
  deps: Deps,
  asset: Asset,
  fetched: Extract<FetchedAsset, { state: 'present' }>,
  known: KnownAsset,
  signal: AbortSignal,
): Promise<Result> {
  const slug = mediaSlug(fetched.sha256)
  const found = (await deps.cms.findMedia([slug], signal)).find((entry) => entry.slug === slug)
  if (found) {
    await deps.media.save(asset, known, found.media)
    return { kind: 'reused' }
  }
  const upload = {
    slug,
    filename: filenameOf(fetched),
    title: titleOf(asset),
    mime: fetched.mime,
    bytes: fetched.bytes,
  }
  const uploaded = await deps.cms.uploadMedia(upload, signal)
  if (!uploaded.ok) {
    await deps.media.release(fetched.sha256)
    return { kind: 'failed', reason: uploaded.reason }
  }
  const kept = uploaded.slug === slug ? uploaded.media : await keepOlder(deps, slug, uploaded.media, signal)
  await deps.media.save(asset, known, kept)
  return { kind: 'uploaded' }
}

/** Another slug than asked for means that the same bytes got there first: theirs stay, ours go. */
async function keepOlder(deps: Deps, slug: string, ours: Media, signal: AbortSignal): Promise<Media> {
  const older = (await deps.cms.findMedia([slug], signal)).find((entry) => entry.slug === slug)
  if (older === undefined) return ours
  await deps.cms.deleteMedia(ours.id, signal)
  deps.log.warn({ slug, kept: older.media.id, removed: ours.id }, 'media twin removed')
  return older.media
}

function toWait(deps: Deps): (error: unknown) => Result {
  return (error) => {
    if (error instanceof LimitedError) return { kind: 'wait', waitMs: error.waitMs, limited: error }
    if (error instanceof OutcomeUnknownError) return { kind: 'wait', waitMs: deps.policy.settleMs }
    if (error instanceof UnreachableError) return { kind: 'failed', reason: reasonOf(error) }
    throw error
  }
}

function toKnown(fetched: Extract<FetchedAsset, { state: 'present' }>, checkedAt: number): KnownAsset {
  const { sha256, etag, lastModified } = fetched
  return {
    sha256,
    checkedAt,
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  }
}

function titleOf(asset: Asset): string {
  const name = new URL(asset.url).pathname.split('/').at(-1) ?? ''
  return (
    name
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[_-]+/g, ' ')
      .trim() || 'asset'
  )
}
