import { successorDigest } from '../../core/page/links.ts'
import { updatedNoticeSides } from '../../core/page/notice.ts'
import type { Successor } from '../../core/render/notice.ts'
import type { SyncDeps } from '../deps.ts'
import { withoutScripts } from '../runs/script-right.ts'
import type { CurrentPage, PageItem, ResolvedItem } from './page-item.ts'

/** Whether a change updates the page of a record that stays retired with a notice. */
export function isNoticeUpdate({ change, snapshot }: Pick<PageItem, 'change' | 'snapshot'>): boolean {
  return change.kind === 'update' && snapshot?.state === 'retired'
}

/**
 * The update of a retired page: its last version with the current notice, instead of the product. A page that is gone is
 * not created again.
 */
export function resolveNotice(
  { renderer }: SyncDeps,
  item: Omit<ResolvedItem, 'wanted' | 'once' | 'links' | 'lacks' | 'awaits'>,
  { successor, jsonLd }: { successor: Successor | undefined; jsonLd: boolean },
): ResolvedItem {
  const { change, snapshot } = item
  const current = existing(item.current)
  const written = { once: {}, lacks: [], awaits: undefined, links: successorDigest(successor) }
  if (snapshot === undefined || !('mirrored' in current)) {
    const wanted = snapshot?.base ?? { title: '', excerpt: '', inner: '', featuredMedia: 0 }
    return { ...item, ...written, current, wanted }
  }
  const notice = renderer.renderNotice(change.language, successor)
  const { base, wanted } = updatedNoticeSides(current.mirrored, snapshot, notice)
  return {
    ...item,
    ...written,
    current,
    wanted: jsonLd ? wanted : withoutScripts(wanted),
    snapshot: { ...snapshot, base },
  }
}

function existing(current: CurrentPage): CurrentPage {
  return current.state === 'nothing' || current.state === 'foreign'
    ? { state: 'unclear', reason: { code: 'vanished' } }
    : current
}
