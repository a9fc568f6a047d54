import type { RankedAsset } from '../../core/record/assets.ts'
import type { Asset } from '../../core/record/media.ts'
import type { Change, PlannedKind } from '../../core/run/change.ts'

export interface Plans {
  /** Adds or replaces changes; the last change of a record counts. */
  save(runId: string, changes: readonly Change[]): Promise<void>
  drop(runId: string, recordIds: readonly string[]): Promise<void>
  /**
   * Removes changes that are not applied and keeps the order, as an acknowledgement does, because jobs refer to
   * positions in it.
   */
  close(runId: string, recordIds: readonly string[]): Promise<void>
  /** Replaces changes and keeps the order. */
  replace(runId: string, changes: readonly Change[]): Promise<void>
  read(runId: string, recordIds: readonly string[]): Promise<(Change | undefined)[]>
  /** Which of these records have an unacknowledged change; cheaper than `read`. */
  open(runId: string, recordIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Record ids in order, writes or retirements, `limit` from `offset`. */
  list(runId: string, part: PlanPart, offset: number, limit: number): Promise<string[]>
  count(runId: string, part: PlanPart): Promise<number>
  countKinds(runId: string): Promise<Record<PlannedKind, number>>
  /** Updates because the template or the labels changed: all, and those without another reason. */
  countTemplate(runId: string): Promise<{ pages: number; only: number }>
  /** Updates only for missing assets or language links. */
  countSecondary(runId: string): Promise<number>
  /** The planned change of each record, even if it was already applied; undefined without one. */
  kinds(runId: string, recordIds: readonly string[]): Promise<(Change['kind'] | undefined)[]>
  /** Record ids of the updates for the template or the labels, those without another reason first. */
  listTemplate(runId: string, limit: number): Promise<string[]>
  /** Stores fingerprints of the planned records' pages for a later comparison. */
  savePageFingerprints(runId: string, entries: readonly RecordText[]): Promise<void>
  readPageFingerprints(runId: string, recordIds: readonly string[]): Promise<(string | undefined)[]>
  /** Stores why planned records could not be checked. */
  saveUnchecked(runId: string, entries: readonly RecordText[]): Promise<void>
  scanUnchecked(runId: string): AsyncIterable<RecordText[]>
  clearUnchecked(runId: string): Promise<void>
  /**
   * Adds assets. If several have the same URL, the one with the lowest rank is kept, whatever the order of the calls.
   */
  saveAssets(runId: string, assets: readonly RankedAsset[]): Promise<void>
  /** By rank. */
  listAssets(runId: string): Promise<Asset[]>
  dropAssets(runId: string, urls: readonly string[]): Promise<void>
  discard(runId: string): Promise<void>
}

export type PlanPart = 'write' | 'retire'

/** A short text about one planned record. */
export type RecordText = { id: string; text: string }
