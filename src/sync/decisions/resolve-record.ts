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
/** The snapshot is read first: what is decided on its ground is saved only if it still stands. */
type Known = { snapshot?: Snapshot; conflict?: Conflict; suspect?: Suspect; pending?: PendingDecision }
type Case = { key: RecordKey; known: Known; decision: Decision }

/** Carries out what a person decided about a record, or leaves the order for it with the next run. */
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
      `No page of ${recordId(key)} is mirrored: check GTIN and language.`,
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

/** The editor's text stays: with the partner's as base, the same text of the partner is no conflict again. */
async function keep(deps: Deps, { key, known }: Case): Promise<Resolution> {
  const { snapshot, conflict, pending } = known
  if (snapshot === undefined || conflict === undefined)
    return refuse(known, 'nothing_to_resolve', `There is no conflict on the page of ${recordId(key)}.`)
  const base = baseKept(snapshot.base, conflict)
  const past = pastAfter(snapshot, base.inner)
  if (!(await deps.snapshots.replace(key, snapshot, { ...snapshot, base, past }))) {
    const reason = `A run wrote the page of ${recordId(key)} just now. See what it left: product-mirror decisions`
    return refuse(known, 'nothing_to_resolve', reason)
  }
  await deps.conflicts.removeSame([{ key, value: conflict }])
  if (pending && skippedBy(pending) === undefined) await deps.decisions.removeSame([{ key, value: pending }])
  const what = namesOf(conflict.fields.map(({ field }) => field))
  return done(
    `Kept: the ${what} of ${recordId(key)} (${conflict.link}) stays as the editor wrote it. When the partner changes it once more, that is reported as a new conflict.`,
  )
}

/** Only an order: the next run that covers the record carries it out, on what the person saw. */
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
    `Ordered: the next run overwrites the ${namesOf(seen.fields)} of ${recordId(key)} with the partner’s, if the page still says what it says now; if not, it reports the newer text instead. ${atOnce(key)}`,
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
      ? ` The order to ${known.pending.kind} is off.`
      : ''
  const page =
    known.snapshot === undefined
      ? 'It has no page yet: none is made'
      : 'Its page stays as it is, whatever the partner says'
  return done(`Held: ${recordId(key)}. ${page}, until: ${resolveCommand(key, 'release')}.${instead}`)
}

async function release(deps: Deps, { key, known, decision: { by } }: Case): Promise<Resolution> {
  const { pending } = known
  const skipped = notShown(known)
  if (skipped !== undefined) {
    const at = deps.now().toISOString()
    const accepts: PendingDecision = { at, by, kind: 'accept', digest: skipped, released: true }
    await deps.decisions.save([{ key, value: accepts }])
    return done(
      `Released: the next run writes to the page of ${recordId(key)} what the partner says. ${atOnce(key)}`,
    )
  }
  if (pending === undefined)
    return refuse(known, 'nothing_to_resolve', `${recordId(key)} is not held, and nothing is ordered for it.`)
  await deps.decisions.removeSame([{ key, value: pending }])
  const next =
    pending.kind === 'hold'
      ? `the next run mirrors it again. ${atOnce(key)}`
      : 'it waits for a decision again.'
  return done(`Released: the order to ${pending.kind} ${recordId(key)} is off, and ${next}`)
}

async function accept(deps: Deps, { key, known, decision: { by } }: Case): Promise<Resolution> {
  const { suspect } = known
  if (suspect === undefined)
    return refuse(known, 'nothing_to_resolve', `No version of ${recordId(key)} is held back for its blanks.`)
  const pending: PendingDecision = {
    at: deps.now().toISOString(),
    by,
    kind: 'accept',
    digest: suspect.digest,
  }
  await deps.decisions.save([{ key, value: pending }])
  return done(
    `Accepted: the version of ${recordId(key)} that was held back (${suspect.reason}). The next run writes it, unless the partner says something else by then. ${atOnce(key)}`,
  )
}

/** The partner's version that an undo took off the page: by the order, or where a person gave another, by the snapshot. */
function notShown({ snapshot, pending }: Known): string | undefined {
  return skippedBy(pending) ?? (snapshot && versionNotShown(snapshot))
}

function explainNotShown(key: RecordKey, { pending }: Known): string {
  if (pending?.kind === 'skip') return explainSkip(key, pending)
  return `does not show the partner’s version, which an undo put back: there is nothing to overwrite with until a run has written it. ${resolveCommand(key, 'release')}`
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
  return `At once: product-mirror sync --gtin ${gtin} --language ${language}`
}
