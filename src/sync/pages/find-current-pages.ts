import { identifyPage, otherPageReason } from '../../core/page/identify-page.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { slugOf } from '../../core/record/record.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'
import { findBeforeCreate } from './find-before-create.ts'
import type { GraceLeft, Placed, Unresolved } from './unbound.ts'
import type { CurrentPage } from './page-item.ts'

/** A change with its page, and the slug that the page was or will be created with. */
type Located = Omit<Unresolved, 'head'> & { current: CurrentPage; slug: string }

/**
 * Looks up the page of each of at most 100 changes, in order. Bound ones are looked up by id, all others by slug in
 * every status, so that a create is never sent while a page of the record exists or may still land.
 */
export async function findCurrentPages(
  deps: SyncDeps,
  runId: string,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<Located[]> {
  const ids = changes.flatMap((change) => pageIdOf(change) ?? [])
  const [bound, intents, heads] = await Promise.all([
    deps.cms.readEach(ids, signal),
    deps.writes.intents(changes),
    deps.snapshots.heads(changes),
  ])
  const graceLeft = await openGrace(deps, intents)
  const pages = new Map(bound.pages.map((page) => [page.id, page]))
  const known = changes.map((change, index) => ({ change, intent: intents[index], head: heads[index] }))
  const atId = new Map(
    changes.flatMap((change): [WriteChange, MirroredPage][] => {
      const page = pages.get(pageIdOf(change) ?? 0)
      return page === undefined ? [] : [[change, readPage(change, page)]]
    }),
  )
  const own = ({ change, head }: Unresolved): MirroredPage | undefined => {
    const mirrored = atId.get(change)
    return mirrored && identifyPage(mirrored, head) !== 'neither' ? mirrored : undefined
  }
  const whyUnread = (change: WriteChange): string | undefined => bound.unreadable.get(pageIdOf(change) ?? 0)
  const unbound = known.filter((one) => own(one) === undefined && whyUnread(one.change) === undefined)
  // After a page was deleted, a page with its block under another slug is a copy that belongs to its editor.
  const isDeleted = (change: WriteChange): boolean => pageIdOf(change) !== undefined && !atId.has(change)
  const found = await findBeforeCreate(deps, { runId, changes: unbound, graceLeft, isDeleted }, signal)
  return known.map((one): Located => {
    const { change, intent, head } = one
    const slug = slugOf(change, head)
    const why = whyUnread(change)
    if (why !== undefined) return { change, intent, slug, current: unreadable(change, why) }
    const mirrored = own(one)
    if (mirrored) return { change, intent, slug, current: resolveBound(mirrored, intent, graceLeft) }
    const placed = found.get(change) ?? { current: { state: 'nothing' }, slug }
    const other = atId.get(change)
    return { change, intent, ...(other ? besideOther(other, placed) : placed) }
  })
}

function unreadable(change: WriteChange, detail: string): CurrentPage {
  return { state: 'unclear', reason: { code: 'unreadable-page', pageId: pageIdOf(change) ?? 0, detail } }
}

/** The stored id belongs to another page, so only a page found by its slug or block is the record's. */
function besideOther({ page }: MirroredPage, placed: Placed): Placed {
  const { current, slug } = placed
  if (current.state === 'ours' || current.state === 'trashed' || current.state === 'waiting') return placed
  return { slug, current: { state: 'unclear', reason: otherPageReason(page, slug) } }
}

function pageIdOf(change: WriteChange): number | undefined {
  return change.kind === 'create' ? undefined : change.pageId
}

/** An update that has not landed may still do so, and would then cause a lost edit. */
export function resolveBound(
  mirrored: MirroredPage,
  intent: Intent | undefined,
  graceLeft: GraceLeft,
): CurrentPage {
  const sent = intent?.read
  if (sent === undefined) return { state: 'ours', mirrored, how: 'bound' }
  const waitMs = mirrored.page.revision === sent.revision ? graceLeft(intent) : 0
  return waitMs > 0 ? { state: 'waiting', waitMs } : { state: 'ours', mirrored, how: 'bound', sent }
}
