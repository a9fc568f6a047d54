import { setImmediate } from 'node:timers/promises'
import { groupOf } from '../../core/mapping/listing-group.ts'
import { pagesIn, type Site } from '../../core/page/links.ts'
import { createNameList, updateIndex, updateIndexInSteps, type IndexUpdate } from '../../core/page/listing.ts'
import type { Page } from '../../core/record/page.ts'
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

const namesPerRead = 100

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
  for (const keys of inChunks([...withdrawn.values()], namesPerRead)) {
    const heads = await readOrUndefined(keys, (some) => snapshots.heads(some))
    for (const [at, { language }] of keys.entries())
      if (heads[at]?.state === 'mirrored') counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return counts
}

async function readProducts(
  deps: SyncDeps,
  language: string,
  { addresses, postType, most }: Listed,
): Promise<ProductListing> {
  const { snapshots, pageStates, policy } = deps
  const names = createNameList<ListedProduct & { image: string }>(language, most)
  const { all, retired } = await snapshots.gtins(language)
  const gone = new Set(retired)
  const keys = all.filter((gtin) => !gone.has(gtin)).map((gtin) => ({ gtin, language }))
  const site = { addresses, postType, rootSlug: policy.rootSlug, cmsType: policy.cmsType }
  const { listingGroup } = policy
  for (const part of inChunks(keys, namesPerRead)) {
    const [found, states, cells] = await Promise.all([
      snapshots.read(part),
      readOrUndefined(part, (some) => pageStates.read(some)),
      listingGroup?.kind === 'column' ? deps.catalogColumns.read(part.map(({ gtin }) => gtin)) : [],
    ])
    const shown = found.flatMap((snapshot, index) =>
      isWithdrawn(states[index]) || snapshot === undefined ? [] : [{ ...snapshot, cells: cells[index] }],
    )
    names.add(
      shown.flatMap(({ product, link, slug, cells: ofProduct }) => {
        const { gtin, item_number: itemNumber, image } = product
        const title = product.name || gtin
        const page = { language, link, slug: slugOf({ gtin, language }, { slug }) }
        return pagesIn([page], site).map(({ url }) => ({
          url,
          title,
          itemNumber,
          gtin,
          image,
          ...(listingGroup && { group: groupOf(listingGroup, product, ofProduct) }),
        }))
      }),
    )
  }
  const { entries, total } = names.list()
  const images = total > mostCards ? [] : entries.flatMap(({ image }) => (image === '' ? [] : fileKey(image)))
  const mediaOf = await readFiles(deps, images)
  return {
    kind: 'products',
    entries: entries.map(({ image, ...entry }) => ({ ...entry, media: mediaOf(image) })),
    total,
  }
}

/** Renders the listing of the page at a path and compares it with the page. */
export function compareListing(deps: SyncDeps, of: PlacedListing, page: Page): IndexUpdate {
  return updateIndex(page, parentAt(of.path), renderListing(deps, of), deps.policy.onEdit)
}

/** The same in steps, between which the event loop turns. */
export async function compareInSteps(deps: SyncDeps, of: PlacedListing, page: Page): Promise<IndexUpdate> {
  await setImmediate()
  const texts = renderListing(deps, of)
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
