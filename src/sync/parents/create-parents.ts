import type { Note } from '../../core/reasons/note.ts'
import type { Page, PageWrite, PageWritten } from '../../core/record/page.ts'
import { isNumberedSlug, numberedSlugs } from '../../core/page/duplicate-slug.ts'
import { findMarked } from '../../core/markup/find-block.ts'
import { parentMarks } from '../../core/render/parent.ts'
import { MirrorError } from '../../lib/errors.ts'
import { readStored, refusedSilently } from '../batches/confirm-stored.ts'
import { addNotes } from '../runs/add-notes.ts'
import { discardCreated } from '../batches/discard-created.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import { sendWrites } from '../batches/send-writes.ts'
import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'
import { parentAt, parentId, currentParentAt, type Level } from './parent-level.ts'

/** A parent page to create; `since` as in its intent, `known`: its intent at the time of the lookup. */
export type MissingParent = { level: Level; since: number | undefined; known: Intent | undefined }

/** Page ids by path. `waitMs` above 0: some requests failed. `incomplete`: a page cannot be saved, or the run was cancelled. */
export type MadeParents = { ids: Map<string, number>; waitMs: number; incomplete: boolean }

/** Creates parent pages. A page that the CMS cannot save becomes a note. */
export async function createParents(
  deps: SyncDeps,
  runId: string,
  missing: readonly MissingParent[],
  signal: AbortSignal,
): Promise<MadeParents> {
  const ids = new Map<string, number>()
  const writes = missing.map(({ level, since, known }): PlannedWrite => ({
    key: parentId(level.path),
    write: toCreate(deps, level),
    known,
    intent: { since },
    async commit({ answer, intent }) {
      if (!answer.ok) throw refusedParent(level, answer)
      const page = (await olderAt(deps, { runId, level, page: answer.page }, signal)) ?? answer.page
      await bindParent(deps, runId, { level, page, intent })
      if (page === answer.page) await noteUnstored(deps, runId, level, page)
      ids.set(level.path, page.id)
      deps.log.info({ path: level.path, pageId: page.id, slug: page.slug }, 'parent page created')
      return undefined
    },
    async giveUp(detail) {
      await addNotes(deps, runId, [{ code: 'parent-unsaved', path: level.path, detail }])
      return undefined
    },
  }))
  const { waitMs, failed, stopped } = await sendWrites(deps, { runId, writes, cms: deps.parentPages }, signal)
  return { ids, waitMs, incomplete: failed > 0 || stopped }
}

/** Binds a page to its place; `intent`: that of its create, as it was read or stored. */
export async function bindParent(
  deps: SyncDeps,
  runId: string,
  { level, page, intent }: { level: Level; page: Page; intent: Intent | undefined },
): Promise<void> {
  // In this order, because after a crash in between the page is found again, but a leftover intent would not be.
  if (intent !== undefined) await deps.writes.clearIntents([{ key: parentId(level.path), intent }])
  await deps.parents.save(level.path, page)
  if (isNumberedSlug(page.slug, level.slug)) await addNotes(deps, runId, [numberedNote(level, page)])
}

/**
 * Reports the parts of a new parent page that the CMS did not store. It serves as parent, but visitors may not see it.
 */
async function noteUnstored(deps: SyncDeps, runId: string, level: Level, answered: Page): Promise<void> {
  const { signal } = new AbortController()
  const sent = { write: toCreate(deps, level), read: undefined }
  const { page, missing } = await readStored(deps.parentPages, sent, answered, signal)
  if (missing.length === 0) return
  const { reason } = refusedSilently(missing)
  const { id: pageId, status } = page
  await addNotes(deps, runId, [
    { code: 'parent-incomplete', path: level.path, pageId, status, detail: reason },
  ])
}

function refusedParent({ path }: Level, { reason, status, code }: PageWritten & { ok: false }): MirrorError {
  return new MirrorError(
    `The CMS refused the parent page /${path}: ${reason} (${status} ${code}). Create that page by hand, or allow CMS_USER to publish pages.`,
  )
}

function toCreate({ renderer }: SyncDeps, { path, slug, parent }: Level): PageWrite {
  const { title, content } = renderer.renderParent(parentAt(path))
  return { kind: 'create', body: { slug, parent, title, content, status: 'publish' } }
}

/** The page that already had the slug, if ours got another one; our new page is then deleted. */
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
  const isOurs = ({ content }: Page): boolean =>
    findMarked(content, parentMarks(parentAt(level.path))).state === 'ok'
  const { parentPages: cms, log } = deps
  await discardCreated({ cms, log }, page, { isOurs, about: { path: level.path } }, signal)
  return older
}

function numberedNote({ path, slug: wanted }: Level, { id, link, slug }: Page): Note {
  return { code: 'parent-numbered', path, pageId: id, link, slug, wanted }
}
