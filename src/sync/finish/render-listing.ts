import { setImmediate } from 'node:timers/promises'
import { groupOf } from '../../core/mapping/listing-group.ts'
import { pagesIn, type Site } from '../../core/page/links.ts'
import {
  createNameList,
  updateIndex,
  updateIndexInSteps,
  updateUntouched,
  type IndexUpdate,
  type WrittenListing,
} from '../../core/page/listing.ts'
import type { Page } from '../../core/record/page.ts'
import type { CatalogColumns } from '../../core/record/catalog.ts'
import type { Product } from '../../core/record/product.ts'
import { listedAs } from '../../core/record/snapshot.ts'
import { recordId, slugOf, type RecordKey } from '../../core/record/record.ts'
import { isWithdrawn } from '../../core/page/page-state.ts'
import {
  mostCards,
  type LanguageListing,
  type ListedProduct,
  type Listing,
  type ProductListing,
} from '../../core/render/listing-blocks.ts'
import { fileKey } from '../../core/text/signed-url.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readFiles } from '../plan/read-media.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { parentAt } from '../parents/parent-level.ts'

/** The URLs of the parent pages by path, the post type of products, and the maximum number of products in a listing. */
export type Listed = Pick<Site, 'addresses' | 'postType'> & { most: number }

const headsPerRead = 500
const snapshotsPerRead = 100

/** The listing of the page at a path: languages on the root page, products on a language page. */
export async function readListing(deps: SyncDeps, path: string, listed: Listed): Promise<Listing> {
  const parent = parentAt(path)
  return parent.kind === 'root'
    ? readLanguages(deps, path, listed)
    : readProducts(deps, parent.language, listed)
}

async function readLanguages(
  deps: SyncDeps,
  path: string,
  { addresses }: Pick<Listed, 'addresses'>,
): Promise<LanguageListing> {
  const withdrawn = await countWithdrawn(deps)
  const entries = (await deps.snapshots.countByLanguage()).flatMap(([language, mirrored]) => {
    const url = addresses[`${path}/${language}`]
    if (url === undefined || mirrored === 0) return []
    return [{ url, language, products: mirrored - (withdrawn.get(language) ?? 0) }]
  })
  return { kind: 'languages', entries }
}

/** The number of products of each language whose pages an editor withdrew from visitors. */
async function countWithdrawn({ snapshots, pageStates }: SyncDeps): Promise<Map<string, number>> {
  const withdrawn = new Map<string, RecordKey>()
  for await (const states of pageStates.scan())
    for (const { key, value } of states) if (isWithdrawn(value)) withdrawn.set(recordId(key), key)
  const counts = new Map<string, number>()
  for (const keys of inChunks([...withdrawn.values()], headsPerRead)) {
    const heads = await readOrUndefined(keys, (some) => snapshots.heads(some))
    for (const [at, { language }] of keys.entries())
      if (heads[at]?.state === 'mirrored') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return counts
}

/** Reads the heads of all snapshots of a language, but the products of only those in the listing. */
async function readProducts(
  deps: SyncDeps,
  language: string,
  { addresses, postType, most }: Listed,
): Promise<ProductListing> {
  const { snapshots, pageStates, policy } = deps
  const names = createNameList<ListedProduct>(language, most)
  const { all, retired } = await snapshots.gtins(language)
  const gone = new Set(retired)
  const keys = all.filter((gtin) => !gone.has(gtin)).map((gtin) => ({ gtin, language }))
  const site = { addresses, postType, rootSlug: policy.rootSlug, cmsType: policy.cmsType }
  const gtinAt = new Map<string, string>()
  for (const part of inChunks(keys, headsPerRead)) {
    const [heads, states] = await Promise.all([
      snapshots.heads(part),
      readOrUndefined(part, (some) => pageStates.read(some)),
    ])
    const shown = part.flatMap(({ gtin }, index) => {
      const head = isWithdrawn(states[index]) ? undefined : heads[index]
      return head === undefined ? [] : [{ gtin, ...head }]
    })
    // Earlier versions of the mirror stored the name only with the product.
    const older = await readProductsOf(
      deps,
      language,
      shown.filter(({ listed }) => !listed),
    )
    names.add(
      shown.flatMap(({ gtin, link, slug, listed = listedIn(older.get(gtin)) }) => {
        if (listed === undefined) return []
        const { name: title, number: itemNumber = '' } = listed
        const page = { language, link, slug: slugOf({ gtin, language }, { slug }) }
        return pagesIn([page], site).map(({ url }) => {
          gtinAt.set(url, gtin)
          return { url, title, itemNumber, gtin }
        })
      }),
    )
  }
  const { entries, total } = names.list()
  const detailsOf = await readDetails(
    deps,
    language,
    entries.map(({ url }) => gtinAt.get(url) ?? ''),
    total,
  )
  return {
    kind: 'products',
    entries: entries.map((entry) => ({ ...entry, ...detailsOf(gtinAt.get(entry.url) ?? '') })),
    total,
  }
}

const listedIn = (product: Product | undefined) => product && listedAs(product)

type Details = Pick<ListedProduct, 'group' | 'media'>

/** The groups of the listed products, and their images if they are shown as cards. */
async function readDetails(
  deps: SyncDeps,
  language: string,
  gtins: readonly string[],
  total: number,
): Promise<(gtin: string) => Details> {
  const { listingGroup: group } = deps.policy
  const isCards = total <= mostCards
  const products = await readProductsOf(
    deps,
    language,
    isCards || group ? gtins.map((gtin) => ({ gtin })) : [],
  )
  const imageOf = (gtin: string): string => products.get(gtin)?.image ?? ''
  const images = isCards ? gtins.map(imageOf).filter((image) => image !== '') : []
  const mediaOf = await readFiles(deps, images.map(fileKey))
  const cells = new Map<string, CatalogColumns | undefined>()
  if (group?.kind === 'column')
    for (const part of inChunks(gtins, headsPerRead))
      for (const [index, found] of (await deps.catalogColumns.read(part)).entries())
        cells.set(part[index] ?? '', found)
  return (gtin) => {
    const product = products.get(gtin)
    return {
      ...(isCards && { media: mediaOf(imageOf(gtin)) }),
      ...(group && product && { group: groupOf(group, product, cells.get(gtin)) }),
    }
  }
}

/** The stored products of these GTINs in a language. */
async function readProductsOf(
  { snapshots }: SyncDeps,
  language: string,
  of: readonly { gtin: string }[],
): Promise<Map<string, Product>> {
  const products = new Map<string, Product>()
  for (const part of inChunks(of, snapshotsPerRead)) {
    const found = await snapshots.read(part.map(({ gtin }) => ({ gtin, language })))
    for (const snapshot of found) if (snapshot) products.set(snapshot.product.gtin, snapshot.product)
  }
  return products
}

/** Renders the listing of the page at a path and compares it with the page. */
export function compareListing(deps: SyncDeps, of: PlacedListing, page: Page): IndexUpdate {
  return updateIndex(page, parentAt(of.path), renderListing(deps, of), deps.policy.onEdit)
}

/** The same in steps, between which the event loop turns. `written` is our last write to this page. */
export async function compareInSteps(
  deps: SyncDeps,
  of: PlacedListing,
  page: Page,
  written?: WrittenListing,
): Promise<IndexUpdate> {
  await setImmediate()
  const texts = renderListing(deps, of)
  await setImmediate()
  const untouched = updateUntouched(page, parentAt(of.path), texts.wanted, written)
  if (untouched !== undefined) return untouched
  const steps = updateIndexInSteps(page, parentAt(of.path), texts, deps.policy.onEdit)
  for (;;) {
    await setImmediate()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type PlacedListing = { path: string; listing: Listing }

function renderListing({ renderer }: SyncDeps, { path, listing }: PlacedListing) {
  const parent = parentAt(path)
  const { inner: wanted } = renderer.renderParent(parent, listing)
  const { inner: first } = renderer.renderParent(parent)
  return { wanted, first }
}
