import { z } from 'zod'
import { RecordKey } from '../../../core/record/record.ts'
import type { Product } from '../../../core/record/product.ts'

const text = z.string()
const decimal = z.string().nullable()

/** A product as stored in snapshots and plans. */
export const productSchema = z.strictObject({
  ...RecordKey.shape,
  name: text,
  availability: text,
  folded: z.boolean().nullable(),
  erp_id: text,
  item_number: text,
  trade_unit: text,
  packaging_unit: text,
  bundle_unit: text,
  erp_description: text,
  erp_description_short: text,
  intro: text,
  application: text,
  application_short: text,
  advantages: text,
  substrate: text,
  limiting_factors: text,
  datasheet: text,
  safety_datasheet: text,
  declaration_of_performance: text,
  image: text,
  banner: text,
  price: decimal,
  length: decimal,
  width: decimal,
  height: decimal,
  area: decimal,
  joint: decimal,
  weight: decimal,
  packaging_unit_quantity: decimal,
  bundle_unit_quantity: decimal,
  attributes: z.array(z.strictObject({ name: text, norm: text, value: text })),
  materials: z.array(z.strictObject({ name: text, value: text })),
  catalog: z.array(z.strictObject({ name: text, value: text })).exactOptional(),
}) satisfies z.ZodType<Product>

/** Some fields of a product. */
export const someFields = productSchema.exactPartial() satisfies z.ZodType<Partial<Product>>
