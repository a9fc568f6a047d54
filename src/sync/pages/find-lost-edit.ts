import { wrapBlock } from '../../core/markup/wrap-block.ts'
import { mayHaveLostEdit, savedBeforeLost } from '../../core/page/lost-edit.ts'
import type { Page } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'
import { mergeCurrentPage } from './merge-current-page.ts'
import type { Item } from './page-item.ts'

/**
 * The page as a person had saved it, where an update of ours went over that and we never acknowledged it (its answer
 * was lost, or the process died). Costs a request only where the revisions say that somebody may have saved.
 */
export async function findLost(
  deps: Pick<SyncDeps, 'cms' | 'renderer' | 'policy' | 'now'>,
  input: { runId: string },
  item: Item,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const { change, snapshot, current } = item
  const { page } = current
  const sent = 'sent' in current ? current.sent : undefined
  if (sent === undefined || !mayHaveLostEdit(sent, page)) return undefined
  const revisions = await deps.cms.readRevisions(page.id, signal)
  const compose = (texts: Pick<Page, 'title' | 'excerpt' | 'content'>) =>
    mergeCurrentPage(deps, input, item, { ...page, ...texts }).body
  const lost = savedBeforeLost(
    change,
    revisions,
    page,
    compose,
    snapshot && sent.revision === 0
      ? { ...snapshot.base, content: wrapBlock(change, snapshot.base.inner) }
      : undefined,
  )
  if (lost === undefined) return undefined
  const { title, excerpt, content, id } = lost
  return { ...page, title, excerpt, content, revision: id }
}
