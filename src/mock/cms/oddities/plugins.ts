import type { Draft } from '../posts/kind.ts'
import { updateRow } from '../posts/write/save.ts'
import { keepRevision } from '../posts/write/revise.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/** A write without the fields that a plug-in ignores, because it locks content or reviews changes. */
export function acceptedDraft({ oddities }: RestRequest, draft: Draft): Draft {
  const accepted = { ...draft }
  if (oddities.has('ignored-texts'))
    for (const field of ['title', 'excerpt', 'content'] as const) delete accepted[field]
  if (oddities.has('ignored-status')) delete accepted.status
  return accepted
}

/** The row after a plug-in has saved it again in `save_post`, or the row itself. */
export function savedAgain(store: Store, { oddities, user }: RestRequest, row: Row): Row {
  if (!oddities.has('saved-again') && !oddities.has('saved-again-unseen')) return row
  const content = row.content.replaceAll(/(?<! ©)(?=<\/p>)/g, ' ©')
  const again = updateRow(store, row, { content })
  keepRevision(store, again, user?.id ?? 0)
  return again
}

/** The row in the response to an update: a cache may still hold an earlier one. */
export function shownAfter(
  { oddities }: RestRequest,
  { old, saved, again }: Record<'old' | 'saved' | 'again', Row>,
): Row {
  if (oddities.has('stale-response')) return old
  return oddities.has('saved-again-unseen') ? saved : again
}
