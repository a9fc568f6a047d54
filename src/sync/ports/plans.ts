import type { Asset } from '../../core/media.ts'
import type { Change } from '../../core/change.ts'

export interface Plans {
  /** Adds or replaces changes; the last word of a record counts. */
  save(runId: string, changes: readonly Change[]): Promise<void>
  drop(runId: string, recordIds: readonly string[]): Promise<void>
  read(runId: string, recordIds: readonly string[]): Promise<(Change | undefined)[]>
  /** Record ids in order, writes or retirements, `limit` from `offset`. */
  list(runId: string, part: PlanPart, offset: number, limit: number): Promise<string[]>
  count(runId: string, part: PlanPart): Promise<number>
  countKinds(runId: string): Promise<Record<Change['kind'], number>>
  saveAssets(runId: string, assets: readonly Asset[]): Promise<void>
  listAssets(runId: string): Promise<Asset[]>
}

export type PlanPart = 'write' | 'retire'
