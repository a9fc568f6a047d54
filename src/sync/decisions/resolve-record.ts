import { pastAfter } from '../../core/page/compose.ts'
import { baseKept, type Conflict } from '../../core/page/conflict.ts'
import { choices, type Choice, type Decision, type Resolution } from '../../core/decisions/decision.ts'
import { namesOf } from '../../core/page/explain-merge.ts'
import {
  explainHold,
  explainSkip,
  keepsAsItIs,
  resolveCommand,
  skippedBy,
  versionNotShown,
  type PendingDecision,
} from '../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { Suspect } from '../../core/plan/suspect.ts'
import type { SyncDeps } from '../deps.ts'
import { seenInConflict, seenOnPage } from './seen-by-person.ts'

type Deps = Pick<SyncDeps, 'cms' | 'snapshots' | 'conflicts' | 'decisions' | 'suspects' | 'now'>
/** The snapshot is read first: a decision based on it is saved only if it is still current. */
type Known = { snapshot?: Snapshot; conflict?: Conflict; suspect?: Suspect; pending?: PendingDecision }
type Case = { key: RecordKey; known: Known; decision: Decision }

/** Carries out a decision about a record, or saves it for the next run. */
export async function resolveRecord(
  deps: Deps,
  key: RecordKey,
  decision: Decision,
  signal: AbortSignal,
): Promise<Resolution> {
  const known = await readKnown(deps, key)
  const { choice } = decision
  if (known.snapshot === undefined && known.pending === undefined && choice !== 'hold')
    return refuse(
      known,
      'no_such_record',
      `No page of ${recordId(key)} is mirrored. Check the GTIN and the language.`,
    )
  if (known.pending?.kind === 'hold' && choice !== 'hold' && choice !== 'release')
    return refuse(known, 'held', `${recordId(key)} is ${explainHold(key, known.pending)}`)
  if (choice === 'overwrite' && notShown(known) !== undefined)
    return refuse(known, 'held', `${recordId(key)} ${explainNotShown(key, known)}`)
  switch (choice) {
    case 'keep':
      return keep(deps, { key, known, decision })
    case 'overwrite':
      return overwrite(deps, { key, known, decision }, signal)
    case 'hold':
      return hold(deps, { key, known, decision })
    case 'release':
      return release(deps, { key, known, decision })
    case 'accept':
      return accept(deps, { key, known, decision })
  }
}

async function readKnown(deps: Deps, key: RecordKey): Promise<Known> {
  const [snapshot] = await deps.snapshots.read([key])
  const [[conflict], [suspect], [pending]] = await Promise.all([
    deps.conflicts.read([key]),
    deps.suspects.read([key]),
    deps.decisions.read([key]),
  ])
  return {
    ...(snapshot && { snapshot }),
    ...(conflict && { conflict }),
    ...(suspect && { suspect }),
    ...(pending && { pending }),
  }
}

/** Keeps the editor's text: with the partner's text as base, the same text is no new conflict. */
async function keep(deps: Deps, { key, known }: Case): Promise<Resolution> {
  const { snapshot, conflict, pending } = known
  if (snapshot === undefined || conflict === undefined)
    return refuse(known, 'nothing_to_resolve', `There is no conflict on the page of ${recordId(key)}.`)
  const base = baseKept(snapshot.base, conflict)
  const past = pastAfter(snapshot, base.inner)
  if (!(await deps.snapshots.replace(key, snapshot, { ...snapshot, base, past }))) {
    const reason = `A run has just written the page of ${recordId(key)}. See: product-mirror decisions`
    return refuse(known, 'nothing_to_resolve', reason)
  }
  await deps.conflicts.removeSame([{ key, value: conflict }])
  if (pending && skippedBy(pending) === undefined) await deps.decisions.removeSame([{ key, value: pending }])
  const what = namesOf(conflict.fields.map(({ field }) => field))
  return done(
    `Kept: the ${what} of ${recordId(key)} (${conflict.link}) stays as the editor wrote it. If the partner changes it again, a new conflict is reported.`,
  )
}

/** Saves the decision: the next run that covers the record carries it out, on the text that the person saw. */
async function overwrite(
  deps: Deps,
  { key, known, decision: { by } }: Case,
  signal: AbortSignal,
): Promise<Resolution> {
  const seen = known.conflict
    ? seenInConflict(known.conflict)
    : await seenOnPage(deps, key, known.snapshot, signal)
  if ('reason' in seen) return refuse(known, 'nothing_to_resolve', seen.reason)
  const pending: PendingDecision = { at: deps.now().toISOString(), by, kind: 'overwrite', ...seen }
  await deps.decisions.save([{ key, value: pending }])
  return done(
    `Saved: the next run overwrites the ${namesOf(seen.fields)} of ${recordId(key)} with the partner’s version. If the page changes before then, the run reports a conflict instead. ${atOnce(key)}`,
  )
}

async function hold(deps: Deps, { key, known, decision }: Case): Promise<Resolution> {
  const { by, reason = '' } = decision
  const skips = notShown(known)
  const pending: PendingDecision = {
    at: deps.now().toISOString(),
    by,
    kind: 'hold',
    reason,
    ...(skips !== undefined && { skips }),
  }
  await deps.decisions.save([{ key, value: pending }])
  const instead =
    known.pending && !keepsAsItIs(known.pending) && skips === undefined
      ? ` This replaces the decision to ${known.pending.kind}.`
      : ''
  const page = known.snapshot === undefined ? 'No page is created' : 'Its page is not changed'
  return done(`Held: ${recordId(key)}. ${page} until you run: ${resolveCommand(key, 'release')}.${instead}`)
}

async function release(deps: Deps, { key, known, decision: { by } }: Case): Promise<Resolution> {
  const { pending } = known
  const skipped = notShown(known)
  if (skipped !== undefined) {
    const at = deps.now().toISOString()
    const accepts: PendingDecision = { at, by, kind: 'accept', digest: skipped, released: true }
    await deps.decisions.save([{ key, value: accepts }])
    return done(
      `Released: the next run writes the partner’s version to the page of ${recordId(key)}. ${atOnce(key)}`,
    )
  }
  if (pending === undefined)
    return refuse(known, 'nothing_to_resolve', `${recordId(key)} is not held and has no pending decision.`)
  await deps.decisions.removeSame([{ key, value: pending }])
  const next =
    pending.kind === 'hold' ? `the next run mirrors it again. ${atOnce(key)}` : 'it needs a decision again.'
  return done(`Released: the decision to ${pending.kind} ${recordId(key)} is cancelled; ${next}`)
}

async function accept(deps: Deps, { key, known, decision: { by } }: Case): Promise<Resolution> {
  const { suspect } = known
  if (suspect === undefined)
    return refuse(known, 'nothing_to_resolve', `No version of ${recordId(key)} is held for emptied fields.`)
  const pending: PendingDecision = {
    at: deps.now().toISOString(),
    by,
    kind: 'accept',
    digest: suspect.digest,
  }
  await deps.decisions.save([{ key, value: pending }])
  return done(
    `Accepted: the held version of ${recordId(key)} (${suspect.reason}). The next run writes it unless the partner changes the product first. ${atOnce(key)}`,
  )
}

/** The partner's version that an undo removed from the page, by the pending decision or else by the snapshot. */
function notShown({ snapshot, pending }: Known): string | undefined {
  return skippedBy(pending) ?? (snapshot && versionNotShown(snapshot))
}

function explainNotShown(key: RecordKey, { pending }: Known): string {
  if (pending?.kind === 'skip') return explainSkip(key, pending)
  return `does not show the partner’s version since an undo. Release it first: ${resolveCommand(key, 'release')}`
}

function done(text: string): Resolution {
  return { ok: true, done: text }
}

function refuse(known: Known, code: Extract<Resolution, { ok: false }>['code'], reason: string): Resolution {
  const allowed = choices.filter((choice) => isAllowed(choice, known))
  return { ok: false, code, reason: `${reason} Allowed now: ${allowed.join(', ')}.`, allowed }
}

function isAllowed(choice: Choice, known: Known): boolean {
  const { snapshot, conflict, suspect, pending } = known
  const free = pending?.kind !== 'hold'
  switch (choice) {
    case 'keep':
      return free && conflict !== undefined
    case 'overwrite':
      return (
        free && notShown(known) === undefined && (conflict !== undefined || snapshot?.state === 'mirrored')
      )
    case 'hold':
      return true
    case 'release':
      return pending !== undefined || notShown(known) !== undefined
    case 'accept':
      return free && suspect !== undefined
  }
}

function atOnce({ gtin, language }: RecordKey): string {
  return `To run now: product-mirror sync --gtin ${gtin} --language ${language}`
}
