import type { z } from 'zod'
import type { DecisionFilter, ListedDecision } from '../../core/decisions/decision-filter.ts'
import type { SelectedRecord } from '../../core/decisions/bulk-decisions.ts'
import { describeFilter, describeMany } from '../../core/report/bulk-text.ts'
import { countOf } from '../../core/text/format.ts'
import { faultOfReason, type Choice, type Decision } from '../../core/decisions/decision.ts'
import type { PartOfPlan } from '../../core/plan/approved-parts.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { describeApproved, nameOfPart } from '../../core/report/plan-part.ts'
import { resolutionText, toManyResolved } from '../../core/report/resolution-text.ts'
import { describeUndoPart } from '../../core/report/undo-part.ts'
import type { RunScope, UndoPart } from '../../core/run/run.ts'
import { reasonOf } from '../../lib/errors.ts'
import { findDecisions } from '../../sync/decisions/list-decisions.ts'
import { notPausedText, writeNowText, writePauseText } from '../../core/report/pauses.ts'
import { allowActiveNow, pauseWrites, resumeWrites } from '../../sync/runs/pause-writes.ts'
import { retryFailing } from '../../sync/decisions/list-failing.ts'
import { resolveMany } from '../../sync/decisions/resolve-many.ts'
import { resolveRecord } from '../../sync/decisions/resolve-record.ts'
import type { AuditEntry } from '../../sync/ports/stored.ts'
import type { Actor } from '../http/actor.ts'
import type { OpsDeps } from '../deps.ts'
import { findRun } from '../http/find-run.ts'
import { HttpError } from '../http/http-error.ts'
import { misplacedIn, type StartInput } from './start-input.ts'
import { writeNowOf, type WriteNowRequest } from './write-now-input.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { objectionText } from '../../core/reasons/command.ts'
import { compact } from '../../lib/compact.ts'

/** The result of an action; `entryId` is its entry in the audit log. */
export type Performed<T> = { entryId: string | undefined } & (
  | { ok: true; value: T }
  | { ok: false; error: HttpError }
)

/** Selected records, or all that match a filter. */
export type Selection =
  | { records: readonly SelectedRecord[]; filter?: undefined }
  | { records?: undefined; filter: DecisionFilter }

/** The most records of one decision: more would take too long for one response. */
export const mostAtOnce = 5_000
/** Records after this time are refused, because the response must be sent before the server's time limit. */
const withinMs = 25_000

/** Every action of the API and the dashboard; each is written to the audit log. */
export type Operations = ReturnType<typeof createOperations>

export function createOperations(deps: OpsDeps) {
  const { runs, control, audit, log, place } = deps
  return {
    start: (actor: Actor, input: z.infer<typeof StartInput>) =>
      perform(actor, { action: `start ${input.kind}`, subject: subjectOf(input) }, async () => {
        const misplaced = misplacedIn(input)
        if (misplaced !== undefined) throw new HttpError(400, 'invalid_input', misplaced)
        const writeNow = writeNowOf(input)
        const { kind, approved, gtins, languages, repair } = input
        const scope: RunScope = compact({ gtins, languages })
        const started = await control.start(
          compact({ kind, approved, trigger: triggerOf(actor), repair, scope, writeNow }),
        )
        if (!started.ok) {
          const { activeRunId } = started
          const message = `Run ${activeRunId} is active. Until it has ended, only runs over up to 20 products can start, in parallel with a sync or a dry run.`
          throw new HttpError(409, 'run_active', message, { activeRunId })
        }
        const allowed = await recordWriteNow(actor, started.run.id, writeNow)
        return { value: started.run, message: `Run ${started.run.id} (${kind}) started.${allowed}` }
      }),

    /** With permission to write now, also releases an active run that waits for a write window. */
    approve: (actor: Actor, runId: string, part?: PartOfPlan, request: WriteNowRequest = {}) =>
      perform(actor, { action: approvalOf(part), subject: `run ${runId}` }, async () => {
        const writeNow = writeNowOf(request)
        const active =
          writeNow === undefined || part !== undefined
            ? undefined
            : await allowActiveNow(deps, runId, writeNow)
        const value = active ?? (await changeRun('approve', runId, { part, writeNow }))
        const allowed = await recordWriteNow(actor, value.id, writeNow)
        const done =
          active === undefined
            ? `Approved ${describeApproved(value, part)}. Its plan is checked again, then written.`
            : `Run ${runId} is active already.`
        return { value, message: done + allowed }
      }),

    cancel: (actor: Actor, runId: string) =>
      perform(actor, { action: 'cancel', subject: `run ${runId}` }, async () => {
        return { value: await changeRun('cancel', runId), message: `Cancelled run ${runId}.` }
      }),

    /** `part` limits the undo to some products, languages or fields. */
    undo: (actor: Actor, runId: string, part?: UndoPart, request: WriteNowRequest = {}) =>
      perform(actor, { action: 'undo', subject: `run ${runId}` }, async () => {
        const writeNow = writeNowOf(request)
        await findRun(runs, runId)
        const begun = await control.undo({
          undoes: runId,
          trigger: triggerOf(actor),
          part,
          ...(writeNow !== undefined && { writeNow }),
        })
        if (!begun.ok) throw new HttpError(409, 'cannot_undo', objectionText(begun, place?.id))
        const words = describeUndoPart(part)
        const only = words === undefined ? '' : ` Only ${words}.`
        const allowed = await recordWriteNow(actor, begun.run.id, writeNow)
        return {
          value: begun.run,
          message: `Run ${begun.run.id} started. It undoes run ${runId}.${only}${allowed}`,
        }
      }),

    resolve: (
      actor: Actor,
      record: RecordKey,
      { choice, reason }: { choice: Choice; reason?: string | undefined },
      signal: AbortSignal,
    ) =>
      perform(actor, { action: `resolve ${choice}`, subject: recordId(record) }, async () => {
        const fault = faultOfReason(choice, reason)
        if (fault !== undefined) throw new HttpError(400, 'invalid_input', `reason: ${fault}`)
        const decision: Decision = compact({ choice, by: actor.by, reason })
        const resolution = await resolveRecord(deps, record, decision, signal)
        const message = resolutionText(record, resolution, place?.id)
        if (!resolution.ok) {
          const { code, allowed } = resolution
          throw new HttpError(code === 'no_such_record' ? 404 : 409, code, message, { allowed })
        }
        return { value: message, message }
      }),

    /** One decision about many records; it need not be possible for all. */
    resolveMany: (
      actor: Actor,
      meant: Selection,
      { choice, reason }: { choice: Choice; reason?: string | undefined },
    ) =>
      perform(actor, { action: `resolve ${choice}`, subject: subjectOfMany(meant) }, async () => {
        const fault = faultOfReason(choice, reason)
        if (fault !== undefined) throw new HttpError(400, 'invalid_input', `reason: ${fault}`)
        const records = meant.records ?? (await findMeant(deps, choice, meant.filter))
        const decision: Decision = compact({ choice, by: actor.by, reason })
        // The signal of a request aborts as soon as its body is read or its client leaves.
        const signal = AbortSignal.timeout(withinMs)
        const some = records.slice(0, mostAtOnce)
        const resolved = toManyResolved(await resolveMany(deps, some, decision, signal), place?.id)
        const { done, refused } = resolved
        const left = Math.max(0, records.length - mostAtOnce)
        const more = left === 0 ? '' : ` ${countOf(left, 'record')} more match: decide again for them.`
        const message = describeMany(choice, resolved) + more
        if (done.length === 0)
          throw new HttpError(409, refused[0]?.code ?? 'nothing_to_resolve', message, { refused })
        return { value: { message, matched: records.length, done: done.length, refused, left }, message }
      }),

    pause: (actor: Actor, { until, reason }: { until: string; reason: string }) =>
      perform(actor, { action: 'pause', subject: 'writes to the CMS' }, async () => {
        const paused = await pauseWrites(deps, { until, reason, by: actor.by }, deps.timeZone)
        if (!paused.ok) throw new HttpError(400, 'invalid_input', `${paused.field}: ${paused.fault}`)
        const value = await deps.writeGate.find()
        return {
          value,
          message: value === undefined ? 'The pause has ended already.' : writePauseText(value),
        }
      }),

    resume: (actor: Actor) =>
      perform(actor, { action: 'resume', subject: 'writes to the CMS' }, async () => {
        const wasPaused = await resumeWrites(deps)
        const value = await deps.writeGate.find()
        if (!wasPaused) throw new HttpError(409, 'not_paused', notPausedText(value))
        const message = `The pause has ended.${value === undefined ? '' : ` ${writePauseText(value)}`}`
        return { value, message }
      }),

    retry: (actor: Actor, record: RecordKey) =>
      perform(actor, { action: 'retry', subject: recordId(record) }, async () => {
        const [value] = await retryFailing(deps, record)
        if (value === undefined) {
          const message = `${recordId(record)} is not in quarantine, so every run tries it. See GET /api/failing.`
          throw new HttpError(409, 'not_quarantined', message)
        }
        return { value, message: `The next run tries ${recordId(record)} again.` }
      }),
  }

  async function perform<T>(
    actor: Actor,
    what: Pick<AuditEntry, 'action' | 'subject'>,
    act: () => Promise<{ value: T; message: string }>,
  ): Promise<Performed<T>> {
    const audited = (done: boolean, result: string) =>
      addEntry({ at: new Date().toISOString(), ...actor, ...what, done, result })
    try {
      const { value, message } = await act()
      return { ok: true, value, entryId: await audited(true, message) }
    } catch (error) {
      const entryId = await audited(false, reasonOf(error))
      if (error instanceof HttpError) return { ok: false, error, entryId }
      throw error
    }
  }

  /** An action is not undone if its audit entry cannot be stored; the process log then contains the entry. */
  async function addEntry(entry: AuditEntry): Promise<string | undefined> {
    try {
      return await withTimeout(audit.add(entry))
    } catch (error) {
      log.error({ err: error, entry }, 'audit entry lost')
      return undefined
    }
  }

  /** Adds the permission of a run to the audit log; returns a sentence for the message of the action. */
  async function recordWriteNow(actor: Actor, runId: string, reason: string | undefined): Promise<string> {
    if (reason === undefined) return ''
    const result = writeNowText(runId, reason)
    await addEntry({
      at: new Date().toISOString(),
      ...actor,
      action: 'write now',
      subject: `run ${runId}`,
      done: true,
      result,
    })
    return ' It does not wait for a write window.'
  }

  /** Approves or cancels a run; returns its state afterwards. */
  async function changeRun(
    action: 'approve' | 'cancel',
    runId: string,
    { part, writeNow }: { part?: PartOfPlan | undefined; writeNow?: string | undefined } = {},
  ) {
    const { id } = await findRun(runs, runId)
    const answer = await (action === 'approve' ? control.approve(id, part, writeNow) : control.cancel(id))
    if (!answer.ok) throw new HttpError(409, `cannot_${action}`, objectionText(answer, place?.id))
    return findRun(runs, id)
  }
}

/** `approve only updates`, `approve sample 5`. */
function approvalOf(part: PartOfPlan | undefined): string {
  return part === undefined ? 'approve' : `approve ${nameOfPart(part)}`
}

/** The value of an action; throws the error of a refused one. */
export function valueOf<T>(performed: Performed<T>): T {
  if (performed.ok) return performed.value
  throw performed.error
}

/** The records that match a filter and have a choice. */
export async function findMeant(
  deps: OpsDeps,
  choice: Choice,
  filter: DecisionFilter,
): Promise<ListedDecision[]> {
  return (await findDecisions(deps, filter)).filter(({ choices }) => choices.includes(choice))
}

function subjectOfMany({ records, filter }: Selection): string {
  return records === undefined ? describeFilter(filter) : countOf(records.length, 'selected record')
}

function subjectOf({ gtins, languages }: z.infer<typeof StartInput>): string {
  const parts = [listed(gtins, 'products'), listed(languages, 'languages')].filter((part) => part !== '')
  return parts.length === 0 ? 'the whole mirror' : parts.join(', ')
}

function listed(names: readonly string[] | undefined, word: string): string {
  if (names === undefined) return ''
  return names.length > 3 ? `${names.length} ${word}` : names.join(', ')
}

function triggerOf({ via }: Actor): 'api' | 'dashboard' {
  return via === 'dashboard' ? 'dashboard' : 'api'
}
