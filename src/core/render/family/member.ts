import { columnsOf } from '../../mapping/map-values.ts'
import type { FieldMap } from '../../mapping/field-map.ts'
import type { Product } from '../../record/product.ts'
import { digestOf } from '../../text/digest.ts'
import { sizeFields, type Units } from '../locale/units.ts'

/** The field of a product that its family shares: `erp_id`, or a column of the catalogue as `catalog.<column>`. */
export type FamilyBy = 'erp_id' | `catalog.${string}`

/** A product as its family needs it: the shared value, and the fields in which the sizes may differ. */
export type Member = {
  /** A short digest of the family; "" for a product without one. */
  family: string
  /** The value that the family shares. */
  id: string
  name: string
  item_number: string
  /** Canonical decimals, perhaps with a unit. */
  sizes: { [size in keyof Units]?: string }
}

const columnPrefix = 'catalog.'
/** A longer value is a text and not an identifier. */
const longestId = 200
const idLength = 16

/** The column of the catalogue that families share; undefined for a field of the partner. */
export function familyColumn(by: FamilyBy | undefined): string | undefined {
  return by?.startsWith(columnPrefix) === true ? by.slice(columnPrefix.length) : undefined
}

/** The columns of the catalogue that a map and families need, in alphabetical order. */
export function neededColumns(map: FieldMap | undefined, by: FamilyBy | undefined): string[] {
  const column = familyColumn(by)
  const names = [...(map === undefined ? [] : columnsOf(map)), ...(column === undefined ? [] : [column])]
  return [...new Set(names)].sort()
}

/** The product as a member of its family. */
export function memberOf(product: Product, by: FamilyBy): Member {
  const { name, item_number } = product
  const id = sharedValue(product, by)
  if (id === '') return { family: '', id, name, item_number, sizes: {} }
  const sizes = Object.fromEntries(
    sizeFields.flatMap((field) => (product[field] === null ? [] : [[field, product[field]]])),
  )
  return { family: digestOf([by, id]).slice(0, idLength), id, name, item_number, sizes }
}

function sharedValue(product: Product, by: FamilyBy): string {
  const column = familyColumn(by)
  const value =
    column === undefined
      ? product.erp_id
      : (product.catalog?.find(({ name }) => name === column)?.value ?? '')
  return value.length > longestId ? '' : value.trim()
}
