import type { Page } from '../../core/record/page.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Cms } from '../ports/cms.ts'

/**
 * `removed`: the page is deleted. `left`: the CMS refused that; the end of the run, or the next one, removes the
 * duplicate. `unknown`: the page in the response is not the one that we created, so nothing follows from it.
 */
export type Discarded = 'removed' | 'left' | 'unknown'

/**
 * Deletes a page that was just created, because an older one has its slug, if the page, read again, is still as it was
 * created. `about` names it in the log.
 */
export async function discardCreated(
  { cms, log }: { cms: Pick<Cms, 'readPages' | 'writePages'>; log: Logger },
  { id, slug }: Page,
  { isOurs, about }: { isOurs: (created: Page) => boolean; about: object },
  signal: AbortSignal,
): Promise<Discarded> {
  const [created] = await cms.readPages([id], signal)
  if (created === undefined || created.slug !== slug || !isOurs(created)) return 'unknown'
  const [answer] = await cms.writePages([{ kind: 'delete', id, force: true }], signal)
  const page = { ...about, pageId: id, slug }
  if (answer?.ok === true) log.warn(page, 'duplicate page removed')
  else log.warn({ ...page, reason: answer?.reason }, 'duplicate page not removed')
  return answer?.ok === true ? 'removed' : 'left'
}
