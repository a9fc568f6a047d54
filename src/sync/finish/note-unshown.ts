import { explainUnshown } from '../../core/page/unshown.ts'
import type { Note } from '../../core/reasons/note.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'
import type { Cms } from '../ports/cms.ts'
import { addNotes } from '../runs/add-notes.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** One request; `verify` checks all pages. */
const sampleSize = 20

/** Checks whether visitors see the mirrored block on some pages that a run wrote, and notes the pages without it. */
export async function noteUnshown(deps: SyncDeps, runId: string, signal: AbortSignal): Promise<void> {
  const written = new Map<number, RecordKey>()
  for await (const outcomes of deps.runs.scanOutcomes(runId)) {
    for (const { result, pageId, gtin, language } of outcomes)
      if (pageId !== undefined && (result === 'created' || result === 'updated') && written.size < sampleSize)
        written.set(pageId, { gtin, language })
    if (written.size >= sampleSize) break
  }
  if (written.size === 0) return
  const found = await findUnshown(deps.cms, written, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    // The pages are written, even if this check failed.
    deps.log.warn({ runId, reason: reasonOf(error) }, 'it was not checked whether visitors see the pages')
    return undefined
  })
  if (found !== undefined) await addNotes(deps, runId, [found])
}

/**
 * The number of pages among a sample (by id) on which visitors do not see the mirrored block, with an example;
 * undefined if there are none.
 */
export async function findUnshown(
  cms: Pick<Cms, 'readRendered'>,
  sample: ReadonlyMap<number, RecordKey>,
  signal: AbortSignal,
): Promise<Extract<Note, { code: 'not-shown' }> | undefined> {
  const pages = await cms.readRendered([...sample.keys()], signal)
  const unshown = pages.flatMap((page) => {
    const key = sample.get(page.id)
    const why = key && explainUnshown(readPage(key, page))
    return key === undefined || why === undefined ? [] : [{ key, why }]
  })
  const [first] = unshown
  if (first === undefined) return undefined
  const example = { recordId: recordId(first.key), detail: first.why }
  return { code: 'not-shown', count: unshown.length, checked: sample.size, ...example }
}
