import { z } from 'zod'

/** The state of a run. `held` waits for approval; `planned` is the end of a dry run; `partial` has failed records. */
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

/** The states in which a run waits with its plan for a person: what it changes is then what the plan holds. */
export const waitingStates: readonly RunState[] = ['held', 'planned']

/** Whether a run waits with its plan. */
export function isWaiting({ state }: { state: RunState }): boolean {
  return waitingStates.includes(state)
}

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
  /** Their page is open in the editor: left for a later run. */
  deferred: z.int().default(0),
  /** Failed too often: not asked for in this run. */
  quarantined: z.int().default(0),
  /** Put back as they were before the run that was undone. */
  undone: z.int().default(0),
})
export type Counts = z.infer<typeof Counts>

/** A guard's verdict with its numbers; `limit` and `count` are records. */
export const GuardVerdict = z.object({
  guard: z.enum(['retire', 'update', 'template']),
  count: z.int(),
  of: z.int(),
  limit: z.int(),
  share: z.number(),
  message: z.string(),
})
export type GuardVerdict = z.infer<typeof GuardVerdict>

/** One field of a page before and after, as plain text, a line each paragraph. */
export const PageDiff = z.object({
  gtin: z.string(),
  language: z.string(),
  pageId: z.int(),
  field: z.enum(['title', 'excerpt', 'inner', 'featuredMedia']),
  before: z.string(),
  after: z.string(),
})
export type PageDiff = z.infer<typeof PageDiff>

/** A run's report, complete once `finishedAt` is set. */
export const Run = z.object({
  id: z.string(),
  /**
   * `plan` only looks; `rebuild` recreates the snapshots from the CMS and writes nothing to it; `verify`
   * compares the CMS with the snapshots; `undo` puts back what an earlier run wrote.
   */
  kind: z.enum(['sync', 'plan', 'rebuild', 'verify', 'undo']),
  trigger: z.enum(['cli', 'schedule', 'api', 'dashboard']),
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
  /** What a held or dry run would do, as one digest: approving applies exactly this. */
  planDigest: z.string().optional(),
  /** When the approved plan passed its check: from then on the run's own writes change what was checked. */
  checkedAt: z.iso.datetime().optional(),
  /** When somebody last approved the plan that waited; a refusal makes `approved` false again. */
  approvedAt: z.iso.datetime().optional(),
  /** How long a plan had waited when somebody approved or discarded it, in milliseconds. */
  waitedMs: z.number().optional(),
  /** Why the last approval was refused. */
  refusal: z.string().optional(),
  /** The run that superseded this plan before anyone approved it. */
  supersededBy: z.string().optional(),
  /** Pages as a changed template would show them, a few. */
  samples: z.array(PageDiff).default([]),
  /** A `verify` that repairs what the mirror may repair. */
  repair: z.boolean().optional(),
  /** New findings of a `verify` that it did not repair, by kind. */
  findings: z.record(z.string(), z.int()).optional(),
  /** What a `verify` repaired, by kind. */
  repaired: z.record(z.string(), z.int()).optional(),
  /** The run whose writes an `undo` puts back. */
  undoes: z.string().optional(),
  /** Entries of the catalogue that are no GTIN: each may hide a product. */
  unreadable: z.int().optional(),
  /** Field names that the partner sent and the interface does not document. */
  unknownFields: z.array(z.string()),
  /** Problems that stopped nothing: catalogue errors, failed media, foreign pages. */
  notes: z.array(z.string()),
  failure: z.object({ cause: z.enum(['partner', 'cms', 'redis', 'config']), message: z.string() }).optional(),
})
export type Run = z.infer<typeof Run>

/** A run that has just begun: nothing is counted yet. */
export function newRun(
  begun: Pick<Run, 'id' | 'kind' | 'trigger' | 'approved' | 'scope' | 'createdAt'> & Partial<Run>,
): Run {
  return {
    state: 'planning',
    languages: [],
    counts: { ...noCounts },
    planned: { create: 0, update: 0, restore: 0, retire: 0 },
    media: { uploaded: 0, reused: 0, failed: 0 },
    requests: { partner: 0, cmsReads: 0, cmsBatches: 0, cmsOther: 0 },
    guards: [],
    unknownFields: [],
    notes: [],
    samples: [],
    ...begun,
  }
}

const noCounts: Counts = {
  records: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  retired: 0,
  restored: 0,
  kept: 0,
  absent: 0,
  held: 0,
  failed: 0,
  deferred: 0,
  quarantined: 0,
  undone: 0,
}

/** Milliseconds that a run was at work, to its end or to `now` (ms): what it waited for a person is not counted. */
export function workedMs(
  run: Pick<Run, 'state' | 'createdAt' | 'finishedAt' | 'waitedMs'>,
  now: number,
): number {
  const { state, createdAt, finishedAt, waitedMs = 0 } = run
  // An approved run keeps the time at which it was held in `finishedAt`.
  const isOver = finishedAt !== undefined && !activeStates.includes(state)
  return (isOver ? Date.parse(finishedAt) : now) - Date.parse(createdAt) - waitedMs
}

/** When the plan of a run was approved after it had waited; undefined when it was not, or the approval was refused. */
export function approvalTime({
  approved,
  approvedAt,
}: Pick<Run, 'approved' | 'approvedAt'>): string | undefined {
  return approved ? approvedAt : undefined
}

/** Whether a run is over every product and language that is mirrored. */
export function isWhole({ scope }: Pick<Run, 'scope'>): boolean {
  return scope.gtins === undefined && scope.languages === undefined
}

/** Whether a run has seen every page that is mirrored; what failed in it may never have been. */
export function sawEverything({ kind, state, scope }: Pick<Run, 'kind' | 'state' | 'scope'>): boolean {
  const isOver = state === 'done' || state === 'partial'
  return (kind === 'sync' || kind === 'rebuild') && isOver && isWhole({ scope })
}
