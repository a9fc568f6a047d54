import type { PageRow } from '../actors/pages.ts'
import type { Holdings } from './holdings.ts'

/**
 * The differences between the ends of two plays of one schedule, in words, except for ids and dates that the CMS assigns.
 * `shownFiles`: only of files that a page shows. If the plays differ in their runs between changes, a file with several
 * versions at one address is read at other times.
 */
export function differencesOf(troubled: Holdings, calm: Holdings, { shownFiles = false } = {}): string[] {
  const compared = (held: Holdings) => linesOf(shownFiles ? withoutUnshown(held) : held)
  const [one, other] = [compared(troubled), compared(calm)]
  const faults: string[] = []
  for (const [name, line] of other) {
    const found = one.get(name)
    if (found === undefined)
      faults.push(`${name} exists after the same story without faults, but not after this one`)
    else if (found !== line)
      faults.push(`${name} differs from the same story without faults: ${firstDifference(found, line)}`)
  }
  for (const name of one.keys())
    if (!other.has(name))
      faults.push(`${name} exists after this story, but not after the same one without faults`)
  return faults
}

/** A file that a block shows has its hash in its name. */
function withoutUnshown({ pages, media, ...others }: Holdings): Holdings {
  const isShown = ({ id, slug }: Holdings['media'][number]): boolean =>
    pages.some(({ content, featuredMedia }) => featuredMedia === id || content.includes(hashIn(slug)))
  return { ...others, pages, media: media.filter(isShown) }
}

/** The part of the hash in `media-HASH` that a file name contains. */
function hashIn(slug: string): string {
  return slug.replace(/^.*-/, '').slice(0, 8)
}

/** Each page and each file by what it is called. */
function linesOf({ pages, media }: Holdings): Map<string, string> {
  const slugOf = new Map([...pages, ...media].map(({ id, slug }) => [id, withoutProduct(slug)]))
  const lines = new Map<string, string>()
  for (const page of pages)
    if (!isSwept(page)) lines.set(`page ${withoutProduct(page.slug)}`, lineOf(page, slugOf))
  for (const { slug } of media) lines.set(`media ${withoutName(slug)}`, '')
  return lines
}

/** A file has the name of the product that needed it first, which may be that of a resync, and ends with its hash. */
function withoutName(slug: string): string {
  return slug.replace(/^.*-(?=[0-9a-f]{8}$)/, '')
}

/** A slug of a map has the name of the product when the page was created, which may be later after an error. */
function withoutProduct(slug: string): string {
  return slug.replace(/^[a-z0-9-]+-(?=\d{13}-)/, 'gtin-')
}

/** A duplicate that the sweep put into the trash. */
function isSwept({ slug, status }: PageRow): boolean {
  return status === 'trash' && /-\d+__trashed$/.test(slug)
}

function lineOf(page: PageRow, slugOf: ReadonlyMap<number, string>): string {
  const { status, parent, title, excerpt, content, featuredMedia } = page
  const said = content
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
    .replace(/\/uploads\/[^"\s\\]*-(?=[0-9a-f]{8}(?:-\d+x\d+)?\.\w+)/g, '/uploads/')
    .replace(/\/[a-z0-9-]+-(?=\d{13}-)/g, '/gtin-')
    // The digests depend on addresses in the content.
    .replaceAll(/ mirrored-v\d-[0-9a-f]+(?:-draft)?/g, '')
    .replace(/page_id=(\d+)/g, (_, id) => `page_id=${slugOf.get(Number(id))}`)
    .replace(/"id":\d+|wp-image-\d+|mirror-says(?:[\w-]|\\u002d)+/g, 'id')
  return JSON.stringify({
    status,
    parent: slugOf.get(parent),
    title,
    excerpt,
    image: withoutName(slugOf.get(featuredMedia) ?? ''),
    // A page in the trash is not written: it links the languages from the time when it was trashed.
    ...(status !== 'trash' && { said: status === 'publish' ? said : withoutLanguages(said) }),
  })
}

/** The content of a page without its links to other languages. Those of a hidden page follow when it is public. */
function withoutLanguages(said: string): string {
  return said.replace(/<!-- wp:paragraph \{[^}]*mirror-languages[^]*?<!-- \/wp:paragraph -->\s*/, '')
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  const part = (text: string): string => text.slice(Math.max(0, at - 40), at + 60)
  return `${part(one)} / ${part(other)}`
}
