import { maxBatchRequests } from '../contracts/cms/batch.ts'
import type { Outcome, RetireChange } from '../core/change.ts'
import type { PageWrite, PageWritten } from '../core/page.ts'
import { planRetirement, type Retirement } from '../core/retire.ts'
import type { Snapshot, SnapshotHead } from '../core/snapshot.ts'
import { inChunks } from '../lib/chunks.ts'
import type { SyncDeps } from './deps.ts'
import type { Commit } from './ports/writes.ts'

type Deps = Pick<SyncDeps, 'cms' | 'snapshots' | 'plans' | 'writes' | 'runs' | 'policy' | 'log' | 'now'>
type Item = { change: RetireChange; head: SnapshotHead; retirement: Retirement }

const gone = new Set(['rest_already_trashed', 'rest_post_invalid_id'])

/** Retires the pages of at most 100 planned records; all of its writes go by id and may be repeated. */
export async function retirePages(
  deps: Deps,
  input: { runId: string; recordIds: string[] },
  signal: AbortSignal,
): Promise<void> {
  const planned = await deps.plans.read(input.runId, input.recordIds)
  const changes = planned.filter((change): change is RetireChange => change?.kind === 'retire')
  if (changes.length === 0) return
  const items = await prepare(deps, changes, signal)
  const still = items.filter(({ retirement }) => retirement.write === undefined)
  await deps.writes.commit(
    input.runId,
    still.map((item) => retired(item)),
  )
  const toWrite = items.filter(({ retirement }) => retirement.write !== undefined)
  for (const batch of inChunks(toWrite, maxBatchRequests)) {
    if ((await deps.runs.state(input.runId)) !== 'writing') return
    const writes = batch.flatMap(({ retirement }): PageWrite[] =>
      retirement.write ? [retirement.write] : [],
    )
    await deps.writes.intend(
      input.runId,
      batch.map(({ change }) => change),
      deps.now().getTime(),
    )
    const answers = await deps.cms.writePages(writes, signal)
    await deps.writes.commit(
      input.runId,
      batch.map((item, index) => toCommit(item, answers[index])),
    )
  }
}

async function prepare(deps: Deps, changes: readonly RetireChange[], signal: AbortSignal): Promise<Item[]> {
  const [pages, heads, snapshots, intents] = await Promise.all([
    deps.cms.readPages(
      changes.map(({ pageId }) => pageId),
      signal,
    ),
    deps.snapshots.heads(changes),
    deps.snapshots.read(changes),
    deps.writes.intents(changes),
  ])
  const byId = new Map(pages.map((page) => [page.id, page]))
  return changes.flatMap((change, index): Item[] => {
    const head = heads[index]
    const snapshot: Snapshot | undefined = snapshots[index]
    if (head === undefined) return []
    const page = byId.get(change.pageId)
    const begun = intents[index] !== undefined
    const retirement = planRetirement(change, page, snapshot, deps.policy.retireTo, begun)
    return [{ change, head, retirement }]
  })
}

function toCommit(item: Item, answer: PageWritten | undefined): Commit {
  if (answer?.ok === false && !gone.has(answer.code)) {
    const { gtin, language } = item.change
    const reason = `the CMS refused to retire the page: ${answer.reason} (${answer.status} ${answer.code})`
    return { outcome: { gtin, language, result: 'failed', reason, pageId: item.head.pageId } }
  }
  return retired(item)
}

function retired({ change, head, retirement }: Item): Commit {
  const { gtin, language, reason } = change
  const outcome: Outcome = {
    gtin,
    language,
    result: 'retired',
    pageId: head.pageId,
    reason: retirement.reason === undefined ? reason : `${reason}; ${retirement.reason}`,
  }
  return { outcome, snapshot: { ...head, state: 'retired', retiredTo: retirement.to } }
}
