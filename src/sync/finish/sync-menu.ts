import type { Note } from '../../core/reasons/note.ts'
import { planMenu, type MenuItemState, type MenuPage } from '../../core/page/menu.ts'
import { MirrorError, passesByWaiting } from '../../lib/errors.ts'
import { addNotes, damagedNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { languageParents } from '../runs/language-parents.ts'
import type { Run } from '../../core/run/run.ts'
import { sendOnce } from '../batches/send-once.ts'

type Added = { waitMs: number; notes: Note[] }

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
    await addNotes(deps, run.id, [{ code: 'menu-unchanged', menuId, detail: error.message }])
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
  const moved = await deps.damaged.moveForeign(deps.now().getTime(), { menuId })
  await addNotes(deps, runId, damagedNotes(moved))
  const known = await deps.menuItems.read(menuId)
  const read = await deps.cms.readMenu(menuId, signal)
  if (!read.ok) return { waitMs: 0, notes: [{ code: 'menu-unreadable', menuId, detail: read.reason }] }
  const times = { now: await deps.sharedTime(), writeGraceMs: deps.policy.writeGraceMs }
  const plan = planMenu(pages, read.items, known, times)
  await deps.menuItems.save(
    menuId,
    new Map([...statesOf(plan.found, { is: 'there' }), ...statesOf(plan.taken, { is: 'taken' })]),
  )
  const notes = removedNotes(menuId, plan.taken)
  const { waitMs, notes: more } = await sendItems(deps, { runId, menuId, known, ...plan }, signal)
  return { waitMs: Math.max(plan.waitMs, waitMs), notes: [...notes, ...more] }
}

type Adding = {
  runId: string
  menuId: number
  /** The states before the menu was read. */
  known: ReadonlyMap<number, MenuItemState>
  missing: readonly MenuPage[]
  nextOrder: number
}

/** Adds the missing items; only public pages get one. */
async function sendItems(deps: SyncDeps, adding: Adding, signal: AbortSignal): Promise<Added> {
  const { runId, menuId, known, missing, nextOrder } = adding
  if (missing.length === 0) return { waitMs: 0, notes: [] }
  const { pages: current } = await deps.parentPages.readAddresses(
    missing.map(({ pageId }) => pageId),
    signal,
  )
  const seen = new Set(current.flatMap(({ id, status }) => (status === 'publish' ? [id] : [])))
  const pages = missing.filter(({ pageId }) => seen.has(pageId))
  const notes: Note[] = []
  const { waitMs } = await sendOnce(
    deps,
    {
      runId,
      items: pages,
      idOf: ({ pageId }) => `menu:${menuId}/${pageId}`,
      async intend(batch) {
        const at = await deps.sharedTime()
        const ids = await deps.menuItems.markSent(
          menuId,
          batch.map(({ pageId }) => pageId),
          { known, at },
        )
        return batch.filter(({ pageId }) => ids.has(pageId))
      },
      send(batch) {
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
        for (const answer of answers)
          if (!answer.ok) notes.push({ code: 'menu-refused', menuId, detail: answer.reason })
      },
      async giveUp(failed) {
        const unsaved = failed.map(({ item }) => item)
        await deps.menuItems.save(menuId, statesOf(unsaved, undefined))
        for (const { item, reason } of failed)
          notes.push({ code: 'menu-item-unsaved', menuId, language: item.language, detail: reason })
      },
    },
    signal,
  )
  return { waitMs, notes }
}

function statesOf(
  pages: readonly MenuPage[],
  state: MenuItemState | undefined,
): Map<number, MenuItemState | undefined> {
  return new Map(pages.map(({ pageId }) => [pageId, state]))
}

/** A note about the language pages whose items an editor removed. */
function removedNotes(menuId: number, pages: readonly MenuPage[]): Note[] {
  if (pages.length === 0) return []
  return [{ code: 'menu-items-removed', menuId, languages: pages.map(({ language }) => language) }]
}
