import { groupOf, type Facts } from './facts.ts'
import { gtinAt, maxGtins } from './gtins.ts'
import { draw, purpose } from './random.ts'

/** Paths of a record's files below the origin; empty if there is no such file. */
export type AssetPaths = {
  datasheet: string
  safety: string
  performance: string
  image: string
  banner: string
}

/** The files of a record. Images belong to the group, or to the family if there is no photograph. */
export function assetPaths(facts: Facts, language: string): AssetPaths {
  const { seed, index, group, family, gtin, erpId } = facts
  const sheet = draw(seed, index, purpose.sheet)
  const picture = draw(seed, group, purpose.picture)
  const hasSafety = family.group === 'liquid' ? sheet % 9 !== 0 : sheet % 9 === 0
  return {
    datasheet: `/media/documents/datasheet/${gtin}-${language}.pdf`,
    safety: hasSafety ? `/media/documents/safety/${gtin}-${language}.pdf` : '',
    performance:
      (sheet >>> 4) % 3 === 0 ? '' : `/media/documents/performance/${leadOf(facts)}-${language}.pdf`,
    image: picture % 11 === 0 ? `/media/products/family-${family.key}.png` : `/media/products/${erpId}.png`,
    banner: (picture >>> 4) % 8 === 0 ? '' : `/media/banners/${erpId}.jpg`,
  }
}

/** A declaration names the first product of its group, and all others link to the same file. */
function leadOf({ seed, index, group, gtin }: Facts): string {
  if (index >= maxGtins) return gtin
  for (let i = index - (index % 4); i < index; i++) if (groupOf(seed, i) === group) return gtinAt(i)
  return gtin
}
