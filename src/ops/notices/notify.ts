import { digestOf } from '../../core/text/digest.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Posting, Subject, SentNotice } from '../../sync/ports/stored.ts'
import type { SyncDeps } from '../../sync/deps.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import { generalText } from '../../core/report/reasons/show.ts'
import { readFailureReasons, type FailureReason } from './failure-reasons.ts'
import { toBody } from './notice-body.ts'
import { eventOf, linkOf, toNotice, type NoticeEvent } from './notice.ts'
import { nameOf, type Receiver } from './receiver.ts'

export type NotifierDeps = {
  mirror: string
  /** The mirror that commands must name. */
  namedMirror?: string | undefined
  receivers: readonly Receiver[]
  runs: SyncDeps['runs']
  sent: SyncDeps['sentNotices']
  /** Counts records and plans that wait for an operator or for a fix. */
  countWaiting(): Promise<number>
  /** The address of the dashboard for its users; undefined: unknown. */
  publicUrl?: string | undefined
  /** Queues a notice for delivery; a known id adds nothing. */
  enqueue(postings: readonly Posting[]): Promise<void>
  /** Removes undelivered notices. */
  withdraw(postings: readonly Omit<Posting, 'body'>[]): Promise<void>
  log: Logger
  now(): Date
}

/** The content of a notice, and the problems that count as reported afterwards. */
type News = {
  reasons?: FailureReason[]
  over?: SentNotice[]
  remember?: { subject: Subject; digest: string }
  forget: Subject[]
}

/** Sends notices to NOTIFY_URL, each problem once until it changes; never rejects. */
export function createNotifier(deps: NotifierDeps): (run: Run) => Promise<void> {
  return async (run) => {
    const event = eventOf(run)
    if (event === undefined || deps.receivers.length === 0) return
    try {
      const known = await deps.sent.read()
      const news = await findNews(deps, event, run, known)
      if (news) await send(deps, event, run, news)
    } catch (error) {
      deps.log.error({ runId: run.id, event, reason: reasonOf(error) }, 'notification failed')
    }
  }
}

/**
 * Enqueues a notice before it stores that the problem was reported. A crash in between repeats the notice,
 * and its id prevents a second delivery.
 */
async function send(deps: NotifierDeps, event: NoticeEvent, run: Run, news: News): Promise<void> {
  const { mirror, namedMirror, receivers, publicUrl, log } = deps
  const { reasons = [], over = [], remember, forget } = news
  const at = deps.now()
  const link = publicUrl === undefined ? undefined : linkOf(publicUrl, event, run)
  const said = toNotice(event, run, { reasons, over, namedMirror })
  const notice = { ...said, ...(link !== undefined && { link }) }
  const about = { mirror, run, notice, reasons, at }
  // Every refused approval of the same plan is a separate notice.
  const id = idOf(mirror, run.id, event === 'refused' ? `${event}-${at.getTime()}` : event)
  // An undelivered notice must not arrive after its problem has ended.
  const old = over.map((one) => idOf(mirror, one.runId, one.event))
  await deps.withdraw(receivers.flatMap((one) => old.map((oldId) => ({ receiver: nameOf(one), id: oldId }))))
  await deps.enqueue(
    receivers.map((receiver) => ({ receiver: nameOf(receiver), id, body: toBody(receiver.format, about) })),
  )
  await deps.sent.forget(forget)
  if (remember) await deps.sent.save(remember.subject, { event, runId: run.id, digest: remember.digest })
  log.info({ runId: run.id, event, receivers: receivers.length }, 'notification queued')
}

const idOf = (mirror: string, runId: string, event: string): string => `${mirror}-${runId}-${event}`

/** Undefined if the problem was reported already, or another run will report it. */
async function findNews(
  deps: NotifierDeps,
  event: NoticeEvent,
  run: Run,
  known: Partial<Record<Subject, SentNotice>>,
): Promise<News | undefined> {
  const { runs } = deps
  const subject = subjectOf(run)
  switch (event) {
    case 'refused':
      return { forget: [] }
    case 'superseded': {
      const by = run.supersededBy === undefined ? undefined : await runs.read(run.supersededBy)
      // A full run reports the state of the problem itself.
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
      return newProblem(subject, known, digestOf([event, cause, generalText(message)]), [])
    }
    case 'partial': {
      const { reasons, digest } = await readFailureReasons(runs, run.id, deps.namedMirror)
      const news = newProblem(
        subject,
        known,
        (run.unfetched ?? 0) > 0 ? digestOf([digest, 'files']) : digest,
        subject === 'sync' && run.rest === undefined ? ['plan'] : [],
      )
      return news && { ...news, reasons }
    }
    case 'drift':
      // The caller has compared the drift with the last reported one.
      return { forget: ['verify'], remember: { subject: 'drift', digest: run.id } }
    case 'recovered': {
      const over = subjectsOver(run, known)
      if (over.length === 0) return undefined
      if ((await deps.countWaiting()) > 0) return postpone(deps, over, known)
      return { forget: over, over: over.flatMap((one) => known[one] ?? []) }
    }
  }
}

/**
 * These problems have ended, but others wait. A later run will report the end; until then, a recurrence
 * counts as new.
 */
async function postpone(
  { sent }: NotifierDeps,
  over: readonly Subject[],
  known: Partial<Record<Subject, SentNotice>>,
): Promise<undefined> {
  for (const subject of over) {
    const notice = known[subject]
    if (notice !== undefined) await sent.save(subject, { ...notice, digest: ended })
  }
}

/** Replaces the digest of a problem that has ended. */
const ended = 'over'

/** A partial run proves nothing about the whole mirror, so it is not stored as reported. */
function newProblem(
  subject: 'sync' | 'verify' | undefined,
  known: Partial<Record<Subject, SentNotice>>,
  digest: string,
  forget: Subject[],
): News | undefined {
  if (subject === undefined) return { forget: [] }
  return known[subject]?.digest === digest ? undefined : { forget, remember: { subject, digest } }
}

/** The problems that end with this run. */
function subjectsOver(run: Run, known: Partial<Record<Subject, SentNotice>>): Subject[] {
  const subject = subjectOf(run)
  const ends: Subject[] =
    subject === 'sync' ? ['sync', 'plan'] : subject === 'verify' ? ['verify', 'drift'] : []
  // Records in quarantine were skipped, so they still fail. The rest of a plan still waits.
  if (run.counts.quarantined > 0 || run.rest !== undefined) return []
  return (['sync', 'plan', 'verify', 'drift'] as const).filter(
    (one) =>
      known[one] !== undefined && (ends.includes(one) || (one === 'plan' && known.plan?.runId === run.id)),
  )
}

function subjectOf(run: Run): 'sync' | 'verify' | undefined {
  return (run.kind === 'sync' || run.kind === 'verify') && isWhole(run) ? run.kind : undefined
}
