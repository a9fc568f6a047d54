import { baseAfter } from '../core/compose.ts'
import type { Outcome, WriteChange } from '../core/change.ts'
import type { Page, PageWritten } from '../core/page.ts'
import { recordId, slugOf } from '../core/record.ts'
import { replacedTexts, type Replaced } from '../core/replaced.ts'
import type { SyncDeps } from './deps.ts'
import type { Commit } from './ports/writes.ts'
import { snapshotOf, type Sendable } from './sendable.ts'
import { stampOf } from './stamp.ts'

/** `again` holds changes to resolve once more: their page vanished, or a twin of it was removed. */
export type Acknowledged = { written: number; again: WriteChange[] }

type Deps = Pick<SyncDeps, 'cms' | 'writes' | 'renderer' | 'log' | 'now'>

/** Turns the answers to a batch into snapshots and outcomes, saved in one step; a refused page is an outcome. */
export async function acknowledge(
  deps: Deps,
  runId: string,
  batch: readonly Sendable[],
  answers: readonly PageWritten[],
  signal: AbortSignal,
): Promise<Acknowledged> {
  const commits: Commit[] = []
  const again: WriteChange[] = []
  for (const [index, sendable] of batch.entries()) {
    const answer = answers[index]
    if (answer === undefined) continue
    const { change, write } = sendable
    if (!answer.ok) {
      if (write.kind === 'update' && answer.code === 'rest_post_invalid_id') again.push(change)
      else commits.push({ outcome: refused(deps, change, answer) })
    } else if (write.kind === 'create' && answer.page.slug !== slugOf(change)) {
      await deps.writes.markUncertain(runId, [change])
      if (await yieldToOlder(deps, change, answer.page, signal)) again.push(change)
      else commits.push({ outcome: slugTaken(deps, change, answer.page) })
    } else {
      commits.push(written(deps, runId, sendable, answer.page))
    }
  }
  await deps.writes.commit(runId, commits)
  return { written: commits.length, again }
}

function written(deps: Deps, runId: string, sendable: Sendable, page: Page): Commit {
  const { change, write, wanted, base, left, snapshot, conflict, done } = sendable
  const anew = write.kind === 'create' && change.kind !== 'create'
  const reason = [
    ...(anew ? ['its page was gone: made anew'] : []),
    ...(sendable.note === undefined ? [] : [sendable.note]),
  ].join('; ')
  const outcome: Outcome = {
    ...keyOf(change),
    result: sendable.page === undefined ? 'created' : change.kind === 'restore' ? 'restored' : 'updated',
    pageId: page.id,
    link: page.link,
    ...(change.kind === 'update' && { fields: change.fields }),
    ...(left.length > 0 && { kept: left }),
    ...(conflict && { conflicts: conflict.fields.map(({ field }) => field) }),
    ...(reason !== '' && { reason }),
    ...stampOf(deps, snapshot, change.digest),
  }
  const replaced = replacedBy(sendable, page)
  const before = left.length > 0 ? base : wanted
  return {
    outcome,
    snapshot: snapshotOf(deps, runId, change, page.id, baseAfter(change, page, before, left), snapshot),
    ...(replaced && { replaced }),
    ...(conflict && { conflict }),
    ...(done && { done }),
  }
}

/** What the write replaced; a page that was made replaced nothing. */
function replacedBy({ change, write, base, page, snapshot }: Sendable, now: Page): Replaced | undefined {
  if (write.kind !== 'update' || page === undefined) return undefined
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedTexts(change, page, write.body, base),
    ...(page.status !== now.status && { status: { before: page.status, after: now.status } }),
    ...(snapshot?.retiredTo !== undefined && { retiredTo: snapshot.retiredTo }),
  }
}

function refused(deps: Deps, change: WriteChange, answer: Extract<PageWritten, { ok: false }>): Outcome {
  return {
    ...keyOf(change),
    result: 'failed',
    reason: `the CMS refused the page: ${answer.reason} (${answer.status} ${answer.code})`,
    ...stampOf(deps, undefined, undefined),
  }
}

function slugTaken(deps: Deps, change: WriteChange, page: Page): Outcome {
  const reason = `the CMS answered with the slug ${page.slug} instead of ${slugOf(change)}: something that is no page holds it, an attachment perhaps. The page was removed again; rename the other thing`
  return { ...keyOf(change), result: 'failed', reason, ...stampOf(deps, undefined, undefined) }
}

/** Another slug than asked for means that something got there first: ours, just made, goes. True if it was a page. */
async function yieldToOlder(
  deps: Deps,
  change: WriteChange,
  page: Page,
  signal: AbortSignal,
): Promise<boolean> {
  const older = await deps.cms.findPages([slugOf(change)], signal)
  await deps.cms.writePages([{ kind: 'delete', id: page.id, force: true }], signal)
  deps.log.warn({ record: recordId(change), removed: page.id, slug: page.slug }, 'page twin removed')
  return older.some(({ slug }) => slug === slugOf(change))
}

function keyOf({ gtin, language }: WriteChange) {
  return { gtin, language }
}
