import type { RankedAsset } from '../../core/record/assets.ts'
import type { Asset } from '../../core/record/media.ts'
import type { Change, PlannedKind } from '../../core/plan/change.ts'

export interface Plans {
  /** Adds or replaces changes; the last change of a record counts. */
  save(runId: string, changes: readonly Change[]): Promise<void>
  drop(runId: string, recordIds: readonly string[]): Promise<void>
  /** Removes changes that are not carried out and keeps the order, as an acknowledgement does: jobs are cut by it. */
  close(runId: string, recordIds: readonly string[]): Promise<void>
  /** Replaces changes and keeps the order. */
  replace(runId: string, changes: readonly Change[]): Promise<void>
  read(runId: string, recordIds: readonly string[]): Promise<(Change | undefined)[]>
  /** Which of these records have a change that is not acknowledged yet; cheaper than `read`. */
  open(runId: string, recordIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Record ids in order, writes or retirements, `limit` from `offset`. */
  list(runId: string, part: PlanPart, offset: number, limit: number): Promise<string[]>
  count(runId: string, part: PlanPart): Promise<number>
  countKinds(runId: string): Promise<Record<PlannedKind, number>>
  /** Updates because the template or the labels changed: all, and those without another reason. */
  countTemplate(runId: string): Promise<{ pages: number; only: number }>
  /** Updates only for missing assets or language links. */
  countSecondary(runId: string): Promise<number>
  /** What is planned for records, also when it is done already; undefined: nothing. */
  kinds(runId: string, recordIds: readonly string[]): Promise<(Change['kind'] | undefined)[]>
  /** Record ids of such updates, those without another reason first. */
  listTemplate(runId: string, limit: number): Promise<string[]>
  /** Keeps fingerprints of the planned records' pages, to compare with later. */
  savePageFingerprints(runId: string, entries: readonly RecordText[]): Promise<void>
  readPageFingerprints(runId: string, recordIds: readonly string[]): Promise<(string | undefined)[]>
  /** Keeps why planned records could not be checked. */
  saveUnchecked(runId: string, entries: readonly RecordText[]): Promise<void>
  scanUnchecked(runId: string): AsyncIterable<RecordText[]>
  clearUnchecked(runId: string): Promise<void>
  /** Adds assets; of several with one address the one of the lowest rank is kept, whoever adds it when. */
  saveAssets(runId: string, assets: readonly RankedAsset[]): Promise<void>
  /** By rank. */
  listAssets(runId: string): Promise<Asset[]>
  dropAssets(runId: string, urls: readonly string[]): Promise<void>
  /** Drops a plan as a whole. */
  discard(runId: string): Promise<void>
}

export type PlanPart = 'write' | 'retire'

/** A short text about one planned record. */
export type RecordText = { id: string; text: string }
