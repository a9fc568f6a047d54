import { planMenu, type MenuItemState, type MenuPage } from '../../core/page/menu.ts'
import { MirrorError, passesByWaiting } from '../../lib/errors.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { languageParents } from '../runs/language-parents.ts'
import type { Run } from '../../core/run/run.ts'
import { sendBatches } from '../batches/send-batches.ts'

type Added = { waitMs: number; notes: string[] }

/**
 * Adds each published language page of the run to the menu MENU_ID, if set. An item is added once, at the end, and then
 * belongs to the editor. An item that an editor removed stays removed. Items that the CMS refuses or cannot save become
 * notes. `waitMs` above 0: an item may still land. Call again after that; the menu is read before anything is sent.
 */
export async function syncMenu(
  deps: SyncDeps,
  run: Pick<Run, 'id' | 'languages'>,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const { menuId } = deps.policy
  if (menuId === undefined) return { waitMs: 0 }
  try {
    const { waitMs, notes } = await addMissing(deps, menuId, run, signal)
    await addNotes(deps, run.id, notes)
    return { waitMs }
  } catch (error) {
    signal.throwIfAborted()
    if (passesByWaiting(error) || !(error instanceof MirrorError)) throw error
    await addNotes(deps, run.id, [`menu ${menuId} is unchanged; the next run retries: ${error.message}`])
    return { waitMs: 0 }
  }
}

/** Compares the menu with the run's language pages and adds the missing items. */
async function addMissing(
  deps: SyncDeps,
  menuId: number,
  { id: runId, languages }: Pick<Run, 'id' | 'languages'>,
  signal: AbortSignal,
): Promise<Added> {
  const parents = await languageParents(deps)
  const pages = languages.flatMap((language): MenuPage[] => {
    const pageId = parents[language]
    return pageId === undefined ? [] : [{ language, pageId }]
  })
  if (pages.length === 0) return { waitMs: 0, notes: [] }
  await addNotes(deps, runId, await deps.damaged.moveForeign(deps.now().getTime(), { menuId }))
  const known = await deps.menuItems.read(menuId)
  const read = await deps.cms.readMenu(menuId, signal)
  if (!read.ok) return { waitMs: 0, notes: [unreadableNote(menuId, read.reason)] }
  const times = { now: await deps.sharedTime(), writeGraceMs: deps.policy.writeGraceMs }
  const plan = planMenu(pages, read.items, known, times)
  await deps.menuItems.save(
    menuId,
    new Map([...statesOf(plan.found, { is: 'there' }), ...statesOf(plan.taken, { is: 'taken' })]),
  )
  const notes = plan.taken.length === 0 ? [] : [takenNote(menuId, plan.taken)]
  const { waitMs, notes: more } = await sendItems(deps, { runId, menuId, ...plan }, signal)
  return { waitMs: Math.max(plan.waitMs, waitMs), notes: [...notes, ...more] }
}

type Adding = { runId: string; menuId: number; missing: readonly MenuPage[]; nextOrder: number }

/** Adds the missing items; only public pages get one. */
async function sendItems(deps: SyncDeps, adding: Adding, signal: AbortSignal): Promise<Added> {
  const { runId, menuId, missing, nextOrder } = adding
  if (missing.length === 0) return { waitMs: 0, notes: [] }
  const ids = missing.map(({ pageId }) => pageId)
  const current = await deps.parentPages.readPages(ids, signal)
  const seen = new Set(current.flatMap(({ id, status }) => (status === 'publish' ? [id] : [])))
  const pages = missing.filter(({ pageId }) => seen.has(pageId))
  const notes = new Set<string>()
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: pages,
      idOf: ({ pageId }) => `menu:${menuId}/${pageId}`,
      async send(batch) {
        const sent = { is: 'sent', at: await deps.sharedTime() } as const
        await deps.menuItems.save(menuId, statesOf(batch, sent))
        const items = batch.map(({ language, pageId }) => {
          const { title } = deps.renderer.renderParent({ kind: 'language', language })
          return { pageId, title, order: nextOrder + pages.findIndex((page) => page.pageId === pageId) }
        })
        // A batch in flight is finished even on shutdown, so that its response is not lost.
        return deps.cms.addMenuItems(menuId, items, new AbortController().signal)
      },
      async acknowledge(batch, answers) {
        const added = batch.filter((_, index) => answers[index]?.ok === true)
        const states = [...statesOf(batch, undefined), ...statesOf(added, { is: 'there' })]
        await deps.menuItems.save(menuId, new Map(states))
        deps.log.info({ menuId, added: added.map(({ language }) => language) }, 'menu items added')
        for (const answer of answers) if (!answer.ok) notes.add(refusedNote(menuId, answer.reason))
      },
      async giveUp(failed) {
        const unsaved = failed.map(({ item }) => item)
        await deps.menuItems.save(menuId, statesOf(unsaved, undefined))
        for (const { item, reason } of failed) notes.add(unsavedNote(menuId, item, reason))
      },
    },
    signal,
  )
  return { waitMs, notes: [...notes] }
}

function statesOf(
  pages: readonly MenuPage[],
  state: MenuItemState | undefined,
): Map<number, MenuItemState | undefined> {
  return new Map(pages.map(({ pageId }) => [pageId, state]))
}

function unreadableNote(menuId: number, reason: string): string {
  return `menu ${menuId} could not be read (${reason}), so no language page was added to it. Allow CMS_USER to edit menus (in WordPress: the role administrator), or unset MENU_ID`
}

function refusedNote(menuId: number, reason: string): string {
  return `the CMS refused items for menu ${menuId}: ${reason}. Check that MENU_ID is the id of a menu and that CMS_USER may edit menus (in WordPress: the role administrator), or unset it`
}

function unsavedNote(menuId: number, { language }: MenuPage, reason: string): string {
  return `language page ${language} could not be added to menu ${menuId}: ${reason}. The next run tries again`
}

function takenNote(menuId: number, pages: readonly MenuPage[]): string {
  const languages = pages.map(({ language }) => language).join(', ')
  return `these language pages were removed from menu ${menuId}, so they are not added again: ${languages}. To restore one, add it in the CMS`
}
