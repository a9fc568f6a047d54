import { createHash } from 'node:crypto'
import { partsOf, type MediaRow, type PageRow } from '../actors/pages.ts'
import type { World } from '../world.ts'
import type { Expected } from './expectation.ts'
import { isOursAlone } from './check-links.ts'
import type { Holdings } from './holdings.ts'

/**
 * Opens each public page that only the mirror wrote, and everything that its block links or shows, as visitors do once a
 * run is done. A file must have the hash in its name.
 */
export async function checkVisitors(
  { server }: World,
  { media }: Holdings,
  pages: { ours: ReadonlyMap<string, PageRow>; parents: readonly PageRow[] },
  expectations: ReadonlyMap<string, Expected>,
): Promise<string[]> {
  const faults: string[] = []
  const answers = new Map<string, Promise<string | undefined>>()
  const library = new Map(media.map((row) => [row.sourceUrl, row]))
  const visit = (address: string): Promise<string | undefined> => {
    const known = answers.get(address) ?? open(address, library.get(address))
    answers.set(address, known)
    return known
  }
  const barred = barredPaths(expectations)
  async function look(name: string, { link, content }: PageRow, inner = content): Promise<void> {
    const linked = [...inner.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    )
    const own = linked.filter((address) => address.startsWith(server.url))
    for (const address of new Set([link, ...own])) {
      const wrong = await visit(address)
      if (wrong !== undefined) faults.push(`${name}: ${address} ${wrong}`)
    }
  }
  for (const [record, page] of pages.ours) {
    const expected = expectations.get(record)
    const inner = partsOf(page.content)?.inner
    if (expected !== undefined && inner !== undefined && isOursAlone(expected, page))
      await look(record, page, withoutLinks(inner, barred))
  }
  for (const page of pages.parents)
    if (page.status === 'publish')
      await look(`listing ${page.slug}`, page, withoutLinks(page.content, barred))
  return faults
}

/** Ends of addresses of pages that may be other pages by now: listings and other languages link their last address. */
function barredPaths(expectations: ReadonlyMap<string, Expected>): string[] {
  return [...expectations].flatMap(([record, { page }]) =>
    page === 'any' ? [`-${record.replace('/', '-')}/"`] : [],
  )
}

/** Whether the record's page cannot be written. */
export function isBarred({ page, foreign }: Pick<Expected, 'page' | 'foreign'>): boolean {
  return page === 'any' || (foreign !== undefined && page !== 'alive')
}

function withoutLinks(inner: string, ends: readonly string[]): string {
  return inner.replaceAll(/href="[^"]*"/g, (link) => (ends.some((end) => link.endsWith(end)) ? '' : link))
}

/** The reason why visitors cannot use an address; undefined if they can. */
async function open(address: string, file: MediaRow | undefined): Promise<string | undefined> {
  const response = await fetch(address, { redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return `answers ${response.status}`
  const named = /^media-([0-9a-f]{64})/.exec(file?.slug ?? '')?.[1]
  if (named === undefined || named === createHash('sha256').update(bytes).digest('hex')) return undefined
  return 'is not the file that its name says'
}
