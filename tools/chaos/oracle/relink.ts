import type { Expected, Overwritable } from './expectation.ts'

/** GTINs that were resynced in a phase, languages whose page editors renamed in it, and whether a plug-in rewrites cells. */
type Circumstances = {
  resynced: ReadonlySet<string>
  renamed: ReadonlySet<string>
  hasPlugin: boolean
}

/**
 * A page is written when its product's pages in other languages appear, go or move. One also goes or appears when an editor
 * hides it or shows it again, or when one that cannot be created is given up because a foreign page has its slug. A page is
 * also written when another record renews a file that it shows. With `ON_EDIT=overwrite` that may overwrite an editor's
 * links and images: from then on either version may be there. The rest stays, because the product is unchanged. A page that
 * goes is not written any more, unless its product is resynced before.
 */
export function relink(
  before: ReadonlyMap<string, Expected>,
  after: ReadonlyMap<string, Expected>,
  { resynced, renamed, hasPlugin }: Circumstances,
): void {
  for (const [record, now] of after) {
    const [gtin = ''] = record.split('/')
    const goes = before.get(record)?.retired === undefined && resynced.has(gtin)
    if (now.page !== 'alive' || (now.retired !== undefined && !goes)) continue
    const files = JSON.stringify(before.get(record)?.files)
    const moved = siblingsOf(after, record).some(
      ([other, { page }]) => page === 'alive' && renamed.has(other.split('/')[1] ?? ''),
    )
    const changed =
      moved || othersOf(before, record) !== othersOf(after, record) || files !== JSON.stringify(now.files)
    now.relinked ||= changed || now.relinkedLater || isBarred(after, record)
    // The next run notices an edit that was made after a run was over.
    now.relinkedLater = changed
    // A page in the trash is not written: its links follow when it is restored.
    if (!now.relinked || now.trashed || now.hold) continue
    now.relinked = false
    now.either = [...new Set([...now.either, ...linkedWords(now, hasPlugin)])]
  }
}

/**
 * The editors’ images, and their parts of the block that have links or may have. A cell that a plug-in rewrote reads
 * as one that the partner changed as well.
 */
function linkedWords(
  { words: { image, inner = '' }, contested }: Expected,
  hasPlugin: boolean,
): Overwritable[] {
  const mayHaveLinks = hasPlugin || contested.includes('links') || contested.includes('all')
  const isLinked = inner.trim() !== '' && mayHaveLinks
  return [...(image === undefined ? [] : ['image' as const]), ...(isLinked ? ['inner' as const] : [])]
}

/** The other languages in which the product is shown, and the possible effects of edits that hide or move it. */
function othersOf(all: ReadonlyMap<string, Expected>, record: string): string {
  return siblingsOf(all, record)
    .filter(([, { page, retired }]) => page === 'alive' && retired === undefined)
    .map(
      ([
        other,
        {
          trashed,
          statuses,
          words: { slug, parent },
        },
      ]) => [other, trashed, ...statuses, slug, parent].join(' '),
    )
    .join()
}

/** Whether a foreign page has the place of the product's page in another language. */
function isBarred(all: ReadonlyMap<string, Expected>, record: string): boolean {
  return siblingsOf(all, record).some(([, { page, foreign }]) => foreign !== undefined && page !== 'alive')
}

function siblingsOf(all: ReadonlyMap<string, Expected>, record: string): [string, Expected][] {
  const [gtin] = record.split('/')
  return [...all].filter(([other]) => other !== record && other.startsWith(`${gtin}/`))
}
