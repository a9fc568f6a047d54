import type { Outcome, PlannedChange } from '../../../core/plan/change.ts'
import { whyOf } from '../../../core/decisions/history.ts'
import { diffTexts, nameOfText } from '../../../core/markup/page-diff.ts'
import type { ValueDiff } from '../../../core/markup/product-diff.ts'
import { withoutCause } from '../../../core/report/reason.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Replaced } from '../../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { changesOf, nameOf } from '../product/product-values.ts'
import { asEntry, type What } from './run-index.ts'
import { webLink } from '../shared/links.ts'

/** The change of a record in a run or a plan, with the content that is still stored. */
export type RunChange = RecordKey & {
  what: What
  name: string
  why: string
  pageId: number | undefined
  link: string | undefined
  at: string | undefined
  /** The partner's fields that differed. */
  fields: string[]
  /** Fields that an editor changed, and those that both changed. */
  kept: string[]
  conflicts: string[]
  /** Digests of the product before and after. */
  before: string | undefined
  after: string | undefined
  /** The changes by the partner, and those on the page. */
  product: ValueDiff[]
  page: ValueDiff[]
}

/** Reads some records of a run in a few round trips; omits those without an outcome. */
export async function readChanges(
  { plans, undo, snapshots }: OpsDeps,
  run: Run,
  keys: readonly RecordKey[],
): Promise<RunChange[]> {
  const found = await snapshots.read(keys)
  const wanted = keys.map((key, index) => ({ key, snapshot: found[index] }))
  const done = await undo.read(run.id, wanted)
  const planned = isWaiting(run) ? await plans.read(run.id, keys.map(recordId)) : []
  return wanted.flatMap(({ key, snapshot }, index) => {
    const change = planned[index]
    if (change !== undefined && change.kind !== 'revert') return [fromPlan(key, change, snapshot)]
    const { outcome, replaced } = done[index] ?? {}
    return outcome === undefined ? [] : [fromOutcome(run, outcome, replaced, snapshot)]
  })
}

function fromPlan(
  { gtin, language }: RecordKey,
  change: PlannedChange,
  snapshot: Snapshot | undefined,
): RunChange {
  const product = 'product' in change ? change.product : undefined
  return {
    gtin,
    language,
    what: change.kind,
    name: product?.name ?? snapshot?.product.name ?? '',
    why: change.kind === 'retire' ? change.reason : '',
    pageId: 'pageId' in change ? change.pageId : undefined,
    link: undefined,
    at: undefined,
    kept: [],
    conflicts: [],
    page: [],
    fields: change.kind === 'update' ? change.fields.map(nameOf) : [],
    before: snapshot?.digest,
    after: 'digest' in change ? change.digest : undefined,
    product: product && snapshot ? changesOf(snapshot.product, product) : [],
  }
}

function fromOutcome(
  run: Run,
  outcome: Outcome,
  replaced: Replaced | undefined,
  snapshot: Snapshot | undefined,
): RunChange {
  const { gtin, language, result, pageId, link, at, before, after } = outcome
  const { fields = [], kept = [], conflicts = [] } = outcome
  return {
    gtin,
    language,
    what: result,
    name: snapshot?.product.name ?? '',
    why: withoutCause(whyOf({ ...outcome, ...asEntry(run) }), run.failure),
    pageId,
    link: webLink(link),
    at,
    fields: fields.map(nameOf),
    kept,
    conflicts,
    before,
    after,
    product: replaced?.product && snapshot ? changesOf(replaced.product, snapshot.product) : [],
    page: replaced && snapshot ? pageChanges(replaced, snapshot) : [],
  }
}

function pageChanges({ texts, status }: Replaced, { base }: Snapshot): ValueDiff[] {
  const moved = status && status.before !== status.after
  return [
    ...(moved ? [{ field: 'status', before: status.before, after: status.after }] : []),
    ...diffTexts({ ...base, ...texts }, base).map((diff) => ({ ...diff, field: nameOfText(diff.field) })),
  ]
}
