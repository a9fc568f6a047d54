import { z } from 'zod'

/**
 * The partner's Product, as it may arrive. The interface does not define how numbers look and whether an
 * inapplicable field is null, "" or absent, so every form is accepted here; `core/record/product.ts`
 * normalises them.
 */
const WireText = z.string().nullish()
const WireNumber = z.union([z.number(), z.string()]).nullish()

export const numberFields = [
  'price',
  'length',
  'width',
  'height',
  'area',
  'joint',
  'weight',
  'packaging_unit_quantity',
  'bundle_unit_quantity',
] as const

export const plainTextFields = [
  'erp_id',
  'item_number',
  'trade_unit',
  'packaging_unit',
  'bundle_unit',
  'erp_description',
  'erp_description_short',
  'intro',
  'application_short',
] as const

export const htmlFields = ['application', 'advantages', 'substrate', 'limiting_factors'] as const

export const pdfFields = ['datasheet', 'safety_datasheet', 'declaration_of_performance'] as const

export const imageFields = ['image', 'banner'] as const

export const Availability = z.enum(['unknown', 'available', 'limited', 'not_available'])
export type Availability = z.infer<typeof Availability>

export const WireAttribute = z.object({ name: z.string(), norm: WireText, value: WireText })
export type WireAttribute = z.infer<typeof WireAttribute>

export const WireMaterial = z.object({ name: z.string(), value: WireText })
export type WireMaterial = z.infer<typeof WireMaterial>

export const WireProduct = z.object({
  name: z.string(),
  gtin: z.string(),
  language: z.string(),
  erp_id: WireText,
  item_number: WireText,
  price: WireNumber,
  availability: Availability.nullish(),
  length: WireNumber,
  width: WireNumber,
  height: WireNumber,
  area: WireNumber,
  joint: WireNumber,
  weight: WireNumber,
  folded: z.union([z.boolean(), z.literal('')]).nullish(),
  trade_unit: WireText,
  packaging_unit: WireText,
  packaging_unit_quantity: WireNumber,
  bundle_unit: WireText,
  bundle_unit_quantity: WireNumber,
  erp_description: WireText,
  erp_description_short: WireText,
  intro: WireText,
  application: WireText,
  application_short: WireText,
  advantages: WireText,
  substrate: WireText,
  limiting_factors: WireText,
  datasheet: WireText,
  safety_datasheet: WireText,
  declaration_of_performance: WireText,
  image: WireText,
  banner: WireText,
  attributes: z.array(WireAttribute).nullish(),
  materials: z.array(WireMaterial).nullish(),
})
export type WireProduct = z.infer<typeof WireProduct>

/** The language list of the bundled server; `partner/language-list.ts` reads other shapes, too. */
export const WireLanguages = z.union([
  z.array(z.union([z.string(), z.object({ code: z.string(), name: z.string().optional() })])),
  z.object({ results: z.array(z.union([z.string(), z.object({ code: z.string() })])) }),
])
export type WireLanguages = z.infer<typeof WireLanguages>

/** The error body of a Django REST service. */
export const PartnerError = z.object({ detail: z.string() })
export type PartnerError = z.infer<typeof PartnerError>
