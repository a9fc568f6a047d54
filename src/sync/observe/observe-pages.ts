import type { Note } from '../../core/reasons/note.ts'
import { msOfGmt, toGmt } from '../../lib/gmt.ts'
import type { PageVersion } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'
import type { Cursor } from '../ports/stored.ts'
import { addNotes } from '../runs/add-notes.ts'
import { observeChanged } from './observe-changed.ts'
import { observeOwners } from './observe-owners.ts'
import { observeGone } from './observe-gone.ts'
import { observeHidden } from './observe-hidden.ts'

/** It takes a while until a save with its time stamp is visible to others, and two saves may have the same second. */
const overlapMs = 60_000

/**
 * How far the clock in a response may be ahead of time stamps: it may be a proxy's, or from the end of a slow request.
 */
const aheadMs = 15 * 60_000

/** The period that is compared if the cursor is unreliable; a weekly verify updates all states. */
const lookBackMs = 7 * 24 * 3_600_000

/**
 * The result of the search. `at`: the time up to which all changes are known; `now`: the time by the clock in the
 * response; `known`: pages that the mirror wrote or read before.
 */
type Found = Record<'newestId' | 'created' | 'known' | 'read', number> & {
  at: string
  now: string
  total: number | undefined
  notes: Note[]
}

/**
 * Requests the pages that changed since the last run from the CMS, and saves their editors' changes. This is one
 * request if there are none. The mirror's own writes are known by their version and not read again, so an editor's save
 * during a run is found like any other. Without a cursor there is nothing to compare, and this run only stores one.
 * Does not write to the CMS, and may be repeated.
 */
export async function observePages(deps: SyncDeps, runId: string, signal: AbortSignal): Promise<void> {
  const stored = await deps.observed.readCursor()
  const written = stored === undefined ? 0 : await countKnown(deps, stored)
  // A known version is compared with its revision, because a save of the same second may change nothing else of it.
  // If none is known, every listed page is read anyway.
  const revisions = stored === undefined || written > 0
  const first = await findChanged(deps, { before: stored, revisions }, signal)
  const before = stored && corrected(stored, first.now)
  const found = before === stored ? first : await findChanged(deps, { before, revisions: true }, signal)
  const { at: since, newestId, total } = found
  const isSomeGone = before !== undefined && (found.known < written || isAnotherTotal(before, found))
  const gone = isSomeGone ? await observeGone(deps, borderOf(before), signal) : 0
  const notes = before === undefined ? [] : await observeHidden(deps, signal)
  await addNotes(deps, runId, [...found.notes, ...notes])
  if (since === '') return
  const now = { since, newestId, ...(total !== undefined && { total }) }
  await deps.observed.saveCursor(now, borderOf(now))
  deps.log.info({ runId, read: found.read, gone }, 'looked for changed pages')
}

/** If the CMS's clock was ahead when the cursor was saved, later changes may have earlier time stamps. */
function corrected(cursor: Cursor, now: string): Cursor {
  return now < borderOf(cursor) ? { ...cursor, since: toGmt(msOfGmt(now) - lookBackMs) } : cursor
}

async function countKnown({ observed }: SyncDeps, before: Cursor): Promise<number> {
  let count = 0
  for await (const ids of observed.scanKnown(borderOf(before))) count += ids.length
  return count
}

async function findChanged(
  deps: SyncDeps,
  { before, revisions }: { before: Cursor | undefined; revisions: boolean },
  signal: AbortSignal,
): Promise<Found> {
  const border = before && borderOf(before)
  const { newestId = 0, since: at = '' } = before ?? {}
  const found: Found = { newestId, at, now: at, created: 0, known: 0, read: 0, total: undefined, notes: [] }
  let clock: number | undefined
  let newest = ''
  const others: PageVersion[] = []
  for await (const part of deps.cms.readModified({ since: border, revisions }, signal)) {
    found.total ??= part.total
    for (const note of part.notes) found.notes.push(note)
    clock ??= part.at
    const now = clock === undefined ? undefined : toGmt(clock)
    for (const { id, modifiedGmt } of part.pages) {
      if (id > newestId) found.created++
      if (id > found.newestId) found.newestId = id
      // A page may have a date in the future.
      if (modifiedGmt > newest && (now === undefined || modifiedGmt <= now)) newest = modifiedGmt
    }
    if (border === undefined) {
      await deps.observed.saveKnown(part.pages)
      continue
    }
    const recent = part.pages.filter(({ modifiedGmt }) => modifiedGmt >= border)
    const { changed, known } = await deps.observed.compare(recent, border)
    found.known += known
    const observed = await observeChanged(deps, changed, signal)
    found.read += observed.read
    for (const page of observed.others) others.push(page)
    for (const note of observed.notes) found.notes.push(note)
  }
  for (const note of await observeOwners(deps, others, signal)) found.notes.push(note)
  if (clock === undefined) {
    const latest = newest > at ? newest : at
    return { ...found, at: latest, now: latest }
  }
  const earliest = toGmt(clock - aheadMs)
  return { ...found, at: newest > earliest ? newest : earliest, now: toGmt(clock) }
}

/** Whether the number of pages in the CMS differs from the earlier number plus those created since. */
function isAnotherTotal(before: Cursor, { total, created }: Found): boolean {
  if (before.total === undefined || total === undefined) return false
  return total !== before.total + created
}

/** The time from which changes are compared, GMT as in a page. */
function borderOf({ since }: Pick<Cursor, 'since'>): string {
  return toGmt(msOfGmt(since) - overlapMs)
}
