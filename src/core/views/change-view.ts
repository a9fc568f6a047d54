import { belowFailure, inFull } from '../report/reasons/show.ts'
import { plainWhyOf, whyOf } from '../report/history.ts'
import { diffTexts, nameOfText } from '../page/page-diff.ts'
import { diffProducts, type ValueDiff } from '../plan/product-diff.ts'
import type { Outcome, PlannedChange, PlannedKind } from '../run/change.ts'
import type { FieldNames } from '../record/field-names.ts'
import type { Replaced } from '../plan/undo-entry.ts'
import type { RecordKey } from '../record/record.ts'
import type { Run } from '../run/run.ts'
import type { Snapshot } from '../record/snapshot.ts'

/** The change of a record in a run or a plan, with the content that is still stored. */
export type ChangeView = RecordKey & {
  what: Outcome['result'] | PlannedKind
  /** Undefined if no version of the product is stored. */
  name: string | undefined
  /** With the commands that help; "" without a reason. */
  why: string
  plainWhy: string
  pageId: number | undefined
  link: string | undefined
  at: string | undefined
  /** The partner's fields that differed, and other causes of the write. */
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

/** `slug`: of a new page, unless it is the default one. */
export type PlannedView = ChangeView & { what: PlannedKind; slug: string | undefined }

/** A planned change; `snapshot` is the version that the page shows. */
export function plannedView(change: PlannedChange, snapshot: Snapshot | undefined): PlannedView {
  const { gtin, language, kind } = change
  const product = kind === 'retire' ? undefined : change.product
  return {
    gtin,
    language,
    what: kind,
    name: (product ?? snapshot?.product)?.name,
    why: kind === 'retire' ? change.reason : '',
    plainWhy: kind === 'retire' ? change.reason : '',
    pageId: kind === 'create' ? undefined : change.pageId,
    slug: kind === 'create' ? change.slug : undefined,
    link: undefined,
    at: undefined,
    fields: kind === 'update' ? change.fields : [],
    kept: [],
    conflicts: [],
    before: snapshot?.digest,
    after: kind === 'retire' ? undefined : change.digest,
    product: product && snapshot ? diffProducts(snapshot.product, product) : [],
    page: [],
  }
}

/**
 * The result of a run for a record; `replaced` is the version before it, if `snapshot` still is the one after it. `names`
 * are those of terms and files in mapped fields.
 */
export function outcomeView(
  {
    kind,
    failure,
    mirror,
    names,
  }: Pick<Run, 'kind' | 'failure'> & {
    mirror: string | undefined
    names?: FieldNames
  },
  outcome: Outcome,
  replaced: Replaced | undefined,
  snapshot: Snapshot | undefined,
): ChangeView {
  const { gtin, language, result, pageId, link, at, before, after } = outcome
  const { fields = [], kept = [], conflicts = [] } = outcome
  const show = failure === undefined ? inFull : belowFailure
  return {
    gtin,
    language,
    what: result,
    name: snapshot?.product.name,
    why: whyOf({ ...outcome, kind }, mirror, show),
    plainWhy: plainWhyOf({ ...outcome, kind }, show),
    pageId,
    link,
    at,
    fields,
    kept,
    conflicts,
    before,
    after,
    product: replaced?.product && snapshot ? diffProducts(replaced.product, snapshot.product) : [],
    page: replaced && snapshot ? pageDiffs(replaced, snapshot, names) : [],
  }
}

function pageDiffs(
  { texts, status }: Replaced,
  { base }: Snapshot,
  names: FieldNames | undefined,
): ValueDiff[] {
  const moved = status && status.before !== status.after
  return [
    ...(moved ? [{ field: 'status', before: status.before, after: status.after }] : []),
    ...diffTexts({ ...base, ...texts }, base, names).map((diff) => ({
      ...diff,
      field: nameOfText(diff.field),
    })),
  ]
}
