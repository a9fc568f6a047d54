import { pastAfter } from '../../core/page/compose.ts'
import { baseKept, fieldsInConflict, seenInConflict } from '../../core/page/conflict.ts'
import { seenOf } from '../../core/decisions/decision-filter.ts'
import { choices, type Choice, type Decision } from '../../core/decisions/decision.ts'
import type { Effect, Obstacle, Resolution } from '../../core/decisions/resolution.ts'
import {
  keepsAsItIs,
  skippedBy,
  versionNotShown,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { OpenDecision } from '../../core/decisions/open-decision.ts'
import type { SyncDeps } from '../deps.ts'
import { readOpenDecision } from './list-decisions.ts'
import { seenOnPage } from './seen-by-person.ts'
import { compact } from '../../lib/compact.ts'

type Known = Partial<Omit<OpenDecision, keyof RecordKey>> & { snapshot: Snapshot | undefined }
type Case = { key: RecordKey; known: Known; decided: { at: string; by: string } }

/** Carries out a decision about a record, or saves it for the next run. */
export async function resolveRecord(
  deps: SyncDeps,
  key: RecordKey,
  { choice, by, reason = '', seen }: Decision,
  signal: AbortSignal,
): Promise<Resolution> {
  // The snapshot is read first: a decision based on it is saved only if it is still current.
  const [snapshot] = await deps.snapshots.read([key])
  const known: Known = { snapshot, ...(await readOpenDecision(deps, key)) }
  const { pending, suspect } = known
  if (seen !== undefined && seen !== seenOf(known)) return refuse(known, 'changed', { code: 'changed' })
  if (snapshot === undefined && pending === undefined && suspect === undefined && choice !== 'hold')
    return refuse(known, 'no_such_record', { code: 'no-page' })
  if (pending?.kind === 'hold' && choice !== 'hold' && choice !== 'release')
    return refuse(known, 'held', { code: 'held', hold: pending })
  if (choice === 'overwrite' && notShown(known) !== undefined)
    return refuse(known, 'held', {
      code: 'not-shown',
      ...(pending?.kind === 'skip' && { skip: pending }),
    })
  const found: Case = { key, known, decided: { at: deps.now().toISOString(), by } }
  switch (choice) {
    case 'keep':
      return keep(deps, found)
    case 'overwrite':
      return overwrite(deps, found, signal)
    case 'hold':
      return hold(deps, found, reason)
    case 'release':
      return release(deps, found)
    case 'accept':
      return accept(deps, found)
  }
}

/** Keeps the editor's text: with the partner's text as base, the same text causes no new conflict. */
async function keep(deps: SyncDeps, { key, known }: Case): Promise<Resolution> {
  const { snapshot, conflict, pending } = known
  if (snapshot === undefined || conflict === undefined) return nothing(known, { code: 'no-conflict' })
  const base = baseKept(snapshot.base, conflict)
  const past = pastAfter(snapshot, snapshot.shown ?? base.inner)
  if (!(await deps.snapshots.replace(key, snapshot, { ...snapshot, base, past })))
    return nothing(known, { code: 'just-written' })
  await deps.conflicts.removeSame([{ key, value: conflict }])
  if (pending && skippedBy(pending) === undefined) await deps.decisions.removeSame([{ key, value: pending }])
  return done({ code: 'kept', fields: fieldsInConflict(conflict), link: conflict.link })
}

/** Saves the decision: the next run that covers the record carries it out, if the displayed text is unchanged. */
async function overwrite(
  deps: SyncDeps,
  { key, known, decided }: Case,
  signal: AbortSignal,
): Promise<Resolution> {
  const seen = known.conflict
    ? seenInConflict(known.conflict)
    : await seenOnPage(
        deps,
        key,
        { snapshot: known.snapshot, missingImage: await findMissingImage(deps, key) },
        signal,
      )
  if ('code' in seen) return nothing(known, seen)
  await deps.decisions.save([{ key, value: { ...decided, kind: 'overwrite', ...seen } }])
  return done({ code: 'overwrites', fields: seen.fields })
}

/** The URL of the product's image, if its page was written without it. */
async function findMissingImage(deps: SyncDeps, key: RecordKey): Promise<string | undefined> {
  const [missing] = await deps.missingAssets.read([key])
  return missing?.assets.find(({ kind }) => kind === 'image')?.url
}

async function hold(deps: SyncDeps, { key, known, decided }: Case, reason: string): Promise<Resolution> {
  const skips = notShown(known)
  const value: PendingDecision = compact({ ...decided, kind: 'hold', reason, skips })
  await deps.decisions.save([{ key, value }])
  const { pending } = known
  const isReplaced = pending !== undefined && !keepsAsItIs(pending) && skips === undefined
  return done({
    code: 'held',
    hasPage: known.snapshot !== undefined,
    ...(isReplaced && { replaced: pending.kind }),
  })
}

async function release(deps: SyncDeps, { key, known, decided }: Case): Promise<Resolution> {
  const { pending } = known
  const digest = notShown(known)
  if (digest !== undefined) {
    await deps.decisions.save([{ key, value: { ...decided, kind: 'accept', digest, released: true } }])
    return done({ code: 'restores' })
  }
  if (pending === undefined) return nothing(known, { code: 'nothing-pending' })
  await deps.decisions.removeSame([{ key, value: pending }])
  return done({ code: 'cancelled', decision: pending.kind })
}

async function accept(deps: SyncDeps, { key, known, decided }: Case): Promise<Resolution> {
  const { suspect } = known
  if (suspect === undefined) return nothing(known, { code: 'nothing-blocked' })
  await deps.decisions.save([{ key, value: { ...decided, kind: 'accept', digest: suspect.digest } }])
  return done({ code: 'accepted', blanks: suspect.blanks })
}

/** The partner's version that an undo removed from the page, according to the pending decision or else the snapshot. */
function notShown({ snapshot, pending }: Known): string | undefined {
  return skippedBy(pending) ?? (snapshot && versionNotShown(snapshot))
}

function done(effect: Effect): Resolution {
  return { ok: true, effect }
}

function nothing(known: Known, obstacle: Obstacle): Resolution {
  return refuse(known, 'nothing_to_resolve', obstacle)
}

type Refused = Extract<Resolution, { ok: false }>

function refuse(known: Known, code: Refused['code'], obstacle: Obstacle): Resolution {
  return { ok: false, code, obstacle, allowed: choices.filter((choice) => isAllowed(choice, known)) }
}

function isAllowed(choice: Choice, known: Known): boolean {
  const { snapshot, conflict, suspect, pending } = known
  const skips = notShown(known) !== undefined
  const free = pending?.kind !== 'hold'
  switch (choice) {
    case 'keep':
      return free && conflict !== undefined
    case 'overwrite':
      return free && !skips && (conflict !== undefined || snapshot?.state === 'mirrored')
    case 'hold':
      return true
    case 'release':
      return pending !== undefined || skips
    case 'accept':
      return free && suspect !== undefined
  }
}
