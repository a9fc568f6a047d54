import type { Done } from '../actors/editors.ts'
import type { PageRow } from '../actors/pages.ts'
import type { Expected } from './expectation.ts'
import type { Holdings } from './holdings.ts'

/** Pages, posts and files from before the mirror are unchanged, field by field. */
export function checkPristine(before: Holdings, now: Holdings): string[] {
  return (['pages', 'posts', 'media'] as const).flatMap((kind) => {
    const current = new Map<number, unknown>(now[kind].map((row) => [row.id, row]))
    return before[kind].flatMap((row) => {
      const [was, is] = [row, current.get(row.id)].map((one) => JSON.stringify(one))
      return was === is ? [] : [`${kind} ${row.id} (${row.slug}) is not ours and was changed: ${was} / ${is}`]
    })
  })
}

/** A page that an editor hid is public again only if an editor published it. */
export function checkHidden(done: readonly Done[], pages: readonly PageRow[]): string[] {
  const hidden = new Map<number, string>()
  for (const { action, reason, before, after } of done) {
    if (reason !== undefined || before === undefined || after === undefined) continue
    // Saving a page with the status that it has leaves no trace, such as draft on one that was retired to draft.
    if (action.do === 'set-status' && ![before.status, 'publish'].includes(after.status))
      hidden.set(before.id, after.status)
    else if (action.do === 'restore') hidden.delete(before.id)
  }
  return pages.flatMap(({ id, slug, status }) =>
    hidden.has(id) && status === 'publish'
      ? [`page ${id} (${slug}) is public, and a person had made it ${hidden.get(id)}`]
      : [],
  )
}

/**
 * Pages that editors made or took over are unchanged since. Their addresses follow the parent pages, which editors may
 * rename; an effect of the mirror on an address would show in slug, parent or status.
 */
export function checkOwn(
  done: readonly Done[],
  own: ReadonlySet<number>,
  {
    pages,
    expectations,
    deletedFiles,
  }: {
    pages: readonly PageRow[]
    expectations: ReadonlyMap<string, Expected>
    /** files that editors deleted, which the CMS then also removes as the image of every page */
    deletedFiles: { has: (id: number) => boolean }
  },
): string[] {
  return done.flatMap(({ made, action, record }, index) => {
    // An adopted page is judged as its record's.
    if (made === undefined || !own.has(made.id)) return []
    // It was adopted, and an editor took it over later: it is as that editor left it.
    if (done.slice(index + 1).some((later) => later.made?.id === made.id)) return []
    // A copy has the record's block, so it is the record's page once the original has neither block nor slug.
    if (action.do === 'copy' && expectations.get(record)?.page === 'any') return []
    const now = pages.find(({ id }) => id === made.id)
    const isBereft = deletedFiles.has(made.featuredMedia)
    const left = isBereft ? { ...made, featuredMedia: 0 } : made
    const changes = now === undefined ? ['it is gone'] : changesOf(left, now)
    return changes.length === 0
      ? []
      : [`a person’s own page ${made.id} (${made.slug}) was changed: ${changes.join('; ')}`]
  })
}

function changesOf({ link: _link, ...was }: PageRow, is: PageRow): string[] {
  const now = new Map(Object.entries(is))
  return Object.entries(was).flatMap(([field, value]) => {
    const [before, after] = [JSON.stringify(value), JSON.stringify(now.get(field))]
    return before === after ? [] : [`${field} ${before} / ${after}`]
  })
}
