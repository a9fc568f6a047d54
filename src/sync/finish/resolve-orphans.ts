import { maxBatchRequests } from '../../contracts/cms/batch.ts'
import type { Note } from '../../core/reasons/note.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import { isUnpublishedDraft } from '../../core/page/waiting-draft.ts'
import { insertNotice } from '../../core/page/notice.ts'
import { numberedSlugs, objectionTo } from '../../core/page/duplicate-slug.ts'
import type { Page, PageWrite } from '../../core/record/page.ts'
import { recordId, slugOf, type RecordKey } from '../../core/record/record.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import { inChunks } from '../../lib/chunks.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import type { Intent } from '../ports/writes.ts'
import { addNotes } from '../runs/add-notes.ts'

type Orphan = { key: RecordKey; intent: Intent; page?: Page }

/**
 * Resolves creates with a lost reply whose product is gone since. No run plans them, and without a snapshot nothing
 * else would find their pages. A page with only our content is withdrawn according to RETIRE_TO, once its product is
 * gone as long as is required of any other; a note names every page. A run that lacks a language, or lost records of
 * its scope, proves nothing about them.
 */
export async function resolveOrphans(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  if (run.kind !== 'sync' || !isWhole(run) || run.failure !== undefined || run.rest !== undefined) return
  if (run.counts.notPlanned > 0) return
  for (const group of inChunks(await listOrphans(deps, run), maxBatchRequests)) {
    const orphans = await findPages(deps, group, signal)
    const user = await fetchOwnUser(deps, signal)
    const resolved: Orphan[] = []
    const notes: Note[] = []
    const writes: { orphan: Orphan; page: Page; write: PageWrite }[] = []
    for (const orphan of orphans) {
      const { page, intent } = orphan
      const write = page && withdraw(deps, orphan.key, page)
      const why = page && whyLeft(deps, readPage(orphan.key, page), { user, since: intent.since })
      if (page !== undefined && why === undefined && !isDue(deps, intent))
        notes.push({ code: 'orphan-waits', ...nameOf(page) })
      else if (page !== undefined && why === undefined && write !== undefined)
        writes.push({ orphan, page, write })
      else {
        resolved.push(orphan)
        if (page !== undefined)
          notes.push({ code: 'orphan-kept', ...nameOf(page), detail: why ?? 'RETIRE_TO=keep' })
      }
    }
    const answers = await deps.cms.writePages(
      writes.map(({ write }) => write),
      signal,
    )
    for (const [index, { orphan, page }] of writes.entries()) {
      const written = answers[index]
      if (written?.ok === true) {
        resolved.push(orphan)
        notes.push({ code: 'orphan-withdrawn', ...nameOf(page), status: written.page.status })
      } else {
        const detail = written?.reason ?? 'no response'
        notes.push({ code: 'orphan-refused', ...nameOf(page), detail })
      }
    }
    await deps.writes.clearIntents(resolved)
    await addNotes(deps, run.id, notes)
  }
}

/** Creates from earlier runs for which this run has no outcome. */
async function listOrphans(deps: SyncDeps, { id: runId, languages }: Run): Promise<Orphan[]> {
  const sent = new Map<string, Orphan>()
  for await (const entries of deps.intents.scan()) {
    const graceLeft = await openGrace(
      deps,
      entries.map(({ value }) => value),
    )
    for (const { key, value } of entries) {
      const isCreate =
        /^\d{13}$/.test(key.gtin) && value.read === undefined && languages.includes(key.language)
      if (isCreate && value.runId !== runId && graceLeft(value) <= 0)
        sent.set(recordId(key), { key, intent: value })
    }
  }
  if (sent.size === 0) return []
  for await (const outcomes of deps.runs.scanOutcomes(runId))
    for (const outcome of outcomes) sent.delete(recordId(outcome))
  const orphans = [...sent.values()]
  const heads = await deps.snapshots.heads(orphans.map(({ key }) => key))
  return orphans.filter((_, index) => heads[index] === undefined)
}

async function findPages(deps: SyncDeps, orphans: readonly Orphan[], signal: AbortSignal): Promise<Orphan[]> {
  const slugs = orphans
    .map(({ key, intent }) => slugOf(key, intent))
    .flatMap((slug) => [slug, ...numberedSlugs(slug)])
  const atSlug = await deps.cms.findExactly(slugs, signal)
  return Promise.all(
    orphans.map(async (orphan) => {
      const isOwn = (page: Page): boolean =>
        page.status !== 'trash' && readPage(orphan.key, page).block.state === 'ok'
      const page =
        atSlug.find(isOwn) ??
        (await deps.cms.searchPages(`gtin-${orphan.key.gtin}`, undefined, signal)).find(isOwn)
      return page === undefined ? orphan : { ...orphan, page }
    }),
  )
}

/** Whether the product has been gone as long as is required for a mirrored one. */
function isDue(deps: SyncDeps, { sentAt }: Intent): boolean {
  const { policy } = deps
  return deps.now().getTime() - sentAt >= policy.retireAfterMisses * policy.missIntervalMs
}

function whyLeft(
  { policy }: SyncDeps,
  mirrored: MirroredPage,
  maker: { user: number | undefined; since: number | undefined },
): string | undefined {
  const { page } = mirrored
  const isAsCreated = page.status === policy.pageStatus || isUnpublishedDraft(mirrored)
  if (!isAsCreated || page.hasPassword) return `an editor changed it to ${page.status}`
  if (page.revisions > 0) return 'it was edited'
  return objectionTo(page, maker)
}

function withdraw({ policy, renderer }: SyncDeps, key: RecordKey, page: Page): PageWrite | undefined {
  const { retireTo } = policy
  const { id } = page
  if (retireTo === 'keep') return undefined
  if (retireTo === 'notice') {
    const notice = renderer.renderNotice(key.language)
    return { kind: 'update', id, body: insertNotice(readPage(key, page), notice) }
  }
  if (retireTo === 'trash' || retireTo === 'delete') return { kind: 'delete', id, force: false }
  return { kind: 'update', id, body: { status: retireTo } }
}

function nameOf({ id, link }: Page): { pageId: number; link: string } {
  return { pageId: id, link }
}
