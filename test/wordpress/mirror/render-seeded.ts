import pLimit from 'p-limit'

import { readTemplates, type TemplateName } from '../../../config/templates.ts'
import type { WireProduct } from '../../../src/contracts/partner.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import type { Media } from '../../../src/core/record/media.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

type Partner = { fetchProduct(gtin: string, language: string): Promise<WireProduct> }
export type Rendered = { gtin: string; language: string; content: string }

const atOnce = 8

type Scope = { gtins: readonly string[]; languages: readonly string[]; template?: TemplateName }

/** The pages that the mirror would write for each product and language, as if every file were in the CMS. */
export async function renderSeeded(
  partner: Partner,
  { gtins, languages, template }: Scope,
): Promise<Rendered[]> {
  const renderer = createRenderer({
    ...(await readTemplates(undefined, template)),
    numbersWithoutUnit: 'show',
    imagePlace: 'hero',
  })
  const records = gtins.flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  return pLimit(atOnce).map(records, async ({ gtin, language }) => {
    const parsed = toProduct(await partner.fetchProduct(gtin, language))
    if (!parsed.ok) throw new Error(`${gtin}/${language}: ${parsed.reason}`)
    const linked = languages
      .filter((other) => other !== language)
      .map((other) => ({ language: other, url: `https://cms.example/?page_id=${other}` }))
    const { inner } = renderer.render(parsed.product, mediaOf, { languages: linked })
    return { gtin, language, content: wrapBlock({ gtin, language }, inner) }
  })
}

function mediaOf(url: string): Media {
  const mime = url.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  return { id: 7, sha256: '0'.repeat(64), url, mime, bytes: 1_234_567 }
}
