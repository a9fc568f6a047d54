import { mediaNames } from '../../core/media/media-names.ts'
import { mediaSlug, type Asset } from '../../core/record/media.ts'
import { UnreachableError, reasonOf, type LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import type { FoundMedia, Uploaded } from '../ports/cms.ts'
import type { FetchedAsset } from '../ports/partner.ts'
import type { KnownAsset } from '../ports/stored.ts'
import { answersReads } from '../batches/answers-reads.ts'
import { sendBatches } from '../batches/send-batches.ts'

/**
 * `runId`: the run that counts failed uploads. `readOnly`: only media already in the library are used. `sizesLater`: the
 * end of the run creates the smaller sizes of photos.
 */
export type MediaOptions = { runId: string; readOnly: boolean; sizesLater?: boolean }

/** The result for one asset. */
export type MediaOutcome =
  | { kind: 'uploaded' | 'reused' }
  /** `kept`: the partner’s file is unusable, and the library has an earlier version. */
  | { kind: 'failed' | 'unfetched' | 'kept'; reason: string }
  | { kind: 'wait'; waitMs: number; limited?: LimitedError }

/** Bytes that are not in the mirror yet. */
export type NewAsset = {
  asset: Asset
  fetched: Extract<FetchedAsset, { state: 'present' }>
  known: KnownAsset
}

/** A file of the media library, with or without its smaller sizes. */
type InLibrary = Pick<FoundMedia, 'media' | 'lacksSizes'>

const claimedElsewhereMs = 250
const cmsAwayMs = 1_000

/** Uploads new bytes, unless the library already has them or another process is uploading them. */
export async function uploadOnce(
  deps: SyncDeps,
  entry: NewAsset,
  { current, runId, readOnly, sizesLater = false }: MediaOptions & { current: readonly FoundMedia[] },
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const { fetched } = entry
  const slug = mediaSlug(fetched.sha256)
  const [same] = await deps.media.media([fetched.sha256])
  if (same) return reuse(deps, entry, { media: same })
  const found = current.find((one) => one.slug === slug)
  if (found) return reuseFound(deps, entry, found)
  if (readOnly) return { kind: 'failed', reason: 'is not in the media library; the next sync uploads it' }
  signal.throwIfAborted()
  const claim = await deps.media.claim(fetched.sha256)
  if (!claim.granted) return { kind: 'wait', waitMs: claimedElsewhereMs }
  try {
    // Since the lookup, another process may have stored them and released its claim.
    const [meanwhile] = await deps.media.media([fetched.sha256])
    if (meanwhile) return await reuse(deps, entry, { media: meanwhile })
    return await deps.media.hold(fetched.sha256, () =>
      upload(deps, entry, { runId, sizesLater, triedBefore: claim.before !== undefined }, signal),
    )
  } catch (error) {
    await deps.media.release(fetched.sha256)
    if (!(error instanceof UnreachableError)) throw error
    // Its job looks the file up first, and fails as a whole while the CMS is away.
    if (!(await answersReads(deps, signal))) return { kind: 'wait', waitMs: cmsAwayMs }
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

/** After an old claim the bytes may have landed since the lookup, so they are looked up again. */
async function upload(
  deps: SyncDeps,
  entry: NewAsset,
  { runId, sizesLater, triedBefore }: { runId: string; sizesLater: boolean; triedBefore: boolean },
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const { sha256 } = entry.fetched
  if (triedBefore) await deps.media.markUncertain(sha256)
  const landed = triedBefore ? await findBySlug(deps, mediaSlug(sha256), signal) : undefined
  if (landed) {
    const outcome = await reuseFound(deps, entry, landed)
    if (outcome.kind === 'failed') await deps.media.release(sha256)
    return outcome
  }
  let outcome: MediaOutcome | undefined
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: [entry],
      idOf: () => `media:${sha256}`,
      send: () => sendFile(deps, entry, sizesLater),
      async acknowledge(_, uploaded) {
        outcome = await toOutcome(deps, entry, uploaded, signal)
      },
      async giveUp([failed]) {
        await deps.media.release(sha256)
        outcome = { kind: 'failed', reason: `could not be stored: ${failed?.reason}` }
      },
    },
    signal,
  )
  // A lost reply keeps the claim, so that other processes wait for a late landing.
  return outcome ?? { kind: 'wait', waitMs }
}

/** An upload in flight is finished even on shutdown, so that its response is not lost. */
function sendFile(deps: SyncDeps, { asset, fetched }: NewAsset, sizesLater: boolean): Promise<Uploaded> {
  const { mime, bytes } = fetched
  const file = {
    slug: mediaSlug(fetched.sha256),
    ...mediaNames(asset, fetched, (language) => deps.renderer.labels(language)),
    mime,
    bytes,
    sizesLater,
  }
  return deps.cms.uploadMedia(file, new AbortController().signal)
}

async function toOutcome(
  deps: SyncDeps,
  { asset, fetched, known }: NewAsset,
  uploaded: Uploaded,
  signal: AbortSignal,
): Promise<MediaOutcome> {
  if (!uploaded.ok) {
    await deps.media.release(fetched.sha256)
    return { kind: 'failed', reason: uploaded.reason }
  }
  if (uploaded.note !== undefined) deps.log.warn({ asset: asset.url }, uploaded.note)
  const slug = mediaSlug(fetched.sha256)
  const { length } = fetched.bytes
  const kept =
    uploaded.slug === slug ? uploaded : await keepOlder(deps, { slug, ours: uploaded, length }, signal)
  await deps.media.save(asset, known, kept.media, kept.lacksSizes)
  return { kind: 'uploaded' }
}

/**
 * A slug other than the requested one means that the same bytes were uploaded earlier: those stay, ours are deleted.
 */
async function keepOlder(
  deps: SyncDeps,
  { slug, ours, length }: { slug: string; ours: InLibrary; length: number },
  signal: AbortSignal,
): Promise<InLibrary> {
  const found = await findBySlug(deps, slug, signal)
  if (found === undefined || isOtherSize(found, length)) return ours
  const older = found.media
  const { id, mime } = ours.media
  // Before the removal, so that `finish` removes the duplicate after a crash in between.
  await deps.media.markUncertain(older.sha256)
  // Whether a document must stay is known only after its pages are written, so the run's end decides.
  if (!mime.startsWith('image/')) return found
  const { refused } = await deps.cms.deleteMedia(id, signal)
  if (refused === undefined) deps.log.warn({ slug, kept: older.id, removed: id }, 'media duplicate removed')
  else deps.log.warn({ slug, kept: older.id, duplicate: id, refused }, 'media duplicate not removed')
  return found
}

async function findBySlug(
  deps: SyncDeps,
  slug: string,
  signal: AbortSignal,
): Promise<FoundMedia | undefined> {
  return (await deps.cms.findMedia([slug], signal)).find((entry) => entry.slug === slug)
}

/**
 * A file at the slug is used if its size matches. An image is used at any size: an image optimizer changes the bytes, and
 * the CMS refuses a truncated upload. An operator must decide about any other file.
 */
async function reuseFound(deps: SyncDeps, entry: NewAsset, found: FoundMedia): Promise<MediaOutcome> {
  const { length } = entry.fetched.bytes
  const areImages = found.media.mime.startsWith('image/') && entry.fetched.mime.startsWith('image/')
  if (areImages || !isOtherSize(found, length)) return reuse(deps, entry, found)
  const reason = `media ${found.media.id} (${found.media.url}) has the name of this file but ${found.size} bytes instead of ${length}: an interrupted upload or a different file. It is not used. Check it and delete it from the media library; the next run then uploads the file`
  return { kind: 'failed', reason }
}

async function reuse(
  deps: SyncDeps,
  { asset, known }: NewAsset,
  { media, lacksSizes }: InLibrary,
): Promise<MediaOutcome> {
  await deps.media.save(asset, known, media, lacksSizes)
  return { kind: 'reused' }
}

function isOtherSize({ size }: FoundMedia, length: number): boolean {
  return size !== undefined && size !== length
}
