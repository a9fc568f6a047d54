import type { PageWritten } from '../../core/record/page.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Cms } from '../ports/cms.ts'
import type { Commit, IntendedWrite, Intent, IntentKey } from '../ports/writes.ts'
import { confirmStored } from './confirm-stored.ts'
import type { PlannedWrite, Recomposed, WriteResponse } from './planned-write.ts'
import { repairLostEdits, type AnsweredUpdate } from './repair-lost-edit.ts'
import type { Delivered } from './send-batches.ts'
import { sendOnce } from './send-once.ts'

/** A write with the CMS's response. */
export type Answered = { planned: PlannedWrite; answer: PageWritten }

type Target = Pick<Cms, 'readPages' | 'readRevisions' | 'writePages'>

type Sending = {
  runId: string
  writes: readonly PlannedWrite[]
  /** The page type of the CMS; the one of records by default. */
  cms?: Target
  /** Sends the follow-up requests to a batch before its responses are committed. */
  followUp?: (answered: readonly Answered[]) => Promise<readonly Answered[]>
}

/**
 * Sends page writes for every stage. Stores the intents of at most 25 writes, sends them as one batch, repairs updates
 * that overtook an editor's save, and commits snapshots, outcomes and undo entries in one step. A write that another
 * try of the job has sent since the lookup is omitted: `waitMs` is then above 0, and the next call looks its page up
 * again.
 */
export async function sendWrites(
  deps: SyncDeps,
  { runId, writes, cms, followUp }: Sending,
  signal: AbortSignal,
): Promise<Delivered & { written: number; failed: number }> {
  let written = 0
  let failed = 0
  /** The intents that were stored for the writes, by record. */
  const stored = new Map<string, Intent>()
  const intentOf = ({ key, known }: PlannedWrite): Intent | undefined => stored.get(idOf(key)) ?? known
  const delivered = await sendOnce(
    deps,
    {
      runId,
      items: writes,
      idOf: ({ key }) => idOf(key),
      // Called before each batch, so it reads only the one field.
      isStopped: async () => (await deps.runs.state(runId)) !== 'writing',
      async intend(batch) {
        await deps.writeGate.pass()
        const intended = batch.flatMap(({ key, known, intent }): IntendedWrite[] =>
          intent === undefined ? [] : [{ ...intent, key, known }],
        )
        for (const [index, intent] of (await deps.writes.intend(runId, intended)).entries()) {
          const key = intended[index]?.key
          if (key !== undefined && intent) stored.set(idOf(key), intent)
        }
        return batch.filter(({ key, intent }) => intent === undefined || stored.has(idOf(key)))
      },
      async withdraw(batch) {
        const unsent = batch.flatMap(({ key, known }) => {
          const intent = stored.get(idOf(key))
          return intent === undefined ? [] : [{ key, intent, known }]
        })
        await deps.writes.clearIntents(unsent)
      },
      async send(batch) {
        // A batch in flight is finished even on shutdown, so that its response is not lost.
        const { signal: never } = new AbortController()
        const answers = await (cms ?? deps.cms).writePages(
          batch.map(({ write }) => write),
          never,
        )
        const answered = batch.flatMap((planned, index): Answered[] => {
          const answer = answers[index]
          return answer === undefined ? [] : [{ planned, answer }]
        })
        return followUp ? deps.writeGate.completing(() => followUp(answered)) : answered
      },
      async acknowledge(_, answered) {
        const commits: Commit[] = []
        for (const { planned, commit, ...response } of await checkAnswered(deps, cms ?? deps.cms, answered)) {
          const intent = intentOf(planned)
          const one = await commit({ ...response, intent })
          if (one !== undefined) commits.push({ ...one, intent })
        }
        await deps.writes.commit(runId, commits)
        written += commits.length
      },
      async giveUp(items) {
        const commits: Commit[] = []
        for (const { item, reason } of items) {
          const one = await item.giveUp(reason)
          if (one !== undefined) commits.push({ ...one, intent: intentOf(item) })
        }
        await deps.writes.commit(runId, commits)
        failed += items.length
      },
    },
    signal,
  )
  return { ...delivered, written, failed }
}

function idOf(key: IntentKey): string {
  return typeof key === 'string' ? key : recordId(key)
}

type Checked = Pick<PlannedWrite, 'commit'> & Omit<WriteResponse, 'intent'> & { planned: PlannedWrite }

/** Repairs lost edits, and confirms that all other updates are stored. */
async function checkAnswered(deps: SyncDeps, cms: Target, answered: readonly Answered[]): Promise<Checked[]> {
  const { log } = deps
  const fetchUser: Cms['fetchUser'] = (never) => deps.cms.fetchUser(never)
  const updates = answered.flatMap(({ planned, answer }): AnsweredUpdate<PlannedWrite, Recomposed>[] => {
    const { write, read, recompose } = planned
    if (read === undefined || recompose === undefined || write.kind !== 'update' || !answer.ok) return []
    return [{ item: planned, read, body: write.body, page: answer.page, recompose }]
  })
  const { repaired, unclear } = await deps.writeGate.completing(() =>
    repairLostEdits({ cms: { ...cms, fetchUser }, log }, updates),
  )
  // Like the repairs, the checks are not interrupted, because the responses would be lost.
  const { signal } = new AbortController()
  return Promise.all(
    answered.map(async ({ planned, answer }): Promise<Checked> => {
      const { write, read, commit } = planned
      const done = repaired.get(planned)
      if (done) {
        const { made = planned, reasons = [] } = done.repair ?? {}
        return { planned, commit: made.commit, answer: done.answer, reasons }
      }
      const why = unclear.get(planned)
      const reasons = why === undefined ? [] : [why]
      if (read === undefined) return { planned, commit, answer, reasons }
      return { planned, commit, answer: await confirmStored(cms, { write, read }, answer, signal), reasons }
    }),
  )
}
