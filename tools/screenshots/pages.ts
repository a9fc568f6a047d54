import { readTemplates, templateNames } from '../../config/templates.ts'
import type { ListedProduct } from '../../src/core/render/listing-blocks.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { writeListings } from '../../src/sync/finish/write-listings.ts'
import { openStage, type Mirror, type Stage } from '../../test/helpers/sync/sync-deps.ts'
import { go, sync } from '../../test/helpers/sync/sync-run.ts'
import { arabic } from './arabic.ts'
import { narrow, narrowDark, wide, wideDark, type Scene } from './save-picture.ts'

type Take = (scene: Scene) => Promise<void>

const looks = [wide, wideDark, narrow, narrowDark]
const language = 'en-gb'
const mirrored = 8
const listed = 240

/** Shows each type of page on the bundled site: products by each template, a retired one, and all listings. */
export async function showPages(take: Take): Promise<void> {
  const stage = await openStage({ gtins: listed, languages: `${language},de-de,ar-ae` })
  try {
    const mirror = stage.openMirror({
      policy: { retireTo: 'notice', retireAfterMisses: 1, maxUpdateShare: 1 },
    })
    mirror.listed = stage.gtins.slice(0, mirrored)
    const [gtin = '', second = ''] = mirror.listed
    await stage.mock.patchProduct(gtin, 'ar-ae', arabic)
    const see = async (name: string, slug: string, maxHeight = 1000): Promise<void> =>
      take({ name, url: await linkOf(stage, slug), looks, maxHeight, colours: 64 })
    // The pictures after the loop show the standard template.
    for (const template of templateNames.toReversed()) {
      mirror.renderer = createRenderer({
        ...(await readTemplates(undefined, template)),
        units: { length: 'm', width: 'm', height: 'm', area: 'm²', joint: 'mm', weight: 'kg' },
        imagePlace: 'hero',
      })
      await runOf(mirror)
      await see(`page-${template}`, `gtin-${gtin}-${language}`)
    }
    await see('page-in-arabic', `gtin-${gtin}-ar-ae`)
    await see('listing', language, 900)
    await see('listing-of-languages', 'products', 700)

    for (const [at, one] of mirror.listed.entries())
      mirror.columns.set(one, { category: at % 3 === 0 ? 'Membranes' : 'Tapes', successor: second })
    mirror.policy = { ...mirror.policy, listingGroup: { kind: 'column', column: 'category' } }
    await stage.mock.deleteProduct(gtin)
    await runOf(mirror)
    await see('listing-by-group', language, 900)
    await see('page-with-notice', `gtin-${gtin}-${language}`, 700)
    await writeLongListing(stage, mirror)
    await see('listing-by-letter', 'long-listing', 900)
  } finally {
    await stage.tidy()
    await stage.close()
  }
}

/** A whole run with its files and listings. */
async function runOf(mirror: Mirror): Promise<void> {
  const { run } = await sync(mirror, { media: true })
  await mirror.listings.markComplete()
  await writeListings(mirror, run.id, go)
}

/** A page with the listing of all products of the bundled server. */
async function writeLongListing({ editor, gtins }: Stage, { partner, renderer }: Mirror): Promise<void> {
  const entries: ListedProduct[] = []
  for (const gtin of gtins) {
    const fetched = await partner.fetchProduct({ gtin, language }, undefined, go)
    if (fetched.state !== 'present') continue
    const { name: title, item_number: itemNumber } = fetched.product
    entries.push({ url: `/products/${language}/gtin-${gtin}-${language}/`, title, itemNumber, gtin: '' })
  }
  const { compare } = new Intl.Collator(language, { numeric: true })
  entries.sort((a, b) => compare(a.title, b.title))
  const { title, content } = renderer.renderParent(
    { kind: 'language', language },
    { kind: 'products', entries, total: entries.length },
  )
  await editor.create({ title, content, slug: 'long-listing', status: 'publish' })
}

async function linkOf({ editor }: Stage, slug: string): Promise<string> {
  const page = (await editor.pages()).find((one) => one.slug === slug)
  if (page === undefined) throw new Error(`no page ${slug}`)
  return page.link
}
