import type { z } from 'zod'
import { faultOfReason, type Choice } from '../../core/decisions/decision.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { AuditEntry } from '../../sync/ports/audit.ts'
import type { Run } from '../../core/record/run.ts'
import type { Actor } from '../http/actor.ts'
import type { Asked, OpsDeps } from '../deps.ts'
import { HttpError } from '../http/http-error.ts'
import { misplacedIn, type StartInput } from './start-input.ts'
import { answerWithinMs, withTimeout } from '../http/with-timeout.ts'

/** What came of it; `entryId` names its line in the audit log. */
export type Performed<T> = { entryId: string | undefined } & (
  | { ok: true; value: T; said: string }
  | { ok: false; error: HttpError }
)

type Deps = Pick<OpsDeps, 'runs' | 'control' | 'failing' | 'conflicts' | 'audit' | 'log'>

/** Everything that a person may do, for the API and the dashboard alike; each is written to the audit log. */
export type Operations = ReturnType<typeof createOperations>

/** Wires what people may do. */
export function createOperations({ runs, control, failing, conflicts, audit, log }: Deps) {
  return {
    start: (actor: Actor, input: z.infer<typeof StartInput>) =>
      perform(actor, `start ${input.kind}`, subjectOf(input), async () => {
        const misplaced = misplacedIn(input)
        if (misplaced !== undefined) throw new HttpError(400, 'invalid_input', misplaced)
        const { gtins, languages, repair, ...asked } = input
        const scope = { ...(gtins && { gtins }), ...(languages && { languages }) }
        const started = await control.start({
          ...asked,
          trigger: triggerOf(actor),
          ...(repair !== undefined && { repair }),
          scope,
        })
        if (!started.ok) {
          const { activeRunId } = started
          throw new HttpError(409, 'run_active', `Run ${activeRunId} is at work; only one runs at a time.`, {
            activeRunId,
          })
        }
        return { value: started.run, said: `Run ${started.run.id} (${input.kind}) has begun.` }
      }),

    approve: (actor: Actor, runId: string) =>
      perform(actor, 'approve', `run ${runId}`, async () => {
        await accepted('approve', await findRun(runId))
        return {
          value: await findRun(runId),
          said: `The plan of run ${runId} is approved: it is checked once more, then written.`,
        }
      }),

    cancel: (actor: Actor, runId: string) =>
      perform(actor, 'cancel', `run ${runId}`, async () => {
        await accepted('cancel', await findRun(runId))
        return { value: await findRun(runId), said: `Run ${runId} is cancelled.` }
      }),

    undo: (actor: Actor, runId: string) =>
      perform(actor, 'undo', `run ${runId}`, async () => {
        await findRun(runId)
        const begun = await control.undo(runId, triggerOf(actor))
        if (!begun.ok) throw new HttpError(409, 'cannot_undo', begun.reason)
        return { value: begun.run, said: `Run ${begun.run.id} puts back what run ${runId} wrote.` }
      }),

    resolve: (
      actor: Actor,
      record: RecordKey,
      { choice, reason }: { choice: Choice; reason?: string | undefined },
      signal: AbortSignal,
    ) =>
      perform(actor, `resolve ${choice}`, recordId(record), async () => {
        const fault = faultOfReason(choice, reason)
        if (fault !== undefined) throw new HttpError(400, 'invalid_input', `reason: ${fault}`)
        const decision = { choice, by: actor.by, ...(reason !== undefined && { reason }) }
        const resolution = await conflicts.resolve(record, decision, signal)
        if (!resolution.ok) {
          const { code, reason: message, allowed } = resolution
          throw new HttpError(code === 'no_such_record' ? 404 : 409, code, message, { allowed })
        }
        return { value: resolution.done, said: resolution.done }
      }),

    retry: (actor: Actor, record: RecordKey) =>
      perform(actor, 'retry', recordId(record), async () => {
        const [freed] = await failing.retry(record)
        if (freed === undefined) {
          const message = `${recordId(record)} is not in quarantine: every run asks for it. See GET /api/failing.`
          throw new HttpError(409, 'not_quarantined', message)
        }
        return { value: freed, said: `${recordId(record)} is asked for again in the next run.` }
      }),
  }

  async function perform<T>(
    actor: Actor,
    action: string,
    subject: string,
    act: () => Promise<{ value: T; said: string }>,
  ): Promise<Performed<T>> {
    const note = (done: boolean, result: string) =>
      addEntry({ at: new Date().toISOString(), ...actor, action, subject, done, result })
    try {
      const { value, said } = await act()
      return { ok: true, value, said, entryId: await note(true, said) }
    } catch (error) {
      const entryId = await note(false, reasonOf(error))
      if (error instanceof HttpError) return { ok: false, error, entryId }
      throw error
    }
  }

  /** What was done stays done when it cannot be noted; the log then says so. */
  async function addEntry(entry: AuditEntry): Promise<string | undefined> {
    try {
      return await withTimeout(answerWithinMs, 'Redis', audit.add(entry))
    } catch (error) {
      log.error({ err: error, entry }, 'audit entry lost')
      return undefined
    }
  }

  async function accepted(verb: 'approve' | 'cancel', { id }: Run): Promise<void> {
    const answer = await control[verb](id)
    if (!answer.ok) throw new HttpError(409, `cannot_${verb}`, answer.reason)
  }

  async function findRun(id: string): Promise<Run> {
    const run = await runs.read(id)
    if (run === undefined)
      throw new HttpError(404, 'no_such_run', `There is no run ${id}: see GET /api/runs.`)
    return run
  }
}

/** The value of what was done; throws the error of what was refused. */
export function valueOf<T>(performed: Performed<T>): T {
  if (performed.ok) return performed.value
  throw performed.error
}

function subjectOf({ gtins, languages }: z.infer<typeof StartInput>): string {
  const parts = [listed(gtins, 'products'), listed(languages, 'languages')].filter((part) => part !== '')
  return parts.length === 0 ? 'the whole mirror' : parts.join(', ')
}

function listed(names: readonly string[] | undefined, word: string): string {
  if (names === undefined) return ''
  return names.length > 3 ? `${names.length} ${word}` : names.join(', ')
}

function triggerOf({ via }: Actor): Asked {
  return via === 'dashboard' ? 'dashboard' : 'api'
}
