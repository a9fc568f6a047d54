import { z } from 'zod'

/** Where a run stands. `held` waits for approval; `planned` is a dry run's end; `partial` ended with failed records. */
export const RunState = z.enum([
  'planning',
  'held',
  'writing',
  'planned',
  'done',
  'partial',
  'failed',
  'cancelled',
  'superseded',
])
export type RunState = z.infer<typeof RunState>

/** The states in which a run is at work and no other may start. */
export const activeStates: readonly RunState[] = ['planning', 'writing']

export const RunScope = z.object({
  gtins: z.array(z.string()).optional(),
  languages: z.array(z.string()).optional(),
})
export type RunScope = z.infer<typeof RunScope>

export const Counts = z.object({
  records: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  retired: z.int(),
  restored: z.int(),
  kept: z.int(),
  absent: z.int(),
  held: z.int(),
  failed: z.int(),
})
export type Counts = z.infer<typeof Counts>

/** A guard's verdict with its numbers; `limit` and `count` are records. */
export const GuardVerdict = z.object({
  guard: z.enum(['retire', 'update']),
  count: z.int(),
  of: z.int(),
  limit: z.int(),
  share: z.number(),
  message: z.string(),
})
export type GuardVerdict = z.infer<typeof GuardVerdict>

/** A run's report, complete when `finishedAt` stands. */
export const Run = z.object({
  id: z.string(),
  /** `plan` only looks; `rebuild` remakes snapshots from what stands in the CMS and writes nothing to it. */
  kind: z.enum(['sync', 'plan', 'rebuild']),
  trigger: z.enum(['cli', 'schedule', 'api']),
  state: RunState,
  approved: z.boolean(),
  scope: RunScope,
  languages: z.array(z.string()),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  counts: Counts,
  planned: z.object({ create: z.int(), update: z.int(), restore: z.int(), retire: z.int() }),
  media: z.object({ uploaded: z.int(), reused: z.int(), failed: z.int() }),
  requests: z.object({ partner: z.int(), cmsReads: z.int(), cmsBatches: z.int(), cmsOther: z.int() }),
  guards: z.array(GuardVerdict),
  /** Field names that the partner sent and the interface does not document. */
  unknownFields: z.array(z.string()),
  /** Things a person should know that stopped nothing: catalogue faults, failed media, foreign pages. */
  notes: z.array(z.string()),
  failure: z.object({ side: z.enum(['partner', 'cms', 'redis', 'config']), message: z.string() }).optional(),
})
export type Run = z.infer<typeof Run>
