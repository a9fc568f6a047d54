import { filenameOf, mediaSlug, type Asset, type Media } from '../core/media.ts'
import { OutcomeUnknownError, UnreachableError, reasonOf } from '../lib/errors.ts'
import type { FetchedAsset } from './ports/partner.ts'
import type { KnownAsset } from './ports/media-library.ts'
import type { MediaDeps, MediaOutcome } from './media-outcome.ts'

/** Bytes that the mirror does not know yet. */
export type NewAsset = {
  asset: Asset
  fetched: Extract<FetchedAsset, { state: 'present' }>
  known: KnownAsset
}

type Standing = readonly { slug: string; media: Media }[]

const claimedElsewhereMs = 250

/** Uploads new bytes, unless they stand in the library already or another process has them in hand. */
export async function uploadOnce(
  deps: MediaDeps,
  entry: NewAsset,
  standing: Standing,
  options: { readOnly: boolean },
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const { asset, fetched, known } = entry
  const slug = mediaSlug(fetched.sha256)
  const [same] = await deps.media.media([fetched.sha256])
  const found = same ?? standing.find((one) => one.slug === slug)?.media
  if (found) {
    await deps.media.save(asset, known, found)
    return { kind: 'reused' }
  }
  if (options.readOnly)
    return { kind: 'failed', reason: 'is not in the media library; the next sync uploads it' }
  signal.throwIfAborted()
  const claim = await deps.media.claim(fetched.sha256, deps.now().getTime())
  if (!claim.granted) return { kind: 'wait', waitMs: claimedElsewhereMs }
  try {
    return await upload(deps, entry, claim.before !== undefined, signal)
  } catch (error) {
    // Only a lost answer keeps the claim: it is what makes others wait for a late landing.
    if (error instanceof OutcomeUnknownError) return { kind: 'wait', waitMs: deps.policy.settleMs }
    await deps.media.release(fetched.sha256)
    if (error instanceof UnreachableError) return { kind: 'failed', reason: reasonOf(error) }
    throw error
  }
}

/** After an old claim the bytes may have landed since the look-up, so they are looked up once more. */
async function upload(
  deps: MediaDeps,
  { asset, fetched, known }: NewAsset,
  triedBefore: boolean,
  signal: AbortSignal,
): Promise<MediaOutcome> {
  const slug = mediaSlug(fetched.sha256)
  const landed = triedBefore ? await findBySlug(deps, slug, signal) : undefined
  if (landed) {
    await deps.media.save(asset, known, landed)
    return { kind: 'reused' }
  }
  const { mime, bytes } = fetched
  const file = { slug, filename: filenameOf(fetched), title: titleOf(asset), mime, bytes }
  // An upload in hand is finished even when the process is told to stop: an answer is worth waiting for.
  const uploaded = await deps.cms.uploadMedia(file, new AbortController().signal)
  if (!uploaded.ok) {
    await deps.media.release(fetched.sha256)
    return { kind: 'failed', reason: uploaded.reason }
  }
  const kept = uploaded.slug === slug ? uploaded.media : await keepOlder(deps, slug, uploaded.media, signal)
  await deps.media.save(asset, known, kept)
  return { kind: 'uploaded' }
}

/** Another slug than asked for means that the same bytes got there first: theirs stay, ours go. */
async function keepOlder(deps: MediaDeps, slug: string, ours: Media, signal: AbortSignal): Promise<Media> {
  const older = await findBySlug(deps, slug, signal)
  if (older === undefined) return ours
  await deps.cms.deleteMedia(ours.id, signal)
  deps.log.warn({ slug, kept: older.id, removed: ours.id }, 'media twin removed')
  return older
}

async function findBySlug(deps: MediaDeps, slug: string, signal: AbortSignal): Promise<Media | undefined> {
  return (await deps.cms.findMedia([slug], signal)).find((entry) => entry.slug === slug)?.media
}

function titleOf(asset: Asset): string {
  const name = new URL(asset.url).pathname.split('/').at(-1) ?? ''
  const words = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words === '' ? 'asset' : words
}
