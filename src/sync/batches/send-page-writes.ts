import type { SimpleReason } from '../../core/reasons/reason.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { Page, PageWrite, PageWritten } from '../../core/record/page.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit, Intended, IntendedWrite, Intent } from '../ports/writes.ts'
import { confirmStored } from './confirm-stored.ts'
import { repairLostEdits, type AnsweredUpdate, type Repair } from './repair-lost-edit.ts'
import { sendBatches, type Delivered } from './send-batches.ts'

/** A write of a record's page, ready to be sent. */
export type PreparedWrite = {
  key: RecordKey
  write: PageWrite
  /** The page before an update, for comparison with the response. */
  read?: Page
  /** The record's intent at the time of the page's lookup. */
  known: Intent | undefined
  /** Stored before the write is sent; undefined if the intent of an earlier create is kept. */
  intent: Intended | undefined
}

type Composed = { body: PageWriteBody }

/** A write with the CMS's response. */
export type Answered<Prepared> = { prepared: Prepared; answer: PageWritten }

/**
 * `repair`: an editor saved at the same moment, and the response is that to the repair; `unclear`: why this is unknown.
 */
export type AnsweredWrite<Prepared, Made> = Answered<Prepared> & {
  repair?: Repair<Made>
  unclear?: SimpleReason
}

/** The writes of a stage, and how it commits the responses. */
export type PageWrites<Prepared extends PreparedWrite, Over extends { page: Page }, Made extends Composed> = {
  runId: string
  writes: readonly Prepared[]
  /** Sends the follow-up requests to a batch before its responses are committed. */
  followUp?: (answered: readonly Answered<Prepared>[]) => Promise<readonly Answered<Prepared>[]>
  repair?: {
    /** The page that an update of text was written over; undefined for all other writes. */
    overOf: (prepared: Prepared) => Over | undefined
    /** Composes an update again, over the page as an editor saved it. */
    recompose: (over: Over, saved: Page) => Made
  }
  /** The commit for a response; undefined if the record is resolved once more. */
  commit: (answered: AnsweredWrite<Prepared, Made>) => Commit | undefined | Promise<Commit | undefined>
  /** The commit of a write that the CMS cannot save. */
  giveUp: (prepared: Prepared, reason: string) => Commit
}

/**
 * Sends the writes of record pages for every stage. Stores the intents of at most 25 writes, sends them as one batch,
 * repairs updates that overtook an editor's save, and commits snapshots, outcomes and undo entries in one step. A write
 * that another try of the job has sent since the lookup is omitted: `waitMs` is then above 0, and the next call looks
 * its page up again.
 */
export async function sendPageWrites<
  Prepared extends PreparedWrite,
  Over extends { page: Page },
  Made extends Composed,
>(
  deps: SyncDeps,
  stage: PageWrites<Prepared, Over, Made>,
  signal: AbortSignal,
): Promise<Delivered & { written: number; failed: number }> {
  const { runId, writes, followUp } = stage
  let written = 0
  let failed = 0
  let isSentElsewhere = false
  /** The intents that were stored for the writes, by record. */
  const stored = new Map<string, Intent>()
  const over = ({ key, known }: Prepared): Intent | undefined => stored.get(recordId(key)) ?? known
  const delivered = await sendBatches(
    deps,
    {
      runId,
      items: writes,
      idOf: ({ key }) => recordId(key),
      // Called before each batch, so it reads only the one field.
      isStopped: async () => (await deps.runs.state(runId)) !== 'writing',
      async send(batch) {
        const intended = batch.flatMap(({ key, known, intent }): IntendedWrite[] =>
          intent === undefined ? [] : [{ ...intent, key, known }],
        )
        for (const [index, intent] of (await deps.writes.intend(runId, intended)).entries()) {
          const key = intended[index]?.key
          if (key !== undefined && typeof key !== 'string' && intent) stored.set(recordId(key), intent)
        }
        const sent = batch.filter(({ key, intent }) => intent === undefined || stored.has(recordId(key)))
        isSentElsewhere ||= sent.length < batch.length
        if (sent.length === 0) return []
        // A batch in flight is finished even on shutdown, so that its response is not lost.
        const { signal: never } = new AbortController()
        const answers = await deps.cms.writePages(
          sent.map(({ write }) => write),
          never,
        )
        const answered = sent.flatMap((prepared, index) => {
          const answer = answers[index]
          return answer === undefined ? [] : [{ prepared, answer }]
        })
        return followUp ? followUp(answered) : answered
      },
      async acknowledge(_, answered) {
        const commits: Commit[] = []
        for (const one of await checkAnswered(deps, stage, answered)) {
          const commit = await stage.commit(one)
          if (commit !== undefined) commits.push({ ...commit, intent: over(one.prepared) })
        }
        await deps.writes.commit(runId, commits)
        written += commits.length
      },
      async giveUp(items) {
        const commits = items.map(({ item, reason }) => ({
          ...stage.giveUp(item, reason),
          intent: over(item),
        }))
        await deps.writes.commit(runId, commits)
        failed += commits.length
      },
    },
    signal,
  )
  const waitMs = isSentElsewhere ? Math.max(delivered.waitMs, sentElsewhereMs) : delivered.waitMs
  return { ...delivered, waitMs, written, failed }
}

/** How long a write waits for another try that has sent it. */
export const sentElsewhereMs = 1_000

/** Repairs lost edits, and confirms that all other updates are stored. */
async function checkAnswered<
  Prepared extends PreparedWrite,
  Over extends { page: Page },
  Made extends Composed,
>(
  deps: SyncDeps,
  { repair }: Pick<PageWrites<Prepared, Over, Made>, 'repair'>,
  answered: readonly Answered<Prepared>[],
): Promise<AnsweredWrite<Prepared, Made>[]> {
  // Like the repairs, the checks are not interrupted, because the responses would be lost.
  const { signal } = new AbortController()
  const confirmed = async (one: Answered<Prepared>): Promise<AnsweredWrite<Prepared, Made>> => {
    const { write, read } = one.prepared
    if (read === undefined) return one
    return { ...one, answer: await confirmStored(deps.cms, { write, read }, one.answer, signal) }
  }
  if (repair === undefined) return Promise.all(answered.map(confirmed))
  const updates = answered.flatMap(
    ({ prepared, answer }): AnsweredUpdate<{ prepared: Prepared; over: Over }>[] => {
      const over = repair.overOf(prepared)
      const { write } = prepared
      if (over === undefined || write.kind !== 'update' || !answer.ok) return []
      return [{ item: { prepared, over }, read: over.page, body: write.body, page: answer.page }]
    },
  )
  const found = await repairLostEdits(deps, updates, ({ over }, saved) => repair.recompose(over, saved))
  const repairs = new Map([...found.repaired].map(([{ prepared }, one]) => [prepared, one]))
  const unclear = new Map([...found.unclear].map(([{ prepared }, why]) => [prepared, why]))
  return Promise.all(
    answered.map(async (one) => {
      const done = repairs.get(one.prepared)
      if (done) return { ...one, ...done }
      const why = unclear.get(one.prepared)
      return { ...(await confirmed(one)), ...(why !== undefined && { unclear: why }) }
    }),
  )
}
