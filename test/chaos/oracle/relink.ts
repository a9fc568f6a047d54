import type { Expected, Overwritable } from './expectation.ts'

/** GTINs that were resynced in a phase, languages whose page editors renamed in it, and whether a plug-in rewrites cells. */
type Circumstances = {
  resynced: ReadonlySet<string>
  renamed: ReadonlySet<string>
  hasPlugin: boolean
}

/**
 * A page is written when its product's pages in other languages come, go or move: also because a person hides one or
 * shows it again, or because one that cannot be made is given up at last, since somebody else's page has its slug. It is also
 * written when another record renews a file that it shows. With `ON_EDIT=overwrite` that may cost what people made of
 * links and images: from then on either may stand there. All else stays, because the product is as it was. A page that
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
    // What a person did after a run was over is noticed by the next one.
    now.relinkedLater = changed
    // Nobody writes to a page in the trash: its links follow when it is back.
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

/** The other languages in which the product is shown, and what editors may have done to hide or move it. */
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

/** Whether a page of somebody else's stands where the product's page in another language is to be. */
function isBarred(all: ReadonlyMap<string, Expected>, record: string): boolean {
  return siblingsOf(all, record).some(([, { page, foreign }]) => foreign !== undefined && page !== 'alive')
}

function siblingsOf(all: ReadonlyMap<string, Expected>, record: string): [string, Expected][] {
  const [gtin] = record.split('/')
  return [...all].filter(([other]) => other !== record && other.startsWith(`${gtin}/`))
}
