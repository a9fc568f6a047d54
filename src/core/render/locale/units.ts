/**
 * The units that an operator may set for the partner's numbers, and their Intl names; the partner's API has no units.
 */
export const intlUnits = {
  mm: { unit: 'millimeter', power: '' },
  cm: { unit: 'centimeter', power: '' },
  m: { unit: 'meter', power: '' },
  'mm²': { unit: 'millimeter', power: '²' },
  'cm²': { unit: 'centimeter', power: '²' },
  'm²': { unit: 'meter', power: '²' },
  g: { unit: 'gram', power: '' },
  kg: { unit: 'kilogram', power: '' },
} as const

export type UnitName = keyof typeof intlUnits

/** The measures of a product. */
export const sizeFields = ['length', 'width', 'height', 'area', 'joint', 'weight'] as const

/** The unit of each measure; without one it is shown as a bare number. */
export type Units = { readonly [size in (typeof sizeFields)[number]]?: UnitName | undefined }
