import { z } from 'zod'
import type { Conflict } from '../../../core/page/conflict.ts'
import type { PendingDecision } from '../../../core/decisions/pending-decision.ts'
import type { Suspect } from '../../../core/decisions/suspect.ts'
import { defineShape, secondVersion } from '../stored.ts'
import { fieldSchema } from './snapshot.ts'

const given = { at: z.string(), by: z.string() }

export const decisionShape = defineShape<PendingDecision>(
  'decision',
  z.discriminatedUnion('kind', [
    z.strictObject({
      ...given,
      kind: z.literal('hold'),
      reason: z.string(),
      skips: z.string().exactOptional(),
    }),
    z.strictObject({
      ...given,
      kind: z.literal('overwrite'),
      fields: z.array(fieldSchema),
      seen: z.string(),
      only: z.literal('conflicts').exactOptional(),
    }),
    z.strictObject({
      ...given,
      kind: z.literal('accept'),
      digest: z.string(),
      released: z.literal(true).exactOptional(),
    }),
    z.strictObject({ ...given, kind: z.literal('skip'), digest: z.string(), reason: z.string() }),
  ]),
  secondVersion,
)

export const conflictShape = defineShape<Conflict>(
  'conflict',
  z.strictObject({
    pageId: z.int(),
    link: z.string(),
    runId: z.string(),
    at: z.string(),
    fields: z.array(
      z.strictObject({ field: fieldSchema, base: z.string(), theirs: z.string(), ours: z.string() }),
    ),
    wanted: z.string().exactOptional(),
    mergeBase: z.string().exactOptional(),
    block: z.enum(['missing', 'duplicate', 'broken']).exactOptional(),
  }),
  { ...secondVersion, told: ['link'] },
)

export const suspectShape = defineShape<Suspect>(
  'blank version',
  z.strictObject({ digest: z.string(), reason: z.string(), runId: z.string(), at: z.string() }),
)
