import type { Page, PageWrite, PageWritten } from '../../core/record/page.ts'
import { namesOfUnstored, unstored, type Unstored } from '../../core/page/unstored.ts'
import type { Cms } from '../ports/cms.ts'

/** The error code for a write that was accepted but not stored. */
export const notStored = 'not_stored'

type Accepted = { write: PageWrite; read: Page | undefined }

/**
 * The page after an accepted write, and the parts of the write that it does not show. An old page in the response is
 * not proof, because a cache may have returned it, so the page is requested once more.
 */
export async function readStored(
  cms: Pick<Cms, 'readPages'>,
  { write, read }: Accepted,
  answered: Page,
  signal: AbortSignal,
): Promise<{ page: Page; missing: Unstored[] }> {
  const missing = unstored(write, read, answered)
  if (missing.length === 0) return { page: answered, missing }
  const [now] = await cms.readPages([answered.id], signal)
  return now === undefined ? { page: answered, missing } : { page: now, missing: unstored(write, read, now) }
}

/** The response to a write; a write that was not stored counts as refused. */
export async function confirmStored(
  cms: Pick<Cms, 'readPages'>,
  accepted: Accepted,
  answer: PageWritten,
  signal: AbortSignal,
): Promise<PageWritten> {
  if (!answer.ok) return answer
  const { page, missing } = await readStored(cms, accepted, answer.page, signal)
  return missing.length === 0 ? { ok: true, page } : refusedSilently(missing)
}

/** The refusal of a write that was accepted but not stored. */
export function refusedSilently(missing: readonly Unstored[]): Extract<PageWritten, { ok: false }> {
  const reason = missing.every((part) => part === 'JSON-LD')
    ? 'it removed the tags of the JSON-LD, because the user of the mirror lost unfiltered_html during the run. The next run writes the page without it'
    : `it accepted the write and did not store ${namesOfUnstored(missing)}. Check its plugins for locks, approval of changes and caches`
  return { ok: false, status: 200, code: notStored, reason }
}
