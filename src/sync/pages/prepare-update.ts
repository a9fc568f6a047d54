import type { Outcome } from '../../core/plan/change.ts'
import { baseAfter } from '../../core/page/compose.ts'
import { fixingBody } from '../../core/page/lost-edit.ts'
import type { MergeField } from '../../core/page/merge.ts'
import type { Page } from '../../core/page/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { replacedByLost, replacedProduct, type Replaced } from '../../core/plan/undo-entry.ts'
import { explainHidden } from '../../core/plan/retire.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { trashedSlug } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { baseOf, mergeCurrentPage } from './merge-current-page.ts'
import { putBackNote } from '../batches/repair-lost-edit.ts'
import type { Prepared } from './prepared-writes.ts'
import { snapshotOf, type Recomposed } from './pending-write.ts'
import { stampOf } from './stamp.ts'
import type { Item } from './page-item.ts'

type Deps = Pick<SyncDeps, 'renderer' | 'policy' | 'now'>
type Input = { runId: string; readOnly?: boolean }

/** Merges a change with the page that stands, and says what to send, or what is done without a write. */
export function prepareUpdate(deps: Deps, input: Input, item: Item, prepared: Prepared): void {
  const { change, wanted, links, snapshot, current } = item
  const { page } = current
  const restores = change.kind === 'restore' && snapshot?.retiredTo === page.status
  if (page.status === 'trash' && !restores) {
    prepared.done.push(leaveInTrash(deps, input, item))
    return
  }
  const landed = isLanded(item)
  const base = baseOf(item)
  const slugNote = 'note' in current ? current.note : undefined
  const hidden =
    snapshot === undefined && !landed ? explainHidden(page.status, deps.policy.pageStatus) : undefined
  const recompose = (from: Page): Recomposed => {
    const { body, merge, conflict, note: merged } = mergeCurrentPage(deps, input, item, from)
    const notes = [slugNote, hidden, merged].filter((part) => part !== undefined)
    if (restores) {
      body.status = deps.policy.pageStatus
      // Any other slug is an editor's.
      if (page.slug === trashedSlug(slugOf(change))) body.slug = slugOf(change)
    }
    return {
      body,
      left: [...merge.kept, ...merge.conflicts],
      ...(conflict && { conflict }),
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  }
  const { body: composed, left, conflict, note: made } = recompose(item.lost ?? page)
  const body = item.lost ? fixingBody(page, item.lost, composed) : composed
  const note = item.lost ? [putBackNote, made].filter(Boolean).join('; ') : made
  const done = input.readOnly === true ? undefined : item.pending
  if (Object.keys(body).length > 0) {
    prepared.send.push({
      change,
      wanted,
      links,
      base,
      left,
      ...(conflict && { conflict }),
      ...(done && { done }),
      write: { kind: 'update', id: page.id, body },
      ...(landed ? {} : { page: item.lost ?? page, ...(snapshot && { snapshot }) }),
      from: {
        read: page,
        ...(item.lost && { composed }),
        ...(item.lost && 'sent' in current && { sent: current.sent }),
        recompose,
      },
      ...(note !== undefined && { note }),
    })
    return
  }
  const updated = isUpdated(item)
  const there = updated ? 'updated' : 'unchanged'
  const reached = landed ? 'created' : change.kind === 'restore' ? 'restored' : there
  const result = left.length > 0 || hidden !== undefined ? 'kept' : reached
  prepared.done.push({
    ...(conflict && { conflict }),
    ...(done && { pending: { read: done, now: undefined } }),
    ...(updated &&
      snapshot &&
      deps.policy.onEdit === 'keep' &&
      !done && { replaced: replaced(item, snapshot, left) }),
    outcome: {
      ...outcomeOf(deps, item, result, note),
      ...(updated && change.kind === 'update' && { fields: change.fields }),
      ...(left.length > 0 && { kept: left }),
      ...(conflict && { conflicts: conflict.fields.map(({ field }) => field) }),
    },
    // What reads as wanted is ours from now on, whoever wrote it.
    snapshot: snapshotOf(
      deps,
      input.runId,
      change,
      page.id,
      { base: baseAfter(change, page, base, left), links },
      snapshot,
    ),
  })
}

function isLanded({ change, current }: Pick<Item, 'change' | 'current'>): boolean {
  return change.kind === 'create' && 'how' in current && current.how === 'sent'
}

/** An update whose answer was lost is there. */
function isUpdated({ current }: Item): boolean {
  const sent = 'sent' in current ? current.sent : undefined
  return sent !== undefined && current.page.revision !== sent.revision
}

function replaced({ change, wanted }: Item, snapshot: Snapshot, left: readonly MergeField[]): Replaced {
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    texts: replacedByLost(snapshot.base, wanted, left),
    ...(snapshot.links !== undefined && { links: snapshot.links }),
  }
}

function leaveInTrash(deps: Deps, input: Input, item: Item): Commit {
  const { change, wanted, snapshot, current } = item
  const outcome = outcomeOf(
    deps,
    item,
    'kept',
    'the page is in the trash and stays there; restored in the CMS, it is mirrored again',
  )
  // A snapshot goes on saying what the page shows: the next run compares again, so that a page that comes back from
  // the trash is brought up to date, and what a person ordered is carried out then.
  if (snapshot) return { outcome }
  const snapshotNow = snapshotOf(
    deps,
    input.runId,
    change,
    current.page.id,
    { base: wanted, links: item.links },
    undefined,
  )
  return { outcome, snapshot: snapshotNow }
}

function outcomeOf(
  deps: Deps,
  { change: { gtin, language, digest }, snapshot, current: { page } }: Item,
  result: Outcome['result'],
  reason: string | undefined,
): Outcome {
  return {
    gtin,
    language,
    result,
    pageId: page.id,
    link: page.link,
    ...(reason !== undefined && { reason }),
    ...stampOf(deps, snapshot, result === 'kept' ? undefined : digest),
  }
}
