import type { Note } from '../../core/reasons/note.ts'
import type { PageWrite } from '../../core/record/page.ts'
import { toRecordKey } from '../../core/record/record.ts'
import { objectionTo } from '../../core/page/duplicate-slug.ts'
import { OutcomeUnknownError } from '../../lib/errors.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { findDuplicateParents } from './find-duplicate-parents.ts'
import { findDuplicatePages, type Duplicate } from './find-duplicate-pages.ts'
import type { Cms } from '../ports/cms.ts'
import type { Uncertain } from '../ports/writes.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import { sendBatches } from '../batches/send-batches.ts'

const parentPrefix = 'parent:'
const gone = new Set(['rest_already_trashed', 'rest_post_invalid_id'])

/**
 * Trashes duplicates of pages whose create got no reply in this run, or in any run of the last day, because such a
 * create may land after the end of its run. Only unedited duplicates created by the mirror are trashed. The known page
 * stays; a note reports every other duplicate, and the next run tries again if the CMS refused. With `gtins`, only
 * pages of these products and parent pages count. Returns the number of trashed pages. Throws OutcomeUnknownError if a
 * request failed; called again, it searches before it sends anything.
 */
export async function trashDuplicatePages(
  deps: SyncDeps,
  runId: string,
  signal: AbortSignal,
  gtins?: readonly string[],
): Promise<number> {
  const all = await readUncertain(deps, runId)
  const uncertain = all.filter(
    ({ id }) => gtins === undefined || isParent({ id }) || gtins.includes(toRecordKey(id).gtin),
  )
  if (uncertain.length === 0) return 0
  const ids = uncertain.map(({ id }) => id)
  const records = ids.filter((id) => !isParent({ id })).map(toRecordKey)
  const paths = ids.filter((id) => isParent({ id })).map((id) => id.slice(parentPrefix.length))
  const duplicates = [
    ...(await findDuplicatePages(deps, records, signal)),
    ...(await findDuplicateParents(deps, paths, signal)),
  ]
  if (duplicates.length === 0) {
    await deps.writes.keepUncertain(uncertain, [])
    return 0
  }
  // If the CMS does not return our user, every duplicate is left to the operator.
  const user = await fetchOwnUser(deps, signal)
  const sinces = new Map(uncertain.map(({ id, since }) => [id, since]))
  const judged = duplicates.map((duplicate) => ({
    ...duplicate,
    objection: duplicate.objection ?? objectionTo(duplicate.page, { user, since: sinces.get(duplicate.id) }),
  }))
  const ours = judged.filter(({ objection }) => objection === undefined)
  const parents = ours.filter(isParent)
  const others = ours.filter((duplicate) => !isParent(duplicate))
  const refused = new Map([
    ...(await remove(deps, deps.cms, { runId, duplicates: others }, signal)),
    ...(await remove(deps, deps.parentPages, { runId, duplicates: parents }, signal)),
  ])
  const left = judged.flatMap((duplicate): Note[] => {
    const why = refused.get(duplicate.page.id)
    if (why !== undefined) return [{ code: 'duplicate-not-removed', ...nameOf(duplicate), detail: why }]
    if (duplicate.objection === undefined) return []
    return [{ code: 'duplicate-kept', ...nameOf(duplicate), detail: duplicate.objection }]
  })
  const again = new Set(judged.flatMap(({ id, page }) => (refused.has(page.id) ? [id] : [])))
  await deps.writes.keepUncertain(
    uncertain,
    uncertain.filter(({ id }) => again.has(id)),
  )
  await addNotes(deps, runId, left)
  return judged.length - left.length
}

/** The records and parents whose page may have been created twice, each once. */
export async function readUncertain({ writes }: SyncDeps, runId: string): Promise<Uncertain[]> {
  const marked = [...(await writes.lateCreates()), ...(await writes.uncertain(runId))]
  const byId = new Map<string, Uncertain>()
  for (const one of marked) byId.set(one.id, { ...byId.get(one.id), ...one })
  return [...byId.values()]
}

function isParent({ id }: Pick<Duplicate, 'id'>): boolean {
  return id.startsWith(parentPrefix)
}

/** Moves pages to the trash; returns the reason for each refusal, by page id. */
async function remove(
  deps: SyncDeps,
  cms: Pick<Cms, 'writePages'>,
  { runId, duplicates }: { runId: string; duplicates: readonly Pick<Duplicate, 'id' | 'page'>[] },
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const refused = new Map<number, string>()
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: duplicates,
      idOf: ({ page }) => `remove:${page.id}`,
      send: (batch) =>
        cms.writePages(
          batch.map(({ page: { id } }): PageWrite => ({ kind: 'delete', id, force: false })),
          signal,
        ),
      async acknowledge(batch, answers) {
        for (const [index, { id, page }] of batch.entries()) {
          const removed = answers[index]
          if (removed?.ok === false && !gone.has(removed.code))
            refused.set(page.id, `the CMS refused to remove it (${removed.reason})`)
          else if (removed?.ok === true && removed.page.status !== 'trash')
            refused.set(page.id, 'the CMS accepted its removal and did not carry it out')
          else
            deps.log.warn(
              { runId, of: id, removed: page.id, slug: page.slug },
              'page duplicate put into the trash',
            )
        }
      },
      async giveUp(failed) {
        for (const { item, reason } of failed)
          refused.set(item.page.id, `it could not be removed (${reason})`)
      },
    },
    signal,
  )
  if (waitMs > 0) throw new OutcomeUnknownError('Some duplicates could not be removed yet.')
  return refused
}

function nameOf({ name, page: { id, link } }: Pick<Duplicate, 'name' | 'page'>) {
  return { pageId: id, link, name }
}
