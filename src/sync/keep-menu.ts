import { planMenu, type MenuItemState, type MenuPage } from '../core/menu.ts'
import { MirrorError, passesByWaiting } from '../lib/errors.ts'
import { addNotes } from './add-notes.ts'
import type { SyncDeps } from './deps.ts'
import { languageParents } from './ensure-parents.ts'
import type { Run } from './run.ts'

type Deps = Pick<
  SyncDeps,
  'cms' | 'parentPages' | 'menuItems' | 'parents' | 'runs' | 'renderer' | 'policy' | 'log' | 'now'
>
type Kept = { waitMs: number; notes: string[] }

/**
 * Has each published language page of the run stand in the menu MENU_ID, if there is one: an item is made once, behind
 * the others, and is the editor's from then on; one that a person took away stays away. What the CMS refuses becomes
 * a note. `waitMs` above 0: an item may still land, call again after that. Throws OutcomeUnknownError when the answer
 * to a create was lost: called again, it looks before it sends anything.
 */
export async function keepMenu(
  deps: Deps,
  run: Pick<Run, 'id' | 'languages'>,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  const { menuId } = deps.policy
  if (menuId === undefined) return { waitMs: 0 }
  try {
    const { waitMs, notes } = await keep(deps, menuId, run.languages, signal)
    await addNotes(deps, run.id, notes)
    return { waitMs }
  } catch (error) {
    signal.throwIfAborted()
    if (passesByWaiting(error) || !(error instanceof MirrorError)) throw error
    await addNotes(deps, run.id, [
      `menu ${menuId} was left as it is, the next run tries again: ${error.message}`,
    ])
    return { waitMs: 0 }
  }
}

async function keep(
  deps: Deps,
  menuId: number,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<Kept> {
  const parents = await languageParents(deps)
  const pages = languages.flatMap((language): MenuPage[] => {
    const pageId = parents[language]
    return pageId === undefined ? [] : [{ language, pageId }]
  })
  if (pages.length === 0) return { waitMs: 0, notes: [] }
  const known = await deps.menuItems.read(menuId)
  const read = await deps.cms.readMenu(menuId, signal)
  if (!read.ok) return { waitMs: 0, notes: [unreadableNote(menuId, read.reason)] }
  const times = { now: deps.now().getTime(), settleMs: deps.policy.settleMs }
  const plan = planMenu(pages, read.items, known, times)
  await deps.menuItems.save(
    menuId,
    statesOf([
      [plan.found, { is: 'there' }],
      [plan.taken, { is: 'taken' }],
    ]),
  )
  const notes = plan.taken.length === 0 ? [] : [takenNote(menuId, plan.taken)]
  const refused = await add(deps, menuId, plan, signal)
  return { waitMs: plan.waitMs, notes: [...notes, ...refused] }
}

/** Adds what is missing; answers what a person should know. Only a page that visitors see gets an item. */
async function add(
  deps: Deps,
  menuId: number,
  { missing, nextOrder }: { missing: readonly MenuPage[]; nextOrder: number },
  signal: AbortSignal,
): Promise<string[]> {
  if (missing.length === 0) return []
  const ids = missing.map(({ pageId }) => pageId)
  const standing = await deps.parentPages.readPages(ids, signal)
  const seen = new Set(standing.flatMap(({ id, status }) => (status === 'publish' ? [id] : [])))
  const pages = missing.filter(({ pageId }) => seen.has(pageId))
  if (pages.length === 0) return []
  await deps.menuItems.save(menuId, statesOf([[pages, { is: 'sent', at: deps.now().getTime() }]]))
  const items = pages.map(({ language, pageId }, index) => {
    const { title } = deps.renderer.renderParent({ kind: 'language', language })
    return { pageId, title, order: nextOrder + index }
  })
  // What is in hand is finished even when the process is told to stop: an answer is worth waiting for.
  const answers = await deps.cms.addMenuItems(menuId, items, new AbortController().signal)
  const added = pages.filter((_, index) => answers[index]?.ok === true)
  const refused = pages.filter((page) => !added.includes(page))
  await deps.menuItems.save(
    menuId,
    statesOf([
      [added, { is: 'there' }],
      [refused, undefined],
    ]),
  )
  deps.log.info({ menuId, added: added.map(({ language }) => language) }, 'menu items added')
  const reasons = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.reason])))
  return [...reasons].map((reason) => refusedNote(menuId, reason))
}

function statesOf(
  groups: readonly (readonly [readonly MenuPage[], MenuItemState | undefined])[],
): Map<number, MenuItemState | undefined> {
  return new Map(groups.flatMap(([pages, state]) => pages.map(({ pageId }) => [pageId, state] as const)))
}

function unreadableNote(menuId: number, reason: string): string {
  return `menu ${menuId} could not be read (${reason}), so it got no items of the language pages. Let CMS_USER edit menus (of a WordPress the role administrator), or unset MENU_ID`
}

function refusedNote(menuId: number, reason: string): string {
  return `the CMS refused items for menu ${menuId}: ${reason}. Check that MENU_ID is the id of a menu and that CMS_USER may edit menus (of a WordPress the role administrator), or unset it`
}

function takenNote(menuId: number, pages: readonly MenuPage[]): string {
  const languages = pages.map(({ language }) => language).join(', ')
  return `somebody took the items of these language pages out of menu ${menuId}, and they stay out: ${languages}. Whoever wants one back adds it in the CMS`
}
