import { tokensOf, type MediaRow, type PageRow } from '../actors/pages.ts'
import type { Schedule } from '../story/schedule.ts'
import type { World } from '../world.ts'
import { checkLinks } from './check-links.ts'
import { checkListings, checkSizes, checkSuccessors, checkWaiting, groupIn } from './check-settings.ts'
import { checkPage } from './check-page.ts'
import { checkHidden, checkOwn, checkPristine } from './check-people.ts'
import { checkVisitors } from './check-visitors.ts'
import type { Expected } from './expectation.ts'
import { readHoldings, type Holdings } from './holdings.ts'

/** Compares the content of the CMS with the expectations; every difference in words. */
export async function checkWorld(
  world: World,
  expectations: ReadonlyMap<string, Expected>,
  pristine: Holdings,
  { proven = false, slugs: named, policy }: Pick<Schedule, 'proven' | 'slugs' | 'policy'>,
): Promise<string[]> {
  const held = await readHoldings(world)
  const { own, pageIds, done, languageSlugs, deletedFiles, slugs } = world.editors
  const faults: string[] = []
  const accounted = new Set([...pristine.pages.map(({ id }) => id), ...own])
  const parents = findParents(held.pages, { own, languageSlugs }, expectations)
  for (const page of parents.pages) accounted.add(page.id)
  faults.push(...parents.faults)
  const names = new Map(held.tags.map(({ id, name }) => [id, name]))
  const tagOf = (id: number): string | undefined => names.get(id)
  const library = openLibrary(held, pristine)
  faults.push(...library.faults)

  const bounds = new Map<string, PageRow>()
  for (const [record, expected] of expectations) {
    const known = pageIds.get(record)
    const all = held.pages.filter(
      ({ id, content }) => !own.has(id) && (id === known || tokensOf(content) === record),
    )
    for (const { id } of all) accounted.add(id)
    const bound = all.find(({ id }) => id === known) ?? all.find(({ status }) => status !== 'trash') ?? all[0]
    // A duplicate that the sweep put into the trash no longer counts.
    const duplicates = all.filter((page) => page !== bound && page.status !== 'trash')
    // If the owner of a page is unknown, there may be a second page.
    const allowed = expected.page === 'any' ? 1 : 0
    for (const { id, slug } of duplicates.slice(allowed))
      faults.push(`${record}: page ${id} (${slug}) is there beside page ${bound?.id}`)
    if (bound !== undefined) bounds.set(record, bound)
    faults.push(
      ...judge(record, expected, {
        bound,
        known,
        parents,
        library,
        deletedFiles,
        tagOf,
        slugs,
        isNamed: named === true,
      }),
    )
  }
  faults.push(...checkLinks(expectations, bounds))
  faults.push(...checkSettings(world, { expectations, bounds, parents }, policy))
  faults.push(...checkPristine(pristine, held), ...checkTags(held))
  faults.push(...checkHidden(done, held.pages))
  const visited = { ours: bounds, parents: parents.pages }
  if (!proven) faults.push(...(await checkVisitors(world, held, visited, expectations)))
  for (const { id, slug } of held.pages)
    if (!accounted.has(id)) faults.push(`page ${id} (${slug}) is nobody’s`)
  faults.push(...checkOwn(done, own, { pages: held.pages, expectations, deletedFiles }))
  return faults
}

/** The promises of settings that some schedules have. */
function checkSettings(
  { partner }: World,
  {
    expectations,
    bounds,
    parents,
  }: { expectations: ReadonlyMap<string, Expected>; bounds: ReadonlyMap<string, PageRow>; parents: Parents },
  policy: Schedule['policy'],
): string[] {
  const listings = new Map(
    [...parents.byLanguage].flatMap(([language, id]) =>
      parents.pages.filter((page) => page.id === id).map((page) => [language, page] as const),
    ),
  )
  const cells = new Map(
    partner.products().map((product) => [partner.gtinOf(product), partner.cellOf(product, 'category')]),
  )
  const groupOf = (record: string, { version = {} }: Expected): string => {
    if (policy.groupBy === 'catalog.category') return groupIn(cells.get(record.split('/')[0] ?? '') ?? '')
    const sent = version['item_number']
    return typeof sent === 'string' ? sent.trim() : ''
  }
  return [
    ...checkWaiting(expectations, bounds),
    ...checkSizes(expectations, bounds, policy.familyBy),
    ...(policy.groupBy ? checkListings(expectations, bounds, { listings, groupOf }) : []),
    ...checkSuccessors(expectations, bounds, { partner, policy }),
  ]
}

type Found = {
  bound: PageRow | undefined
  known: number | undefined
  parents: Parents
  library: Library
  deletedFiles: ReadonlyMap<number, string>
  tagOf: (id: number) => string | undefined
  /** The slugs with which pages were created, by id. */
  slugs: ReadonlyMap<number, string>
  /** The map names slugs. */
  isNamed: boolean
}

function judge(record: string, expected: Expected, found: Found): string[] {
  const { bound, known, parents, library, deletedFiles, tagOf, slugs, isNamed } = found
  const [gtin = '', language = ''] = record.split('/')
  if (expected.page === 'none' && bound !== undefined && expected.foreign === undefined)
    return [`${record}: has page ${bound.id} though there is no such product`]
  if (
    expected.page === 'deleted' &&
    bound !== undefined &&
    expected.retired !== undefined &&
    bound.status !== 'trash'
  )
    return [`${record}: page ${bound.id} is there though the product is gone`]
  if (expected.page !== 'alive') return []
  if (bound === undefined) return [`${record}: has no page`]
  const standard = `gtin-${gtin}-${language}`
  const created = slugs.get(bound.id) ?? standard
  const isOfMap = new RegExp(`^[a-z0-9-]+-${gtin}-${language}$`).test(created) && created !== standard
  const around = {
    slug: !isNamed ? standard : isOfMap ? created : `name-${gtin}-${language}`,
    parent: parents.byLanguage.get(language),
    mediaOf: library.mediaOf,
    tagOf,
    isDeleted: (id: number) => deletedFiles.has(id),
    wasDeleted: (sha256: string) =>
      [...deletedFiles.values()].some((name) => name.startsWith(`media-${sha256}`)),
  }
  const moved = known === undefined || known === bound.id ? [] : [`is page ${bound.id} and was ${known}`]
  return [...moved, ...checkPage(expected, bound, around)].map((fault) => `${record}: ${fault}`)
}

/** Each term is there once. */
function checkTags({ tags }: Holdings): string[] {
  const names = tags.map(({ name }) => name.toLowerCase())
  return names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `the term ${name} is there twice`)
}

type Parents = { pages: PageRow[]; byLanguage: Map<string, number>; faults: string[] }

/** The root page and one page a language, each exactly once. */
function findParents(
  pages: readonly PageRow[],
  { own, languageSlugs }: Pick<World['editors'], 'own' | 'languageSlugs'>,
  expectations: ReadonlyMap<string, Expected>,
): Parents {
  const faults: string[] = []
  const found: PageRow[] = []
  const one = (slug: string, parent: number | undefined): number | undefined => {
    const like = pages.filter(
      (page) => !own.has(page.id) && (page.slug === slug || new RegExp(`^${slug}-\\d+$`).test(page.slug)),
    )
    found.push(...like)
    if (like.length > 1) faults.push(`the parent page ${slug} is there ${like.length} times`)
    const [first] = like
    if (first !== undefined && parent !== undefined && first.parent !== parent)
      faults.push(`the parent page ${slug} stands below page ${first.parent}`)
    return first?.id
  }
  const root = one('products', 0)
  const languages = new Set([...expectations.keys()].map((record) => record.split('/')[1] ?? ''))
  const byLanguage = new Map<string, number>()
  for (const language of languages) {
    const id = one(languageSlugs.get(language) ?? language, root)
    if (id !== undefined) byLanguage.set(language, id)
  }
  return { pages: found, byLanguage, faults }
}

type Library = { faults: string[]; mediaOf: (sha256: string) => MediaRow | undefined }

/** The mirror's media by their bytes' hash: each is there once, except for documents, which are never deleted. */
function openLibrary(held: Holdings, pristine: Holdings): Library {
  const before = new Set(pristine.media.map(({ id }) => id))
  const mirrored = held.media.filter(({ id }) => !before.has(id))
  const faults = mirrored
    .filter(
      ({ slug, sourceUrl }) =>
        !/^media-[0-9a-f]{64}$/.test(sourceUrl.endsWith('.pdf') ? slug.replace(/-\d$/, '') : slug),
    )
    .map(({ id, slug }) => `media ${id} is there twice or has a strange slug: ${slug}`)
  const bySlug = new Map(mirrored.map((media) => [media.slug, media]))
  return { faults, mediaOf: (sha256) => bySlug.get(`media-${sha256}`) }
}
