import { families, type Family } from './families.ts'
import { gtinAt } from './gtins.ts'
import { at, draw, purpose } from './random.ts'

/** The data of a product that is the same in every language. Numbers are canonical decimals; null: not applicable. */
export type Facts = {
  seed: number
  index: number
  gtin: string
  /** products of one group differ only in size; they share erp_id, image and brand */
  group: number
  family: Family
  brand: string
  erpId: string
  itemNumber: string
  price: number | null
  length: number | null
  width: number | null
  height: number | null
  area: number | null
  joint: number | null
  weight: number | null
  packagingQuantity: number | null
  bundleQuantity: number | null
  folded: boolean | null
}

const stems = [
  'Alb',
  'Brev',
  'Corv',
  'Dun',
  'Fenn',
  'Halm',
  'Kest',
  'Lind',
  'Morv',
  'Norr',
  'Orm',
  'Pell',
  'Quant',
  'Riv',
  'Sund',
  'Tarn',
  'Ulm',
  'Vand',
  'Wend',
  'Zell',
]
const middles = ['a', 'ero', 'i', 'ora', 'u', 'ivo', 'o', 'ela']
const lines = ['Plus', 'Pro', 'ND', 'Thermo', 'Duo', 'Eco', 'Xtra', 'Fix', 'Vario', 'B&B', 'Uni', 'Speed']
const groupPatterns = [
  [0, 1, 2, 3],
  [0, 0, 1, 2],
  [0, 1, 1, 1],
  [0, 0, 1, 1],
  [0, 1, 2, 2],
] as const

/** The language-independent data of the product at `index`. */
export function factsAt(seed: number, index: number, gtin: string = gtinAt(index)): Facts {
  const group = groupOf(seed, index)
  const { family, brand } = groupFacts(seed, group)
  const size = draw(seed, index, purpose.size)
  const length = pick(family.lengths, size)
  const width = pick(family.widths, size >>> 4)
  const height = pick(family.heights, size >>> 8)
  const area = family.group === 'membrane' && length !== null && width !== null ? round(length * width) : null
  const perUnit = pick(family.weight, size >>> 12) ?? 1
  const quantity = draw(seed, index, purpose.quantity)
  const [from, to] = family.price
  const price = draw(seed, index, purpose.price)
  return {
    seed,
    index,
    gtin,
    group,
    family,
    brand,
    erpId: erpIdOf(group),
    itemNumber: `${family.ending.slice(0, 2).toUpperCase()}-${10_000 + (draw(seed, index, purpose.line) % 90_000)}`,
    price: price % 29 === 0 ? null : round(from + ((price >>> 5) % ((to - from) * 100)) / 100),
    length,
    width,
    height,
    area,
    joint: pick(family.joints, size >>> 16),
    weight: round(area === null ? perUnit : area * perUnit),
    packagingQuantity: family.group === 'membrane' ? null : at([4, 6, 8, 12, 20], quantity),
    bundleQuantity: quantity % 7 === 0 ? null : at([20, 24, 36, 48, 96], quantity >>> 4),
    folded: family.group === 'membrane' && width !== null ? width >= 3 : null,
  }
}

function erpIdOf(group: number): string {
  return `08${String(group).padStart(10, '0')}`
}

/** The group of an erp_id, which image paths contain; null for any other string. */
export function groupOfErpId(erpId: string): number | null {
  return /^08\d{10}$/.test(erpId) ? Number(erpId.slice(2)) : null
}

/** The data that all products of a group share. */
export function groupFacts(seed: number, group: number): { family: Family; brand: string } {
  const family = at(families, group + draw(seed, 0, purpose.family))
  const stem = at(stems, draw(seed, group, purpose.stem))
  const middle = at(middles, draw(seed, group, purpose.middle))
  const line = draw(seed, group, purpose.line)
  return {
    family,
    brand: `${stem}${middle}${family.ending} ${at(lines, line)} ${100 + ((line >>> 8) % 80) * 5}`,
  }
}

/** Four neighbours form two to four groups. A group never crosses such a block, so no table is needed. */
export function groupOf(seed: number, index: number): number {
  const block = index - (index % 4)
  return block + (at(groupPatterns, draw(seed, block, purpose.pattern))[index % 4] ?? 0)
}

function pick(list: readonly number[], drawn: number): number | null {
  return list.length === 0 ? null : at(list, drawn)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
