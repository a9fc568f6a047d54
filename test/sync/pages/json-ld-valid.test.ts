import { expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { sizesLinked } from '../../../src/core/page/links.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { jsonLdFaults, jsonLdIn } from '../../helpers/content/schema-org.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const renderer = createRenderer({
  ...(await readTemplates()),
  units: { width: 'm', weight: 'kg' },
  brand: 'ACME',
  familyBy: 'erp_id',
})
const test = withMirror({
  gtins: 25,
  languages: 'de-de,en-gb,fr-fr,ar-eg',
  mirror: { renderer, familyBy: 'erp_id' },
})

test('100 pages have valid JSON-LD, which an editor’s save does not change', async ({ stage, mirror }) => {
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ created: 100, failed: 0 })
  const pages = await stage.editor.recordPages()
  expect(pages).toHaveLength(100)
  let families = 0
  for (const { slug, content } of pages) {
    const [, gtin = '', language = ''] = /^gtin-(\d{13})-(.+)$/.exec(slug) ?? []
    const found = jsonLdIn(content.raw)
    expect(found.map(jsonLdFaults)).toEqual([[]])
    const fetched = await mirror.partner.fetchProduct({ gtin, language }, undefined, go)
    if (fetched.state !== 'present') throw new Error(fetched.state)
    const { name, price, image } = fetched.product
    expect(found).toMatchObject([{ name, gtin13: gtin, brand: { name: 'ACME' } }])
    expect(Object(found[0]).offers?.price ?? null).toBe(price)
    expect(Object(found[0]).image !== undefined).toBe(image !== '')
    const group = Object(found[0]).isVariantOf
    expect(group?.productGroupID).toBe(sizesLinked(content.raw) && fetched.product.erp_id)
    families += group === undefined ? 0 : 1
  }
  expect(families).toBeGreaterThan(50)
  for (const { id, content } of pages) await stage.editor.edit(id, { content: content.raw })
  expect((await verify(mirror)).findings).toEqual([])
  expect((await plan(mirror)).planned).toMatchObject({ create: 0, update: 0 })
})
