import { z } from 'zod'
import { fixedTexts, PageTexts, textsSchema } from '../../../core/record/page.ts'
import type { Snapshot, SnapshotHead } from '../../../core/record/snapshot.ts'
import { defineShape, secondVersion } from '../define-shape.ts'
import { productSchema, someFields } from './product.ts'

export type SnapshotBody = Omit<Snapshot, keyof SnapshotHead>

export const retireToSchema = z.enum(['draft', 'trash', 'private', 'keep', 'delete', 'notice'])

const { title, excerpt, inner, featuredMedia } = fixedTexts
export const someTexts = textsSchema<Partial<PageTexts>>({
  title: title.exactOptional(),
  excerpt: excerpt.exactOptional(),
  inner: inner.exactOptional(),
  featuredMedia: featuredMedia.exactOptional(),
})

export const undoneSchema = z.strictObject({
  runId: z.string(),
  at: z.string(),
  digest: z.string(),
  product: someFields.exactOptional(),
  texts: someTexts.exactOptional(),
})

export const headShape = defineShape<SnapshotHead>(
  'snapshot head',
  z.strictObject({
    digest: z.string(),
    template: z.string(),
    pageId: z.int(),
    slug: z.string().exactOptional(),
    state: z.enum(['mirrored', 'retired']),
    etag: z.string().exactOptional(),
    retiredTo: retireToSchema.exactOptional(),
    links: z.string().exactOptional(),
    link: z.string().exactOptional(),
    listed: z.strictObject({ name: z.string(), number: z.string().exactOptional() }).exactOptional(),
  }),
  // Version 3 added pages that were retired with a notice; version 4 added slugs; version 5 added names for listings.
  { ...secondVersion, version: 5 },
)

export const bodyShape = defineShape<SnapshotBody>(
  'snapshot',
  z.strictObject({
    product: productSchema,
    base: PageTexts,
    runId: z.string(),
    writtenAt: z.string(),
    past: z.array(z.string()).exactOptional(),
    shown: z.string().exactOptional(),
    revision: z.int().exactOptional(),
    undoneInPart: z.strictObject({ runId: z.string(), by: z.string() }).exactOptional(),
    undone: undoneSchema.exactOptional(),
  }),
  // Version 3 added arbitrary text as the availability, and units of numbers; version 4 added mapped fields,
  // and columns of the catalogue; version 5 added undone parts; version 6 added undone values.
  { ...secondVersion, version: 6 },
)
