import { digestOf } from '../../core/record/digest.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Posting, Subject, SentNotice, SentNotices } from '../../sync/ports/notices.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { isWhole, type Run } from '../../core/record/run.ts'
import { readFailureReasons, withoutNumbers, type FailureReason } from './failure-reasons.ts'
import { toBody } from './notice-body.ts'
import { eventOf, toNotice, type NoticeEvent } from './notice.ts'
import { nameOf, type Receiver } from './receiver.ts'

export type NotifierDeps = {
  mirror: string
  receivers: readonly Receiver[]
  runs: Pick<Runs, 'read' | 'scanOutcomes'>
  told: SentNotices
  /** Hands a notice over to be delivered; one with an id that is known already adds nothing. */
  enqueue(postings: readonly Posting[]): Promise<void>
  /** Takes back what is not delivered yet. */
  withdraw(postings: readonly Omit<Posting, 'body'>[]): Promise<void>
  log: Logger
  now(): Date
}

/** What is to be told, and what people know from then on. */
type News = {
  reasons?: FailureReason[]
  over?: SentNotice[]
  remember?: { subject: Subject; digest: string }
  forget: Subject[]
}

/** Tells NOTIFY_URL of runs that a person should know of, the same trouble once until it changes; never rejects. */
export function createNotifier(deps: NotifierDeps): (run: Run) => Promise<void> {
  return async (run) => {
    const event = eventOf(run)
    if (event === undefined || deps.receivers.length === 0) return
    try {
      const known = await deps.told.read()
      const news = await findNews(deps, event, run, known)
      if (news) await tell(deps, event, run, news)
    } catch (error) {
      deps.log.error({ runId: run.id, event, reason: reasonOf(error) }, 'people could not be told of a run')
    }
  }
}

/** First handed over, then remembered: a crash in between repeats it, and what is known by its id is not sent twice. */
async function tell(deps: NotifierDeps, event: NoticeEvent, run: Run, news: News): Promise<void> {
  const { mirror, receivers, log } = deps
  const { reasons = [], over = [], remember, forget } = news
  const at = deps.now()
  const about = { mirror, run, notice: toNotice(event, run, { reasons, over }), reasons, at }
  // A plan may be refused many times over, each time by another approval.
  const id = idOf(mirror, run.id, event === 'refused' ? `${event}-${at.getTime()}` : event)
  // Whoever has not heard of it must not hear of it after its end.
  const old = over.map((told) => idOf(mirror, told.runId, told.event))
  await deps.withdraw(receivers.flatMap((one) => old.map((oldId) => ({ receiver: nameOf(one), id: oldId }))))
  await deps.enqueue(
    receivers.map((receiver) => ({ receiver: nameOf(receiver), id, body: toBody(receiver.format, about) })),
  )
  await deps.told.forget(forget)
  if (remember) await deps.told.save(remember.subject, { event, runId: run.id, digest: remember.digest })
  log.info({ runId: run.id, event, receivers: receivers.length }, 'people are told of a run')
}

const idOf = (mirror: string, runId: string, event: string): string => `${mirror}-${runId}-${event}`

/** Undefined when people know it already, or will hear of it from another run. */
async function findNews(
  { runs }: NotifierDeps,
  event: NoticeEvent,
  run: Run,
  known: Partial<Record<Subject, SentNotice>>,
): Promise<News | undefined> {
  const subject = subjectOf(run)
  switch (event) {
    case 'refused':
      return { forget: [] }
    case 'superseded': {
      const by = run.supersededBy === undefined ? undefined : await runs.read(run.supersededBy)
      // A run over everything tells by itself what became of the trouble.
      return by?.kind === 'sync' && isWhole(by) ? undefined : { forget: ['plan'] }
    }
    case 'held': {
      const digest = run.planDigest ?? run.id
      const before = known.plan?.digest === digest ? await runs.read(known.plan.runId) : undefined
      const same = before?.state === 'superseded' || before?.id === run.id
      return same ? undefined : { forget: [], remember: { subject: 'plan', digest } }
    }
    case 'failed': {
      const { cause, message = '' } = run.failure ?? {}
      return newTrouble(subject, known, digestOf([event, cause, withoutNumbers(message)]), [])
    }
    case 'partial': {
      const { reasons, digest } = await readFailureReasons(runs, run.id)
      const news = newTrouble(subject, known, digest, subject === 'sync' ? ['plan'] : [])
      return news && { ...news, reasons }
    }
    case 'drift':
      // Who calls has compared it with what people were told of drift before.
      return { forget: ['verify'], remember: { subject: 'drift', digest: run.id } }
    case 'recovered': {
      const over = subjectsOver(run, known)
      return over.length === 0 ? undefined : { forget: over, over: over.flatMap((one) => known[one] ?? []) }
    }
  }
}

/** Of a run over a part only nothing is remembered: it says nothing about the whole. */
function newTrouble(
  subject: 'sync' | 'verify' | undefined,
  known: Partial<Record<Subject, SentNotice>>,
  digest: string,
  forget: Subject[],
): News | undefined {
  if (subject === undefined) return { forget: [] }
  return known[subject]?.digest === digest ? undefined : { forget, remember: { subject, digest } }
}

/** The troubles that this run's end is the end of. */
function subjectsOver(run: Run, known: Partial<Record<Subject, SentNotice>>): Subject[] {
  const subject = subjectOf(run)
  const ends: Subject[] =
    subject === 'sync' ? ['sync', 'plan'] : subject === 'verify' ? ['verify', 'drift'] : []
  // Records in quarantine were not asked for: they fail as before.
  if (run.counts.quarantined > 0) return []
  return (['sync', 'plan', 'verify', 'drift'] as const).filter(
    (one) =>
      known[one] !== undefined && (ends.includes(one) || (one === 'plan' && known.plan?.runId === run.id)),
  )
}

function subjectOf(run: Run): 'sync' | 'verify' | undefined {
  return (run.kind === 'sync' || run.kind === 'verify') && isWhole(run) ? run.kind : undefined
}
