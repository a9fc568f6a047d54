import { maxBatchRequests } from '../contracts/cms/batch.ts'
import type { Page, PageWrite } from '../core/page.ts'
import { isNumberedSlug, numberedSlugs } from '../core/twin.ts'
import { inChunks } from '../lib/chunks.ts'
import { MirrorError } from '../lib/errors.ts'
import type { SyncDeps } from './deps.ts'
import { parentAt, standingAt, type Level } from './parent-level.ts'

type Deps = Pick<SyncDeps, 'parentPages' | 'writes' | 'renderer' | 'log' | 'now'>

/** Makes parent pages; an intent stands before each is sent. */
export async function createParents(
  deps: Deps,
  runId: string,
  wanted: readonly { level: Level; since: number | undefined }[],
  bind: (level: Level, page: Page) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const group of inChunks(wanted, maxBatchRequests)) {
    await deps.writes.intend(
      runId,
      group.map(({ level }) => `parent:${level.path}` as const),
      deps.now().getTime(),
      group.map(({ since }) => since),
    )
    // Pages in hand are finished even when the process is told to stop: an answer is worth waiting for.
    const answers = await deps.parentPages.writePages(
      group.map(({ level }) => toCreate(deps, level)),
      new AbortController().signal,
    )
    for (const [index, answer] of answers.entries()) {
      const level = group[index]?.level
      if (level === undefined) continue
      if (!answer.ok) {
        const said = `${answer.reason} (${answer.status} ${answer.code})`
        throw new MirrorError(
          `The CMS refused the parent page /${level.path}: ${said}. Make that page by hand, or let CMS_USER publish pages.`,
        )
      }
      const { page } = answer
      await bind(level, (await olderAt(deps, runId, level, page, signal)) ?? page)
      deps.log.info({ path: level.path, pageId: page.id, slug: page.slug }, 'parent page created')
    }
  }
}

function toCreate({ renderer }: Deps, { path, slug, parent }: Level): PageWrite {
  const { title, content } = renderer.renderParent(parentAt(path))
  return { kind: 'create', body: { slug, parent, title, content, status: 'publish' } }
}

/** Another slug than asked for: when a page got there first, ours, just made, goes. */
async function olderAt(
  deps: Deps,
  runId: string,
  level: Level,
  page: Page,
  signal: AbortSignal,
): Promise<Page | undefined> {
  if (!isNumberedSlug(page.slug, level.slug)) return undefined
  await deps.writes.markUncertain(runId, [`parent:${level.path}`])
  const found = await deps.parentPages.findExactly([level.slug, ...numberedSlugs(level.slug)], signal)
  const older = standingAt(
    level,
    found.filter(({ id }) => id !== page.id),
  )
  if (older === undefined) return undefined
  await deps.parentPages.writePages([{ kind: 'delete', id: page.id, force: true }], signal)
  deps.log.warn({ path: level.path, removed: page.id, slug: page.slug }, 'parent page twin removed')
  return older
}
