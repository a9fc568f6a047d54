import { auditPage, recordOfPage, type Finding } from '../core/audit.ts'
import type { Page } from '../core/page.ts'
import type { RecordKey } from '../core/record.ts'
import type { SyncDeps } from './deps.ts'
import { languageParents } from './ensure-parents.ts'

type Deps = Pick<SyncDeps, 'cms' | 'snapshots' | 'parents' | 'policy'>

/**
 * Reads every page of the CMS, a hundred a request, and compares with the snapshots. Writes nothing; what the engine
 * itself rewrote is no finding.
 */
export async function* verifyMirror(deps: Deps, signal: AbortSignal): AsyncGenerator<Finding[]> {
  const languages = await deps.snapshots.languages()
  const parents = await languageParents(deps)
  const seen: Seen = { strange: new Set(), known: new Set() }
  for await (const pages of deps.cms.walkPages(0, signal)) {
    for (const page of pages) {
      const side = recordOfPage(page, languages) === undefined ? 'strange' : 'known'
      seen[side].add(page.id)
    }
    yield await auditPages(deps, pages, languages, parents)
  }
  for (const language of languages) yield* auditUnseen(deps, language, seen)
}

/** Ids of pages that looked like no record's, and of those that did. */
type Seen = Record<'strange' | 'known', Set<number>>

async function auditPages(
  deps: Deps,
  pages: readonly Page[],
  languages: readonly string[],
  parents: Record<string, number>,
): Promise<Finding[]> {
  const ours = pages.flatMap((page): { page: Page; key: RecordKey }[] => {
    const key = recordOfPage(page, languages)
    return key === undefined ? [] : [{ page, key }]
  })
  const snapshots = await deps.snapshots.read(ours.map(({ key }) => key))
  return ours.flatMap(({ page, key }, index) =>
    auditPage(key, page, { snapshot: snapshots[index], parent: parents[key.language] }),
  )
}

/** Bound pages that are gone, or that nothing shows to be ours any more. */
async function* auditUnseen(
  deps: Pick<SyncDeps, 'snapshots'>,
  language: string,
  { strange, known }: Seen,
): AsyncGenerator<Finding[]> {
  for await (const entries of deps.snapshots.scan(language)) {
    yield entries
      .filter(({ head }) => head.state === 'mirrored' && !known.has(head.pageId))
      .map(({ gtin, head: { pageId } }) => {
        const key = { gtin, language, pageId }
        return strange.has(pageId)
          ? { ...key, kind: 'edited', detail: 'its slug and its mirrored block were both removed' }
          : { ...key, kind: 'missing', detail: `page ${pageId} is gone` }
      })
  }
}
