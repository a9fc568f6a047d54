import { findBlock } from '../core/block/find.ts'
import type { WriteChange } from '../core/change.ts'
import type { Page } from '../core/page.ts'
import { recordId, slugOf } from '../core/record.ts'
import type { SyncDeps } from './deps.ts'

/** What stands in the CMS for a change that is about to be written. */
export type Resolved =
  | { state: 'ours'; page: Page; how: 'bound' | 'sent' | 'found' }
  | { state: 'trashed'; page: Page }
  | { state: 'foreign'; page: Page }
  | { state: 'nothing' }
  | { state: 'settling'; waitMs: number }

type Deps = Pick<SyncDeps, 'cms' | 'writes' | 'policy' | 'now'>

/**
 * Looks up the page of each of at most 100 changes: bound ones by id, all others by slug in every status, so that
 * a create is never sent while a page of the record stands or may still land.
 */
export async function resolvePages(
  deps: Deps,
  runId: string,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<Map<string, Resolved>> {
  const resolved = new Map<string, Resolved>()
  const ids = changes.flatMap((change) => (change.kind === 'create' ? [] : [change.pageId]))
  const pages = new Map(
    (ids.length === 0 ? [] : await deps.cms.readPages(ids, signal)).map((page) => [page.id, page]),
  )
  for (const change of changes) {
    const page = change.kind === 'create' ? undefined : pages.get(change.pageId)
    if (page) resolved.set(recordId(change), { state: 'ours', page, how: 'bound' })
  }
  const unbound = changes.filter((change) => !resolved.has(recordId(change)))
  if (unbound.length > 0) await resolveBySlug(deps, runId, unbound, resolved, signal)
  return resolved
}

async function resolveBySlug(
  deps: Deps,
  runId: string,
  changes: readonly WriteChange[],
  resolved: Map<string, Resolved>,
  signal: AbortSignal,
): Promise<void> {
  const intents = await deps.writes.intents(changes)
  await deps.writes.markUncertain(
    runId,
    changes.filter((_, index) => intents[index] !== undefined),
  )
  const found = await deps.cms.findPages(changes.map(slugOf), signal)
  const now = deps.now().getTime()
  for (const [index, change] of changes.entries()) {
    const slug = slugOf(change)
    const intent = intents[index]
    const atSlug = found.filter((page) => page.slug === slug || page.slug === trashedSlug(slug))
    const alive = atSlug.filter((page) => page.status !== 'trash')
    // Under another parent a foreign page may have the same slug.
    const live = alive.find((page) => isOurs(page, change)) ?? alive[0]
    const trashed = atSlug.find((page) => page.status === 'trash' && isOurs(page, change))
    const settleLeft = intent === undefined ? 0 : intent.sentAt + deps.policy.settleMs - now
    resolved.set(recordId(change), toResolved(change, live, trashed, intent !== undefined, settleLeft))
  }
}

function toResolved(
  change: WriteChange,
  live: Page | undefined,
  trashed: Page | undefined,
  sent: boolean,
  settleLeft: number,
): Resolved {
  if (live)
    return isOurs(live, change)
      ? { state: 'ours', page: live, how: sent ? 'sent' : 'found' }
      : { state: 'foreign', page: live }
  if (trashed) return { state: 'trashed', page: trashed }
  return settleLeft > 0 ? { state: 'settling', waitMs: settleLeft } : { state: 'nothing' }
}

function isOurs(page: Page, change: WriteChange): boolean {
  return findBlock(page.content, change).state !== 'missing'
}

/** The engine frees a slug by renaming it when the page goes to the trash. */
export function trashedSlug(slug: string): string {
  return `${slug}__trashed`
}
