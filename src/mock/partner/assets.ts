import { drawBanner } from '../seed/banner.ts'
import { groupFacts, groupOfErpId } from '../seed/facts.ts'
import { families } from '../seed/families.ts'
import { documentKinds, drawDocument, type DocumentKind } from '../seed/pdf.ts'
import { drawPicture } from '../seed/picture.ts'
import { draw, purpose } from '../seed/random.ts'
import { etagOf } from './conditional.ts'
import { createLru } from './lru.ts'
import type { Products } from './products.ts'
import { published } from './views.ts'

/** One file. Its bytes are drawn on first use. */
export type Asset = { type: string; etag: string; modified: Date; bytes: () => Promise<Buffer> }

type Drawing = { type: string; key: string; modified: Date; draw: () => Promise<Buffer> }

const cacheBytes = 32 * 1024 * 1024
const documentPath = /^\/media\/documents\/(\w+)\/(\d{13})-([a-z0-9-]+)\.pdf$/
const picturePath = /^\/media\/(?:(products)\/(?:family-(\w+)|(\d{12}))\.png|banners\/(\d{12})\.jpg)$/

/** The partner's files, drawn from the same seed as the records. The entity tag covers all input of a drawing. */
export function createAssets(deps: { products: Products; seed: number }) {
  const { products, seed } = deps
  const cache = createLru<Buffer>(cacheBytes, (bytes) => bytes.length)

  function find(path: string, origin: string): Asset | null {
    const drawing = documentAt(path, origin) ?? pictureAt(path)
    if (drawing === null) return null
    const etag = etagOf(drawing.key)
    return {
      type: drawing.type,
      etag,
      modified: drawing.modified,
      bytes: async () => {
        const known = cache.get(etag)
        if (known !== undefined) return known
        const bytes = await drawing.draw()
        cache.set(etag, bytes)
        return bytes
      },
    }
  }

  function documentAt(path: string, origin: string): Drawing | null {
    const [, kind = '', gtin = '', language = ''] = documentPath.exec(path) ?? []
    if (!isDocumentKind(kind)) return null
    const found = products.findDocumented(gtin, language, origin)
    if (found === null) return null
    const { name } = found
    const { item_number, intro, attributes } = found.fields
    const content = { kind, gtin, language, fields: { name, item_number, intro, attributes } }
    return {
      type: 'application/pdf',
      key: JSON.stringify(content),
      modified: found.modified,
      draw: () => drawDocument(content),
    }
  }

  function pictureAt(path: string): Drawing | null {
    const match = picturePath.exec(path)
    if (match === null) return null
    const [, folder, familyKey, pictured = '', titled = ''] = match
    const isBanner = folder === undefined
    const group = groupOfErpId(isBanner ? titled : pictured)
    const known = group === null ? null : groupFacts(seed, group)
    const family = known?.family ?? families.find(({ key }) => key === familyKey)
    if (family === undefined) return null
    const look = {
      shape: family.shape,
      tint: group === null ? 0 : draw(seed, group, purpose.picture),
      title: known?.brand ?? family.key,
    }
    return {
      type: isBanner ? 'image/jpeg' : 'image/png',
      key: JSON.stringify({ isBanner, ...look }),
      modified: published,
      draw: () => (isBanner ? drawBanner(look) : drawPicture(look)),
    }
  }

  return { find, reset: cache.clear }
}

export type Assets = ReturnType<typeof createAssets>

function isDocumentKind(kind: string): kind is DocumentKind {
  return documentKinds.some((known) => known === kind)
}
