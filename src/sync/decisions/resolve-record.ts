import { pastAfter } from '../../core/page/compose.ts'
import { baseKept, fieldsInConflict, seenInConflict } from '../../core/page/conflict.ts'
import { seenOf } from '../../core/decisions/decision-filter.ts'
import { choices, type Choice, type Decision, type Resolution } from '../../core/decisions/decision.ts'
import { namesOf } from '../../core/merge/field-names.ts'
import {
  holdReason,
  skipReason,
  keepsAsItIs,
  skippedBy,
  versionNotShown,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { Waiting } from '../../core/decisions/waiting.ts'
import type { SyncDeps } from '../deps.ts'
import { readOpenDecision } from './list-decisions.ts'
import { seenOnPage } from './seen-by-person.ts'
import { commandClause } from '../../core/reasons/command.ts'
import { resolveCommand, syncCommand } from '../../core/reasons/record-commands.ts'
import { reasonText } from '../../core/report/reasons/reason-text.ts'

type Known = Partial<Omit<Waiting, keyof RecordKey>> & { snapshot: Snapshot | undefined }
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
  const { pending } = known
  if (seen !== undefined && seen !== seenOf(known))
    return refuse(known, 'changed', `${recordId(key)} has changed since it was listed. Look at it again.`)
  if (snapshot === undefined && pending === undefined && choice !== 'hold') {
    const why = `No page of ${recordId(key)} is mirrored. Check the GTIN and the language.`
    return refuse(known, 'no_such_record', why)
  }
  if (pending?.kind === 'hold' && choice !== 'hold' && choice !== 'release')
    return refuse(known, 'held', `${recordId(key)} is ${reasonText(key, [holdReason(pending)])}`)
  if (choice === 'overwrite' && notShown(known) !== undefined)
    return refuse(known, 'held', `${recordId(key)} ${explainNotShown(key, pending)}`)
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
  if (snapshot === undefined || conflict === undefined)
    return nothing(known, `The page of ${recordId(key)} has no conflict.`)
  const base = baseKept(snapshot.base, conflict)
  const past = pastAfter(snapshot, snapshot.shown ?? base.inner)
  if (!(await deps.snapshots.replace(key, snapshot, { ...snapshot, base, past })))
    return nothing(
      known,
      `A run has just written the page of ${recordId(key)}. See: product-mirror decisions`,
    )
  await deps.conflicts.removeSame([{ key, value: conflict }])
  if (pending && skippedBy(pending) === undefined) await deps.decisions.removeSame([{ key, value: pending }])
  const what = namesOf(fieldsInConflict(conflict))
  return done(
    `Kept: the ${what} of ${recordId(key)} (${conflict.link}) stays as the editor wrote it. If the partner changes it again, a new conflict is reported.`,
  )
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
  if ('reason' in seen) return nothing(known, seen.reason)
  await deps.decisions.save([{ key, value: { ...decided, kind: 'overwrite', ...seen } }])
  return done(
    `Saved: the next run overwrites the ${namesOf(seen.fields)} of ${recordId(key)} with the partner’s version. If the page changes before then, the run reports a conflict instead. ${atOnce(key)}`,
  )
}

/** The URL of the product's image, if its page was written without it. */
async function findMissingImage(deps: SyncDeps, key: RecordKey): Promise<string | undefined> {
  const [missing] = await deps.missingAssets.read([key])
  return missing?.assets.find(({ kind }) => kind === 'image')?.url
}

async function hold(deps: SyncDeps, { key, known, decided }: Case, reason: string): Promise<Resolution> {
  const skips = notShown(known)
  const value: PendingDecision = { ...decided, kind: 'hold', reason, ...(skips !== undefined && { skips }) }
  await deps.decisions.save([{ key, value }])
  const instead =
    known.pending && !keepsAsItIs(known.pending) && skips === undefined
      ? ` This replaces the decision to ${known.pending.kind}.`
      : ''
  const page = known.snapshot === undefined ? 'No page is created' : 'Its page is not changed'
  return done(
    `Held: ${recordId(key)}. ${commandClause(resolveCommand(key, 'release', `${page} until you run`))}.${instead}`,
  )
}

async function release(deps: SyncDeps, { key, known, decided }: Case): Promise<Resolution> {
  const { pending } = known
  const digest = notShown(known)
  if (digest !== undefined) {
    await deps.decisions.save([{ key, value: { ...decided, kind: 'accept', digest, released: true } }])
    return done(
      `Released: the next run writes the partner’s version to the page of ${recordId(key)}. ${atOnce(key)}`,
    )
  }
  if (pending === undefined)
    return nothing(known, `${recordId(key)} is not held and has no pending decision.`)
  await deps.decisions.removeSame([{ key, value: pending }])
  const next =
    pending.kind === 'hold' ? `the next run mirrors it again. ${atOnce(key)}` : 'it needs a decision again.'
  return done(`Released: the decision to ${pending.kind} ${recordId(key)} is cancelled; ${next}`)
}

async function accept(deps: SyncDeps, { key, known, decided }: Case): Promise<Resolution> {
  const { suspect } = known
  if (suspect === undefined)
    return nothing(known, `No version of ${recordId(key)} is held for emptied fields.`)
  await deps.decisions.save([{ key, value: { ...decided, kind: 'accept', digest: suspect.digest } }])
  return done(
    `Accepted: the held version of ${recordId(key)} (${suspect.reason}). The next run writes it unless the partner changes the product first. ${atOnce(key)}`,
  )
}

/** The partner's version that an undo removed from the page, according to the pending decision or else the snapshot. */
function notShown({ snapshot, pending }: Known): string | undefined {
  return skippedBy(pending) ?? (snapshot && versionNotShown(snapshot))
}

function explainNotShown(key: RecordKey, pending: PendingDecision | undefined): string {
  if (pending?.kind === 'skip') return reasonText(key, [skipReason(pending)])
  return `does not show the partner’s version since an undo. ${commandClause(resolveCommand(key, 'release', 'Release it first'))}`
}

function done(text: string): Resolution {
  return { ok: true, done: text }
}

function nothing(known: Known, reason: string): Resolution {
  return refuse(known, 'nothing_to_resolve', reason)
}

function refuse(known: Known, code: Extract<Resolution, { ok: false }>['code'], reason: string): Resolution {
  const allowed = choices.filter((choice) => isAllowed(choice, known))
  return { ok: false, code, reason: `${reason} Allowed now: ${allowed.join(', ')}.`, allowed }
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

function atOnce(key: RecordKey): string {
  return commandClause(syncCommand(key, 'To run now'))
}
