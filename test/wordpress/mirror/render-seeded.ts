import pLimit from 'p-limit'

import { readTemplates, type TemplateName } from '../../../config/templates.ts'
import type { WireProduct } from '../../../src/contracts/partner.ts'
import { blockOf, composeUpdate } from '../../../src/core/page/compose.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import type { Media } from '../../../src/core/record/media.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { pageOf } from '../../helpers/content/records.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

type Partner = { fetchProduct(gtin: string, language: string): Promise<WireProduct> }
export type Rendered = { gtin: string; language: string; content: string }

const atOnce = 8

type Scope = { gtins: readonly string[]; languages: readonly string[]; template?: TemplateName }
/** An editor's change of a page, and the partner's next version of its product. */
type Merging = { edit(content: string): string; change: Partial<WireProduct> }

/**
 * The pages that the mirror would write for each product and language, as if every file were in the CMS; with `merging`,
 * its update of each page after an editor's change.
 */
export async function renderSeeded(
  partner: Partner,
  { gtins, languages, template }: Scope,
  merging?: Merging,
): Promise<Rendered[]> {
  const renderer = createRenderer({
    ...(await readTemplates(undefined, template)),
    numbersWithoutUnit: 'show',
    imagePlace: 'hero',
  })
  const records = gtins.flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  return pLimit(atOnce).map(records, async ({ gtin, language }) => {
    const key = { gtin, language }
    const fetched = await partner.fetchProduct(gtin, language)
    const productOf = (fields: Partial<WireProduct>): Product => {
      const parsed = toProduct({ ...fetched, ...fields })
      if (!parsed.ok) throw new Error(`${gtin}/${language}: ${parsed.reason}`)
      return parsed.product
    }
    const linked = languages
      .filter((other) => other !== language)
      .map((other) => ({ language: other, url: `https://cms.example/?page_id=${other}` }))
    const base = renderer.render(productOf({}), mediaOf, { languages: linked })
    if (merging === undefined) return { ...key, content: wrapBlock(key, base.inner) }
    const content = merging.edit(blockOf(key, base))
    const wanted = renderer.render(productOf(merging.change), mediaOf, { languages: linked })
    const page = pageOf(base, { content })
    const { body } = composeUpdate(readPage(key, page), { base, wanted }, 'keep')
    return { ...key, content: body.content ?? content }
  })
}

function mediaOf(url: string): Media {
  const mime = url.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  return { id: 7, sha256: '0'.repeat(64), url, mime, bytes: 1_234_567 }
}
