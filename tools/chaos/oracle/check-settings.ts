import { partsOf, visible, type PageRow } from '../actors/pages.ts'
import type { Partner } from '../actors/partner.ts'
import type { Schedule } from '../story/schedule.ts'
import { isOursAlone } from './check-links.ts'
import { knowsNotice } from './check-page.ts'
import type { Expected } from './expectation.ts'
import { familyOf, plain } from './versions.ts'

type Expectations = ReadonlyMap<string, Expected>
type Pages = ReadonlyMap<string, PageRow>

/** A page whose product lacks the required field, and which only the mirror could publish, is not public. */
export function checkWaiting(expectations: Expectations, pages: Pages): string[] {
  return [...expectations].flatMap(([record, { page, waits, statuses }]) => {
    const isDraft = page === 'alive' && waits === 'yes' && statuses.every((status) => status === 'draft')
    return isDraft && pages.get(record)?.status === 'publish'
      ? [`${record}: is public, and its product lacks a required field`]
      : []
  })
}

/** A public page that only the mirror wrote links exactly the public pages of its family in its language. */
export function checkSizes(expectations: Expectations, pages: Pages, by: string | undefined): string[] {
  if (by === undefined) return []
  const faults: string[] = []
  for (const [record, page] of pages) {
    const expected = expectations.get(record)
    const inner = partsOf(page.content)?.inner
    if (expected === undefined || inner === undefined) continue
    if (!isOursAlone(expected, page) || !isCertain(expected)) continue
    const family = familyOf(expected.version, by)
    const linked = sizesIn(inner)
    for (const [other, its] of siblingsOf(expectations, record)) {
      const { status, link = '' } = pages.get(other) ?? {}
      if (!isCertain(its) || link === '') continue
      const isWanted = status === 'publish' && family !== '' && familyOf(its.version, by) === family
      if (isWanted && !linked.has(link)) faults.push(`${record}: does not link ${other} as another size`)
      if (!isWanted && linked.has(link))
        faults.push(`${record}: links ${other} as another size, which is none or not public`)
    }
  }
  return faults
}

const sizeButton = /<div class="[^"]*\bmirror-size\b[^"]*"[^>]*>\s*<a\b[^>]*\bhref="([^"]*)"/g

function sizesIn(inner: string): Set<string> {
  return new Set([...inner.matchAll(sizeButton)].map(([, link = '']) => link.replaceAll('&amp;', '&')))
}

/** Other products in the same language. */
function siblingsOf(expectations: Expectations, record: string): [string, Expected][] {
  const [gtin = '', language = ''] = record.split('/')
  return [...expectations].filter(
    ([other]) => other.endsWith(`/${language}`) && !other.startsWith(`${gtin}/`),
  )
}

/** Whether the mirror certainly shows the record's latest version, if it shows any. */
function isCertain(expected: Expected): boolean {
  const { page, foreign, retired, forgotten, held, hold, skips, absent, trashed, owed } = expected
  const isThere = page === 'alive' && foreign === undefined && retired === undefined && !absent
  return isThere && !forgotten && !held && !hold && skips === undefined && !trashed && !owed
}

/**
 * A language page lists each public product below the heading of its group, and no retired product. Products without a group
 * are last; a single group has no heading.
 */
export function checkListings(
  expectations: Expectations,
  pages: Pages,
  { listings, groupOf }: { listings: ReadonlyMap<string, PageRow>; groupOf: GroupOf },
): string[] {
  const faults: string[] = []
  for (const [language, { content }] of listings) {
    const sections = sectionsOf(content)
    const titles = sections.map(({ title }) => title).filter((title) => title !== '')
    if (new Set(titles).size < titles.length) faults.push(`listing ${language}: a group is there twice`)
    const shown = new Map<string, string>()
    for (const [record, expected] of expectations) {
      if (!record.endsWith(`/${language}`)) continue
      const page = pages.get(record)
      if (page === undefined) continue
      const holders = sections.filter(({ links }) => links.has(page.link))
      const isGone = expected.retired === 'notice' || expected.retired === 'keep'
      if (isGone && knowsNotice(expected, page) && holders.length > 0)
        faults.push(`listing ${language}: lists ${record}, which is retired`)
      if (!isCertain(expected)) continue
      if (page.status !== 'publish') {
        if (holders.length > 0) faults.push(`listing ${language}: lists ${record}, which is ${page.status}`)
        continue
      }
      if (holders.length !== 1) {
        faults.push(`listing ${language}: has ${record} in ${holders.length} groups`)
        continue
      }
      shown.set(record, holders[0]?.title ?? '')
    }
    faults.push(...misplaced(language, shown, { expectations, groupOf, titles }))
  }
  return faults
}

/** The group of a product as the partner's data or the catalogue has it, without markup; "" without one. */
type GroupOf = (record: string, expected: Expected) => string

function misplaced(
  language: string,
  shown: ReadonlyMap<string, string>,
  { expectations, groupOf, titles }: { expectations: Expectations; groupOf: GroupOf; titles: string[] },
): string[] {
  const groups = new Map<string, string>()
  for (const record of shown.keys()) {
    const expected = expectations.get(record)
    if (expected !== undefined) groups.set(record, headingOf(groupOf(record, expected)))
  }
  const all = new Set(groups.values())
  if (titles.length === 0)
    return all.size > 1 ? [`listing ${language}: has no groups instead of ${[...all].join(', ')}`] : []
  // The label of the products without a group is last, and is no group of any product.
  const others = titles.at(-1) ?? ''
  return [...groups].flatMap(([record, group]) => {
    const title = shown.get(record) ?? ''
    const isRight = group === '' ? title === others && !all.has(title) : title === group
    return isRight ? [] : [`listing ${language}: has ${record} below “${title}”, not “${group}”`]
  })
}

/** The group of a column's cell: its first value. */
export function groupIn(cell: string): string {
  return (cell.split(/[|\n]/)[0] ?? '').trim()
}

function headingOf(group: string): string {
  return visible(plain(group.replaceAll(/\s*>\s*/g, ' › ')))
}

type Section = { title: string; links: Set<string> }

/** The parts of a listing, each with the heading above it. */
function sectionsOf(content: string): Section[] {
  const [first = '', ...rest] = content.split(/<h2\b[^>]*>/)
  const linksOf = (markup: string): Set<string> =>
    new Set([...markup.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&')))
  const headed = rest.map((part) => {
    const [title = '', markup = ''] = part.split('</h2>')
    return { title: visible(title), links: linksOf(markup) }
  })
  return [{ title: '', links: linksOf(first) }, ...headed].filter(({ links }) => links.size > 0)
}

/** A notice links the public page of the product's successor, or of the next one if that is retired too. */
export function checkSuccessors(
  expectations: Expectations,
  pages: Pages,
  {
    partner,
    policy,
  }: { partner: Pick<Partner, 'products' | 'gtinOf' | 'cellOf'>; policy: Schedule['policy'] },
): string[] {
  if (policy.retireTo !== 'notice') return []
  const next = new Map(
    partner.products().map((product) => [partner.gtinOf(product), partner.cellOf(product, 'successor')]),
  )
  return [...expectations].flatMap(([record, expected]) => {
    const page = pages.get(record)
    const notice = noticeIn(page?.content ?? '')
    if (page === undefined || notice === undefined || expected.retired !== 'notice') return []
    if (!knowsNotice(expected, page)) return []
    const wanted = successorOf(record, next, expectations, pages)
    if (wanted === 'unknown') return []
    const linked = /href="([^"]*)"/.exec(notice)?.[1]?.replaceAll('&amp;', '&')
    return linked === wanted?.link
      ? []
      : [`${record}: its notice links ${linked ?? 'nothing'}, not ${wanted?.link ?? 'nothing'}`]
  })
}

function noticeIn(content: string): string | undefined {
  return /<p class="[^"]*\bmirror-notice\b[^"]*"[^>]*>([^]*?)<\/p>/.exec(content)?.[1]
}

/** The page that a notice should link; `unknown` if an editor, a loss or an undo makes that uncertain. */
function successorOf(
  record: string,
  next: ReadonlyMap<string, string>,
  expectations: Expectations,
  pages: Pages,
): PageRow | undefined | 'unknown' {
  const [own = '', language = ''] = record.split('/')
  const seen = new Set([own])
  for (let gtin = next.get(own) ?? ''; gtin !== '' && !seen.has(gtin); gtin = next.get(gtin) ?? '') {
    seen.add(gtin)
    const other = `${gtin}/${language}`
    const [expected, page] = [expectations.get(other), pages.get(other)]
    if (expected === undefined || page === undefined) return 'unknown'
    if (isCertain(expected)) return page.status === 'publish' ? page : undefined
    if (expected.retired !== 'notice' || !knowsNotice(expected, page)) return 'unknown'
  }
  return undefined
}
