import { z } from 'zod'
import { PageStatus } from '../../../contracts/cms/page.ts'
import { MergeField } from '../../../core/record/page.ts'
import type { Replaced } from '../../../core/plan/undo-entry.ts'
import type { Intent } from '../../../sync/ports/writes.ts'
import { defineShape, secondVersion } from '../define-shape.ts'
import { productSchema } from './product.ts'
import { retireToSchema, someTexts, undoneSchema } from './snapshot.ts'

export const intentShape = defineShape<Intent>(
  'intent',
  z.strictObject({
    runId: z.string(),
    sentAt: z.number(),
    since: z.number().exactOptional(),
    slug: z.string().exactOptional(),
    read: z
      .strictObject({
        revision: z.int(),
        revisions: z.int(),
        inner: z.string().exactOptional(),
        status: PageStatus.exactOptional(),
      })
      .exactOptional(),
    wrote: z.strictObject({ digest: z.string(), left: z.array(MergeField) }).exactOptional(),
    landed: z.enum(['create', 'update']).exactOptional(),
  }),
  // Version 4 added the page's status, and mapped fields; version 5 added slugs.
  { version: 5, upgrade: (value) => value },
)

export const replacedShape = defineShape<Replaced>(
  'undo entry',
  z.strictObject({
    did: z.enum(['updated', 'restored', 'retired']),
    product: productSchema.exactOptional(),
    texts: someTexts.exactOptional(),
    base: someTexts.exactOptional(),
    added: z.string().exactOptional(),
    status: z.strictObject({ before: PageStatus, after: PageStatus }).exactOptional(),
    retiredTo: retireToSchema.exactOptional(),
    links: z.string().exactOptional(),
    awaits: z.array(z.string()).exactOptional(),
    undone: undoneSchema.exactOptional(),
  }),
  // Version 3 added mapped fields; version 4 added pages that were retired with a notice; version 5 added drafts that
  // waited for fields; version 6 added undone values.
  { ...secondVersion, version: 6 },
)
