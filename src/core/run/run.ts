import { z } from 'zod'
import { GuardVerdict } from '../reasons/guard-verdict.ts'
import { Note } from '../reasons/note.ts'
import { Oddity } from '../record/oddities.ts'
import { MergeField } from '../record/page.ts'
import { PlanSummary } from './plan-summary.ts'
import { Refusal } from '../reasons/refusal.ts'
import { SelectedPart } from '../reasons/selected-part.ts'
import { runStates } from './run-states.ts'

/** The state of a run. `held` waits for approval; `planned` ends a dry run; `partial` ended with failed records or without files. */
export const RunState = z.enum(runStates)
export type RunState = z.infer<typeof RunState>

/** The states of an active run, during which no other may start. */
export const activeStates: readonly RunState[] = ['planning', 'writing']

/** The states in which a run waits with its plan for an operator. */
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

const count = z.int().default(0)

export const Counts = z.object({
  records: count.describe('The scope of the run, counted when it starts.'),
  created: count,
  updated: count,
  unchanged: count,
  retired: count,
  restored: count,
  kept: count,
  absent: count,
  held: count,
  failed: count,
  deferred: count.describe(
    'Left for a later run because the page is open in the editor, or changed since the approved plan was made.',
  ),
  quarantined: count.describe('Failed too often, and therefore not fetched in this run.'),
  undone: count.describe('Restored to their state before the run that was undone.'),
  notPlanned: count.describe(
    'In the scope of the run, but without any other result: the job that should have planned or written them was lost.',
  ),
})
export type Counts = z.infer<typeof Counts>

/** One field of a page before and after, as plain text, one line per paragraph. */
export const PageDiff = z.object({
  gtin: z.string(),
  language: z.string(),
  pageId: z.int(),
  field: MergeField,
  before: z.string(),
  after: z.string(),
})
export type PageDiff = z.infer<typeof PageDiff>

/** Planned records by kind of change. */
export const PlannedCounts = z.object({ create: z.int(), update: z.int(), restore: z.int(), retire: z.int() })
export type PlannedCounts = z.infer<typeof PlannedCounts>

/** How a plan differs from the held one that it supersedes. */
export const PlanDifference = z.object({
  runId: z.string(),
  added: PlannedCounts,
  removed: PlannedCounts,
  changed: PlannedCounts,
})
export type PlanDifference = z.infer<typeof PlanDifference>

/** A run's report, complete once `finishedAt` is set. */
export const Run = z.object({
  id: z.string(),
  kind: z
    .enum(['sync', 'plan', 'rebuild', 'verify', 'undo'])
    .describe(
      '`plan` is a dry run; `rebuild` restores the snapshots from the CMS and does not write to it; `verify` compares the CMS with the snapshots; `undo` restores the content that an earlier run replaced.',
    ),
  trigger: z.enum(['cli', 'schedule', 'api', 'dashboard']),
  state: RunState,
  approved: z.boolean(),
  scope: RunScope,
  languages: z.array(z.string()),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  counts: Counts,
  planned: PlannedCounts,
  media: z.object({ uploaded: z.int(), reused: z.int(), failed: z.int() }),
  requests: z.object({ partner: z.int(), cmsReads: z.int(), cmsBatches: z.int(), cmsOther: z.int() }),
  guards: z.array(GuardVerdict),
  planDigest: z
    .string()
    .optional()
    .describe('Digest of the plan of a held or dry run: an approval applies exactly this plan.'),
  checkedAt: z.iso
    .datetime()
    .optional()
    .describe('When the approved plan passed its check; later differences are the run’s own writes.'),
  approvedAt: z.iso
    .datetime()
    .optional()
    .describe('When the waiting plan was last approved; a refusal sets `approved` back to false.'),
  approvedPart: z
    .union([z.enum(['all', 'updates', 'creates', 'retirements']), SelectedPart])
    .optional()
    .describe('The part of the plan that was last approved.'),
  rest: z
    .string()
    .optional()
    .describe('The held run with the part that was not approved; set once the approved part may be written.'),
  restOf: z
    .string()
    .optional()
    .describe('The run whose plan was only partly approved: this run holds the rest.'),
  waitedMs: z
    .number()
    .optional()
    .describe('How long the plan waited until it was approved or discarded, in milliseconds.'),
  refusal: Refusal.nullable()
    .default(null)
    .describe('Why the last approval was refused; null again once the same plan is made again.'),
  supersededBy: z.string().optional().describe('The run that superseded this unapproved one.'),
  samePlanAs: z
    .string()
    .optional()
    .describe(
      'The held run whose plan this run repeated. That run keeps waiting; this one ended as superseded.',
    ),
  plannedAgainBy: z.string().optional().describe('The last run that made this held plan again.'),
  difference: PlanDifference.optional().describe('The held plan that this held plan supersedes.'),
  summary: PlanSummary.optional().describe(
    'The patterns of a held or dry run’s plan, computed once when it is complete.',
  ),
  samples: z.array(PageDiff).default([]).describe('A few pages before and after a template change.'),
  repair: z.boolean().optional().describe('A `verify` that repairs everything the mirror may fix.'),
  rewrite: z.boolean().optional().describe('A `sync` that writes every page again, even if nothing changed.'),
  findings: z
    .record(z.string(), z.int())
    .optional()
    .describe('New findings of a `verify` that it did not repair, counted by kind.'),
  repaired: z
    .record(z.string(), z.int())
    .optional()
    .describe('Repaired findings of a `verify`, counted by kind.'),
  undoes: z.string().optional().describe('The run that an `undo` reverts.'),
  conflicts: z.int().optional().describe('Records of this run that editor and partner both changed.'),
  keptEdits: z
    .int()
    .optional()
    .describe('Written pages that keep an editor’s change, which are counted by their result.'),
  unfetched: z
    .int()
    .optional()
    .describe('Files that were omitted because their server did not respond; the next run fetches them.'),
  unreadable: z.int().optional().describe('Catalogue entries that are not a GTIN; each may hide a product.'),
  unknownFields: z.array(z.string()).describe('Undocumented field names that the partner sent.'),
  oddities: z
    .array(Oddity)
    .default([])
    .describe('Odd values of the partner’s records that were shown unchanged or omitted.'),
  notes: z
    .array(Note)
    .describe('Problems that did not stop the run: catalogue errors, failed media, foreign pages.'),
  failure: z.object({ cause: z.enum(['partner', 'cms', 'redis', 'config']), message: z.string() }).optional(),
})
export type Run = z.infer<typeof Run>

/** A new run, with all counts at zero. */
export function newRun(
  begun: Pick<Run, 'id' | 'kind' | 'trigger' | 'approved' | 'scope' | 'createdAt'> & Partial<Run>,
): Run {
  return {
    state: 'planning',
    languages: [],
    counts: Counts.parse({}),
    planned: { create: 0, update: 0, restore: 0, retire: 0 },
    media: { uploaded: 0, reused: 0, failed: 0 },
    requests: { partner: 0, cmsReads: 0, cmsBatches: 0, cmsOther: 0 },
    guards: [],
    refusal: null,
    unknownFields: [],
    oddities: [],
    notes: [],
    samples: [],
    ...begun,
  }
}

/** Milliseconds that a run was active, until its end or `now` (ms), without the time it waited for approval. */
export function workedMs(
  run: Pick<Run, 'state' | 'createdAt' | 'finishedAt' | 'waitedMs'>,
  now: number,
): number {
  const { state, createdAt, finishedAt, waitedMs = 0 } = run
  // An approved run still has the `finishedAt` from when it was held.
  const isOver = finishedAt !== undefined && !activeStates.includes(state)
  return (isOver ? Date.parse(finishedAt) : now) - Date.parse(createdAt) - waitedMs
}

/** When a waiting plan was approved; undefined if it was not or the approval was refused. */
export function approvalTime({
  approved,
  approvedAt,
}: Pick<Run, 'approved' | 'approvedAt'>): string | undefined {
  return approved ? approvedAt : undefined
}

/** Whether a run covers every mirrored product and language. */
export function isWhole({ scope }: Pick<Run, 'scope'>): boolean {
  return scope.gtins === undefined && scope.languages === undefined
}

/** Whether the scope of a run includes that of another one. */
export function covers({ scope: outer }: Pick<Run, 'scope'>, { scope: inner }: Pick<Run, 'scope'>): boolean {
  const includes = (all: readonly string[] | undefined, some: readonly string[] | undefined): boolean =>
    all === undefined || some?.every((one) => all.includes(one)) === true
  return includes(outer.gtins, inner.gtins) && includes(outer.languages, inner.languages)
}

/** The most products of a product run; a larger sync takes the mirror's lock. */
export const mostProducts = 20

/**
 * Whether a sync of a few products runs in parallel with the run that holds the lock. It takes leases on its products
 * instead.
 */
export function isProductRun({ kind, scope }: Pick<Run, 'kind' | 'scope'>): boolean {
  return kind === 'sync' && scope.gtins !== undefined && scope.gtins.length <= mostProducts
}

/** Whether a run excludes parallel writes, because it compares or restores the pages that they would change. */
export function isAlone({ kind }: Pick<Run, 'kind'>): boolean {
  return kind !== 'sync' && kind !== 'plan'
}

/** Whether a run has seen every mirrored page; a failed record may never have had a page. */
export function sawEverything({ kind, state, scope }: Pick<Run, 'kind' | 'state' | 'scope'>): boolean {
  const isOver = state === 'done' || state === 'partial'
  return (kind === 'sync' || kind === 'rebuild') && isOver && isWhole({ scope })
}
