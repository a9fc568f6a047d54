import { pagesIn, type Site } from '../../core/page/links.ts'
import { createNameList, updateIndex, type IndexUpdate } from '../../core/page/listing.ts'
import type { Page } from '../../core/record/page.ts'
import { isWithdrawn } from '../../core/page/page-state.ts'
import { nameOfLanguage } from '../../core/render/locale/format.ts'
import type { Listing, ListingLink } from '../../core/render/parent.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { parentAt } from '../parents/parent-level.ts'

/** The URLs of the parent pages by path, the post type of products, and the maximum number of products in a listing. */
export type Listed = Pick<Site, 'addresses' | 'postType'> & { most: number }

const namesPerRead = 100

/** The listing of the page at a path: languages on the root page, products on a language page. */
export async function readListing(
  { snapshots, pageStates, policy }: SyncDeps,
  path: string,
  { addresses, postType, most }: Listed,
): Promise<Listing> {
  const parent = parentAt(path)
  if (parent.kind === 'root') {
    const links = (await snapshots.mirroredLanguages()).flatMap((language): ListingLink[] => {
      const url = addresses[`${path}/${language}`]
      return url === undefined ? [] : [{ title: nameOfLanguage(language), note: '', url }]
    })
    return { links, total: links.length }
  }
  const { language } = parent
  const names = createNameList<ListingLink>(language, most)
  const { all, retired } = await snapshots.gtins(language)
  const gone = new Set(retired)
  const keys = all.filter((gtin) => !gone.has(gtin)).map((gtin) => ({ gtin, language }))
  for (const part of inChunks(keys, namesPerRead)) {
    const [found, states] = await Promise.all([
      snapshots.read(part),
      readOrUndefined(part, (some) => pageStates.read(some)),
    ])
    const shown = found.flatMap((snapshot, index) => (isWithdrawn(states[index]) ? [] : (snapshot ?? [])))
    names.add(
      shown.flatMap(({ product, link }) => {
        const site = { addresses, postType, rootSlug: policy.rootSlug, cmsType: policy.cmsType }
        const title = product.name || product.gtin
        const note = product.item_number || product.gtin
        return pagesIn(product.gtin, [{ language, link }], site).map(({ url }) => ({ title, note, url }))
      }),
    )
  }
  return names.list()
}

/** Renders the listing of the page at a path and compares it with the page. */
export function compareListing(
  { renderer, policy }: SyncDeps,
  { path, listing }: { path: string; listing: Listing },
  page: Page,
): IndexUpdate {
  const parent = parentAt(path)
  const { inner: wanted } = renderer.renderParent(parent, listing)
  const { inner: first } = renderer.renderParent(parent)
  return updateIndex(page, parent, { wanted, first }, policy.onEdit)
}
