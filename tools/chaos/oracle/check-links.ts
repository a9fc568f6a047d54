import { partsOf, type PageRow } from '../actors/pages.ts'
import type { Expected } from './expectation.ts'

/**
 * A public page that only the mirror wrote links its product's pages in other languages if visitors can open them. It links
 * no page that an editor hid, put into the trash or deleted. The links of a hidden page follow when it is public.
 */
export function checkLinks(
  expectations: ReadonlyMap<string, Expected>,
  pages: ReadonlyMap<string, PageRow>,
): string[] {
  const faults: string[] = []
  for (const [record, page] of pages) {
    const expected = expectations.get(record)
    const inner = partsOf(page.content)?.inner
    if (expected === undefined || inner === undefined || !isOursAlone(expected, page)) continue
    const [gtin = '', language] = record.split('/')
    for (const [other, its] of expectations) {
      const [otherGtin, otherLanguage = ''] = other.split('/')
      if (otherGtin !== gtin || otherLanguage === language || !isSure(its)) continue
      const { status, link = '' } = pages.get(other) ?? {}
      const isOpen = status === 'publish'
      const links =
        inner.includes(`href="${link}"`) ||
        (!isOpen && new RegExp(`href="[^"]*-${gtin}-${otherLanguage}/?"`).test(inner))
      if (isOpen && !links) faults.push(`${record}: does not link ${other}`)
      if (!isOpen && links) faults.push(`${record}: links ${other}, which no visitor can open`)
    }
  }
  return faults
}

/** Whether all content of the block is the mirror's, of the last version. */
export function isOursAlone(expected: Expected, { status }: PageRow): boolean {
  const { page, retired, trashed, forgotten, held, hold, stale, words, either } = expected
  const isWritten = page === 'alive' && retired === undefined && !trashed && status === 'publish'
  const isPersons = 'inner' in words || 'whole' in words || either.length > 0
  return isWritten && !forgotten && !held && !hold && !stale && !isPersons
}

/** Whether it is known if visitors can open the page. */
function isSure({ page, foreign, retired, forgotten }: Expected): boolean {
  return (page === 'alive' || page === 'deleted') && retired === undefined && !foreign && !forgotten
}
