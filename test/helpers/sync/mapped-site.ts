import { fileURLToPath } from 'node:url'
import type { FieldMap, MapRow, SourceField } from '../../../src/core/mapping/field-map.ts'
import type { Stage } from './sync-deps.ts'

/** The types of a site whose pages have terms, meta and fields of Advanced Custom Fields. */
export const mappedTypes = fileURLToPath(new URL('mapped-site.yaml', import.meta.url))

export const rowOf = (target: MapRow['target'], field: SourceField, more: Partial<MapRow> = {}): MapRow => ({
  target,
  source: { kind: 'field', field },
  as: 'text',
  owner: 'partner',
  words: {},
  ...more,
})

/** A map with a row for each kind of field and owner. */
export const fullMap: FieldMap = {
  rows: [
    rowOf('meta.gtin', 'gtin'),
    rowOf('meta.price', 'price', { as: 'number' }),
    rowOf('meta.headline', 'name', { owner: 'once' }),
    rowOf('meta.sale', 'folded', { as: 'boolean' }),
    rowOf('meta.notes', 'intro', { as: 'list' }),
    rowOf('acf.datasheet', 'datasheet', { as: 'media' }),
    {
      ...rowOf('acf.subtitle', 'name'),
      source: { kind: 'texts', texts: { 'de-de': 'Katalog', en: 'Catalogue' } },
    },
    rowOf('terms.product_cat', 'trade_unit', { as: 'list', owner: 'shared' }),
    rowOf('terms.product_tag', 'availability', {
      as: 'list',
      owner: 'shared',
      words: { available: 'In stock', limited: 'Few left', not_available: '', unknown: '' },
    }),
    rowOf('menu_order', 'item_number', { as: 'integer' }),
    rowOf('excerpt', 'erp_description_short'),
  ],
}

/** A page's mapped fields as the REST API returns them. */
export type MappedPage = {
  meta: Record<string, unknown>
  acf: Record<string, unknown>
  menu_order: number
  product_cat: number[]
  product_tag: number[]
}

type Named = { id: number; name: string; parent: number }

/** Reads and creates terms as an editor does. */
export function openTerms({ mock }: Stage) {
  async function ask<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${mock.cmsRoot}/cms/v2/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as T
  }
  const all = (taxonomy: string) => ask<Named[]>(`${taxonomy}?per_page=100&orderby=id`)
  return {
    all,
    create: (taxonomy: string, body: { name: string; parent?: number }) => ask<Named>(taxonomy, body),
    async namesOf(taxonomy: string, ids: readonly number[]): Promise<string[]> {
      return (await all(taxonomy)).filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    },
  }
}
