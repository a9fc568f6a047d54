import { partsOf } from '../actors/pages.ts'
import { overwritable, type Expected } from './expectation.ts'

/**
 * A page is written when its product's pages in other languages come or go: also because a person hides one or shows it
 * again, or because one that cannot be made is given up at last, since somebody else's page has its slug. It is also
 * written when another record renews a file that it shows. With `ON_EDIT=overwrite` that may cost what people changed,
 * as every write may: from then on either may stand there. A page that goes is not written any more, unless its product
 * is resynced before.
 */
export function relink(
  before: ReadonlyMap<string, Expected>,
  after: ReadonlyMap<string, Expected>,
  resynced: ReadonlySet<string>,
): void {
  for (const [record, now] of after) {
    const [gtin = ''] = record.split('/')
    const goes = before.get(record)?.retired === undefined && resynced.has(gtin)
    if (now.page !== 'alive' || (now.retired !== undefined && !goes)) continue
    const files = JSON.stringify(before.get(record)?.files)
    const changed =
      othersOf(before, record) !== othersOf(after, record) || files !== JSON.stringify(now.files)
    now.relinked ||= changed || now.relinkedLater || isBarred(after, record)
    // What a person did after a run was over is noticed by the next one.
    now.relinkedLater = changed
    // Nobody writes to a page in the trash: its links follow when it is back.
    if (!now.relinked || now.trashed || now.hold) continue
    now.relinked = false
    const { words } = now
    const gone = words.whole !== undefined && partsOf(words.whole) === undefined
    const mayGo = [...overwritable, ...(gone ? ['whole' as const] : [])].filter((word) => word in words)
    now.either = [...new Set([...now.either, ...mayGo])]
  }
}

/** The other languages in which the product is shown, and what people may have done to hide it. */
function othersOf(all: ReadonlyMap<string, Expected>, record: string): string {
  return siblingsOf(all, record)
    .filter(([, { page, retired }]) => page === 'alive' && retired === undefined)
    .map(([other, { trashed, statuses }]) => [other, trashed, ...statuses].join(' '))
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
