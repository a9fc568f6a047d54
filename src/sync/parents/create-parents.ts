import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import { isNumberedSlug, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { MirrorError } from '../../lib/errors.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { parentAt, parentId, currentParentAt, type Level } from './parent-level.ts'
import { sendBatches } from '../batches/send-batches.ts'

type Wanted = {
  runId: string
  wanted: readonly { level: Level; since: number | undefined }[]
  bind: (level: Level, page: Page) => Promise<void>
}

/**
 * Creates parent pages; an intent is saved before each is sent. One that the CMS cannot save becomes a note. `waitMs`
 * above 0: some requests failed; call `ensureParents` again after that.
 */
export async function createParents(
  deps: SyncDeps,
  { runId, wanted, bind }: Wanted,
  signal: AbortSignal,
): Promise<{ waitMs: number; failed: boolean }> {
  let isAnyFailed = false
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: wanted,
      idOf: ({ level }) => parentId(level.path),
      async send(group) {
        await deps.writes.intend(
          runId,
          group.map(({ level, since }) => ({ key: parentId(level.path), since })),
          deps.now().getTime(),
        )
        // A batch in flight is finished even on shutdown, so that its reply is not lost.
        return deps.parentPages.writePages(
          group.map(({ level }) => toCreate(deps, level)),
          new AbortController().signal,
        )
      },
      async acknowledge(group, answers) {
        for (const [index, answer] of answers.entries()) {
          const level = group[index]?.level
          if (level === undefined) continue
          if (!answer.ok) throw refusedParent(level, answer)
          const { page } = answer
          await bind(level, (await olderAt(deps, { runId, level, page }, signal)) ?? page)
          deps.log.info({ path: level.path, pageId: page.id, slug: page.slug }, 'parent page created')
        }
      },
      async giveUp(failed) {
        isAnyFailed = true
        await addNotes(
          deps,
          runId,
          failed.map(({ item, reason }) => unsavedNote(item.level, reason)),
        )
      },
    },
    signal,
  )
  return { waitMs, failed: isAnyFailed }
}

function refusedParent({ path }: Level, { reason, status, code }: PageWritten & { ok: false }): MirrorError {
  return new MirrorError(
    `The CMS refused the parent page /${path}: ${reason} (${status} ${code}). Create that page by hand, or allow CMS_USER to publish pages.`,
  )
}

function unsavedNote({ path }: Level, reason: string): string {
  return `the CMS could not save the parent page /${path}: ${reason}. No page was created below it. Create that page by hand, or check the log of the CMS; the next run retries`
}

function toCreate({ renderer }: SyncDeps, { path, slug, parent }: Level): PageWrite {
  const { title, content } = renderer.renderParent(parentAt(path))
  return { kind: 'create', body: { slug, parent, title, content, status: 'publish' } }
}

/** The page that already had the slug, if ours got another one; ours, just created, is then deleted. */
async function olderAt(
  deps: SyncDeps,
  { runId, level, page }: { runId: string; level: Level; page: Page },
  signal: AbortSignal,
): Promise<Page | undefined> {
  if (!isNumberedSlug(page.slug, level.slug)) return undefined
  await deps.writes.markUncertain(runId, [parentId(level.path)])
  const found = await deps.parentPages.findExactly([level.slug, ...numberedSlugs(level.slug)], signal)
  const older = currentParentAt(
    level,
    found.filter(({ id }) => id !== page.id),
  )
  if (older === undefined) return undefined
  await deps.parentPages.writePages([{ kind: 'delete', id: page.id, force: true }], signal)
  deps.log.warn({ path: level.path, removed: page.id, slug: page.slug }, 'parent page duplicate removed')
  return older
}
