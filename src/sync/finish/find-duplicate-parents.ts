import { findMarked } from '../../core/markup/find-block.ts'
import { sameFacts, sameText } from '../../core/markup/visible-content.ts'
import type { Page } from '../../core/record/page.ts'
import { parentMarks } from '../../core/render/parent.ts'
import { numberedSlugs } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'
import type { Duplicate } from './find-duplicate-pages.ts'
import { parentAt } from '../parents/parent-level.ts'
import { compact } from '../../lib/compact.ts'

/** Duplicates of the known parent pages at these paths (`products`, `products/de-de`). */
export async function findDuplicateParents(
  deps: SyncDeps,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Duplicate[]> {
  const known = await deps.parents.read()
  const duplicates: Duplicate[] = []
  for (const path of paths) {
    const [bound] = known[path] === undefined ? [] : await deps.parentPages.readPages([known[path]], signal)
    if (bound === undefined) continue
    const slug = path.slice(path.lastIndexOf('/') + 1)
    const found = await deps.parentPages.findExactly([slug, ...numberedSlugs(slug)], signal)
    for (const page of found) {
      if (page.id === bound.id || page.parent !== bound.parent || page.status === 'trash') continue
      const objection = await objectionToParent(deps, path, page, signal)
      if (objection === 'not ours') continue
      duplicates.push(compact({ id: `parent:${path}`, name: `the parent page /${path}`, page, objection }))
    }
  }
  return duplicates
}

async function objectionToParent(
  deps: SyncDeps,
  path: string,
  page: Page,
  signal: AbortSignal,
): Promise<string | undefined> {
  const parent = parentAt(path)
  if (findMarked(page.content, parentMarks(parent)).state !== 'ok') return 'not ours'
  const { title, content } = deps.renderer.renderParent(parent)
  if (!sameText(page.title, title) || !sameFacts(page.content, content)) return 'it was edited'
  return (await deps.parentPages.hasChildren(page.id, signal)) ? 'it has child pages' : undefined
}
