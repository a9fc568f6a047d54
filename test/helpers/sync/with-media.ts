import { hash } from 'node:crypto'
import { mediaSlug, type Asset } from '../../../src/core/record/media.ts'
import { go } from './sync-run.ts'
import { withMirror } from './with-mirror.ts'

/** Tests with the files of one product. `bytes` and `slug` are those of its image. */
export function withMedia() {
  return withMirror({ gtins: 1 })
    .extend('product', { scope: 'file' }, async ({ stage }) => {
      const [gtin = ''] = stage.gtins
      const { partner } = stage.openMirror()
      const fetched = await partner.fetchProduct({ gtin, language: 'de-de' }, undefined, go)
      if (fetched.state !== 'present') throw new Error(fetched.state)
      return fetched.product
    })
    .extend('image', { scope: 'file' }, ({ product }): Asset => ({ url: product.image, kind: 'image' }))
    .extend('datasheet', { scope: 'file' }, ({ product }): Asset => ({ url: product.datasheet, kind: 'pdf' }))
    .extend('bytes', { scope: 'file' }, async ({ image }) =>
      Buffer.from(await (await fetch(image.url)).arrayBuffer()),
    )
    .extend('slug', { scope: 'file' }, ({ bytes }) => mediaSlug(hash('sha256', bytes, 'hex')))
    .extend('slugs', ({ stage }) => async (): Promise<string[]> => {
      const media = await stage.editor.media()
      return media.map(({ slug }) => slug)
    })
}
