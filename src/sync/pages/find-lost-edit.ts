import { blockOf } from '../../core/page/compose.ts'
import { mayHaveLostEdit, savedBeforeLost } from '../../core/page/lost-edit.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { RevisedTexts } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'
import type { Unreadable } from '../ports/cms.ts'
import { mergeCurrentPage, writtenBase } from './compose-body.ts'
import type { FoundItem } from './page-item.ts'

/**
 * The page as an editor saved it, if an update of ours overtook that save and was never acknowledged, because its reply
 * was lost or the process died. Costs a request only if the revisions show that an editor may have saved.
 */
export async function findLostEdit(
  deps: SyncDeps,
  runId: string,
  item: FoundItem,
  signal: AbortSignal,
): Promise<MirroredPage | Unreadable | undefined> {
  const { change, snapshot, current } = item
  const { page } = current.mirrored
  const sent = 'sent' in current ? current.sent : undefined
  if (sent === undefined || !mayHaveLostEdit(sent, page)) return undefined
  const revisions = await deps.cms.readRevisions(page.id, signal)
  if ('unreadable' in revisions) return revisions
  const base = writtenBase(item)
  const compose = (texts: RevisedTexts) =>
    mergeCurrentPage(deps, runId, { ...item, base }, readPage(change, { ...page, ...texts })).body
  const origin =
    snapshot && sent.revision === 0
      ? { ...snapshot.base, content: blockOf(change, snapshot.base) }
      : undefined
  const lost = savedBeforeLost(change, { revisions, page, origin }, compose)
  if (lost === undefined) return undefined
  const { title, excerpt, content, id } = lost
  return readPage(change, { ...page, title, excerpt, content, revision: id })
}
