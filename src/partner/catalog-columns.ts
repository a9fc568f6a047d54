import type { CatalogColumns } from '../core/record/catalog.ts'
import type { Product } from '../core/record/product.ts'
import { digestOf } from '../core/text/digest.ts'
import type { Fetched, Partner } from '../sync/ports/partner.ts'

/** The stored columns of a product, and the names of those that are added. */
type Columns = { names: readonly string[]; read: (gtin: string) => Promise<CatalogColumns | undefined> }

/**
 * Adds columns of the catalogue to products. An ETag then contains a digest of the columns: a product whose columns
 * changed is requested in full.
 */
export function addCatalogColumns<P extends Partner>(partner: P, { names, read }: Columns): P {
  async function valuesOf(gtin: string): Promise<Product['catalog']> {
    const columns = names.length === 0 ? undefined : await read(gtin)
    if (columns === undefined) return undefined
    return names.flatMap((name) => {
      const value = columns[name]
      return value === undefined ? [] : [{ name, value }]
    })
  }

  return {
    ...partner,
    async fetchProduct(key, etag, signal): Promise<Fetched> {
      const catalog = await valuesOf(key.gtin)
      const digest = catalog === undefined ? '' : digestOf(catalog)
      const known = etag === undefined ? undefined : split(etag)
      const fetched = await partner.fetchProduct(
        key,
        known?.digest === digest ? known.etag : undefined,
        signal,
      )
      if (fetched.state !== 'present' || catalog === undefined) return fetched
      return {
        ...fetched,
        product: { ...fetched.product, catalog },
        ...(fetched.etag !== undefined && { etag: `${fetched.etag}${mark}${digest}` }),
      }
    },
  }
}

const mark = ' catalog:'

/** The partner's ETag, and the digest of the columns; "" without columns. */
function split(stored: string): { etag: string; digest: string } {
  const at = stored.lastIndexOf(mark)
  return at < 0
    ? { etag: stored, digest: '' }
    : { etag: stored.slice(0, at), digest: stored.slice(at + mark.length) }
}
