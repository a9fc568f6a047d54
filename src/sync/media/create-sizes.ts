import { afterFailure, type WantedSizes } from '../../core/media/wanted-sizes.ts'
import type { Note } from '../../core/reasons/note.ts'
import type { Media } from '../../core/record/media.ts'
import { compact } from '../../lib/compact.ts'
import {
  LimitedError,
  MirrorError,
  OutageError,
  UnreachableError,
  WritesPausedError,
  reasonOf,
} from '../../lib/errors.ts'
import { answersReads } from '../batches/answers-reads.ts'
import type { SyncDeps } from '../deps.ts'
import type { SizesCreated } from '../ports/cms.ts'
import { checkLibrary } from '../plan/check-library.ts'
import { addNotes } from '../runs/add-notes.ts'

/** A run waits for a rate limit of this length; after a longer one, the next run continues. */
const longestWaitMs = 60_000

type Options = {
  runId: string
  /** Whether other work waits for the end of this run. */
  mustEnd: () => Promise<boolean>
}

/**
 * Creates the smaller sizes of files that were uploaded without them, one file after the other. A run that is cancelled,
 * paused or must end leaves the rest to the next one. Pages stay as they are: the CMS offers the sizes to browsers when
 * it shows a page. Listings are marked, because their cards show a smaller size. A failure is reported, but fails
 * neither a record nor the run. Returns whether each file was tried. Throws LimitedError during a short rate limit.
 */
export async function createWantedSizes(
  deps: SyncDeps,
  { runId, mustEnd }: Options,
  signal: AbortSignal,
): Promise<boolean> {
  // Before the library changes, so that a crash in between loses no mark.
  await deps.listings.mark(await deps.snapshots.languages())
  const failed = new Map<string, Failed>()
  let created = 0
  const stopped = await eachWanted(deps, signal, async ({ wanted, media }) => {
    if (failed.has(media.sha256)) return undefined
    if ((await deps.runs.state(runId)) !== 'writing') return 'the run was cancelled'
    if (await mustEnd()) return 'another run waits'
    const result = await createOne(deps, media, signal)
    if (result.state === 'stopped') return result.reason
    if (result.state === 'created') created++
    if (result.state === 'gone') await deps.wantedSizes.remove([media.sha256])
    if (result.state === 'failed')
      failed.set(media.sha256, await saveFailure(deps, media, wanted, result.reason))
    return undefined
  })
  const waiting = await deps.wantedSizes.count()
  deps.log.info({ runId, created, failed: failed.size, waiting }, 'smaller sizes created')
  await dropOlderNote(deps, runId)
  await addNotes(deps, runId, notesOf([...failed.values()], { created, waiting, stopped }))
  return stopped === undefined
}

/** A job that waited, for example during a pause, has left a note with its earlier number. */
async function dropOlderNote({ runs }: SyncDeps, runId: string): Promise<void> {
  const notes = (await runs.read(runId))?.notes ?? []
  const others = notes.filter(({ code }) => code !== 'sizes-waiting')
  if (others.length < notes.length) await runs.update(runId, { notes: others })
}

type Entry = { wanted: WantedSizes; media: Media }
type Failed = { example: string; isFinal: boolean }

/** Passes each file to `work` until that returns the reason to stop. Files that the library has lost are forgotten. */
async function eachWanted(
  deps: SyncDeps,
  signal: AbortSignal,
  work: (entry: Entry) => Promise<string | undefined>,
): Promise<string | undefined> {
  for await (const entries of deps.wantedSizes.scan()) {
    const known = await deps.media.media(entries.map(({ sha256 }) => sha256))
    for (const [index, { sha256, wanted }] of entries.entries()) {
      signal.throwIfAborted()
      const media = known[index]
      const stopped = media === undefined ? undefined : await work({ wanted, media })
      if (media === undefined) await deps.wantedSizes.remove([sha256])
      if (stopped !== undefined) return stopped
    }
  }
  return undefined
}

/** A request in flight is aborted on shutdown, because the next one continues it. */
async function createOne(
  deps: SyncDeps,
  media: Media,
  signal: AbortSignal,
): Promise<SizesCreated | { state: 'stopped'; reason: string }> {
  try {
    const result = await deps.writesInFlight.inTurn(() => deps.cms.createSizes(media.id, signal))
    if (result.state === 'created') await saveCreated(deps, media, result.media, signal)
    return result
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError) || isShortLimit(error)) throw error
    const reason = reasonOf(error)
    const isOfFile = error instanceof UnreachableError && (await respondsNow(deps, signal))
    return { state: isOfFile ? 'failed' : 'stopped', reason }
  }
}

/** A plug-in may have converted the file. Its pages are then marked, like those of any moved file. */
async function saveCreated(
  deps: SyncDeps,
  media: Media,
  { url, medium }: Omit<Media, 'sha256'>,
  signal: AbortSignal,
): Promise<void> {
  if (url === media.url) return deps.wantedSizes.complete(compact({ ...media, medium }))
  await checkLibrary(deps, [media], signal)
  return deps.wantedSizes.remove([media.sha256])
}

function isShortLimit(error: MirrorError): boolean {
  if (error instanceof WritesPausedError || error instanceof OutageError) return false
  return error instanceof LimitedError && error.waitMs <= longestWaitMs
}

async function respondsNow(deps: SyncDeps, signal: AbortSignal): Promise<boolean> {
  try {
    return await answersReads(deps, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError)) throw error
    return false
  }
}

async function saveFailure(
  { wantedSizes, log }: SyncDeps,
  { id, url, sha256 }: Media,
  wanted: WantedSizes,
  reason: string,
): Promise<Failed> {
  const next = afterFailure(wanted, reason)
  if (next === undefined) await wantedSizes.remove([sha256])
  else await wantedSizes.save(sha256, next)
  log.warn({ media: id, url, reason, final: next === undefined }, 'smaller sizes not created')
  return { example: `media ${id} (${url}): ${reason}`, isFinal: next === undefined }
}

function notesOf(
  failed: readonly Failed[],
  { created, waiting, stopped }: { created: number; waiting: number; stopped: string | undefined },
): Note[] {
  const final = failed.filter(({ isFinal }) => isFinal)
  const [given] = final
  const detail = stopped ?? failed.find(({ isFinal }) => !isFinal)?.example
  const notes: (Note | false)[] = [
    given !== undefined && { code: 'sizes-failed', count: final.length, example: given.example },
    waiting > 0 && {
      code: 'sizes-waiting',
      count: waiting,
      created,
      ...(detail !== undefined && { detail }),
    },
  ]
  return notes.filter((note) => note !== false)
}
