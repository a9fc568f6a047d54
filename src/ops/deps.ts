import type { Queue } from 'bullmq'
import type { Conflict } from '../core/page/conflict.ts'
import type { Decision, Resolution } from '../core/decisions/decision.ts'
import type { Deferral } from '../core/decisions/deferral.ts'
import type { Failing, FailingList } from '../core/decisions/quarantine.ts'
import type { ProductHistory } from '../core/decisions/history.ts'
import type { MissingAssets } from '../core/decisions/missing-assets.ts'
import type { PendingDecision } from '../core/decisions/pending-decision.ts'
import type { RecordKey } from '../core/record/record.ts'
import type { Suspect } from '../core/plan/suspect.ts'
import type { Unconfirmed } from '../core/decisions/unconfirmed.ts'
import type { Waiting } from '../core/decisions/waiting.ts'
import type { Logger } from '../lib/logger.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Audit } from '../sync/ports/audit.ts'
import type { Findings } from '../sync/ports/findings.ts'
import type { Partner } from '../sync/ports/partner.ts'
import type { Plans } from '../sync/ports/plans.ts'
import type { Runs } from '../sync/ports/runs.ts'
import type { UpstreamHealth } from '../sync/ports/fleet.ts'
import type { Snapshots } from '../sync/ports/snapshots.ts'
import type { Table } from '../sync/ports/table.ts'
import type { Undo } from '../sync/ports/undo.ts'
import type { Run, RunScope } from '../core/record/run.ts'

/** Where to listen; without user and password only a loopback host is accepted. */
export type OpsConfig = {
  readonly host: string
  readonly port: number
  readonly user?: string | undefined
  readonly password?: string | undefined
}

/** Through what a person asks. */
export type Asked = 'api' | 'dashboard'

export type StartRequest = {
  trigger: Asked
  kind: 'sync' | 'plan' | 'verify'
  scope: RunScope
  approved: boolean
  /** A verify repairs what is the mirror’s to repair. */
  repair?: boolean
}

export type Accepted = { ok: true } | { ok: false; reason: string }

/** What an operator may do to runs. */
export interface OpsControl {
  start(request: StartRequest): Promise<{ ok: true; run: Run } | { ok: false; activeRunId: string }>
  approve(runId: string): Promise<Accepted>
  cancel(runId: string): Promise<Accepted>
  /** Begins a run that puts back what this one wrote. */
  undo(runId: string, trigger: Asked): Promise<{ ok: true; run: Run } | { ok: false; reason: string }>
  /** When the schedule starts the next run; undefined without a schedule. */
  nextRunAt(): Promise<Date | undefined>
}

export interface OpsHealth {
  /** True when Redis answers. */
  redis(): Promise<boolean>
  workersRunning(): boolean
  /** Milliseconds for which each upstream still holds back the fleet's calls, 0 when it does not. */
  limited(): Promise<{ partner: number; cms: number }>
  /** How each upstream answered the fleet during the last minutes. */
  upstreams(): Promise<{ partner: UpstreamHealth; cms: UpstreamHealth }>
  /** What the mirror has been unable to confirm for longest. */
  oldestUnconfirmed(): Promise<Unconfirmed | undefined>
}

/** Records that fail run after run. */
export interface OpsFailing {
  list(limit: number): Promise<FailingList>
  /** Takes a record out of quarantine; answers those that were in it. */
  retry(record: RecordKey): Promise<RecordKey[]>
}

/** What waits for a person's word about a page. */
export interface OpsDecisions {
  list(limit: number): Promise<{ waiting: Waiting[]; more: boolean }>
  read(record: RecordKey): Promise<Waiting | undefined>
  resolve(record: RecordKey, decision: Decision, signal: AbortSignal): Promise<Resolution>
}

type Readable<T> = Pick<Table<T>, 'read' | 'scan' | 'count'>

/** What is kept beside the snapshots about the records that are not simply mirrored. */
export interface OpsTables {
  conflicts: Readable<Conflict>
  suspects: Readable<Suspect>
  decisions: Readable<PendingDecision>
  deferrals: Readable<Deferral>
  failing: Readable<Failing>
  missingAssets: Readable<MissingAssets>
}

export type OpsDeps = {
  config: OpsConfig
  log: Logger
  queues: readonly Queue[]
  runs: Pick<Runs, 'read' | 'list' | 'waiting' | 'scanOutcomes' | 'activeId' | 'progress'>
  plans: Pick<Plans, 'list' | 'read' | 'countKinds'>
  undo: Pick<Undo, 'read'>
  snapshots: Pick<Snapshots, 'read' | 'heads' | 'gtins' | 'countMirrored' | 'languages'>
  tables: OpsTables
  findings: Pick<Findings, 'scan'>
  failing: OpsFailing
  decisions: OpsDecisions
  audit: Audit
  history(gtin: string, language: string | undefined): Promise<ProductHistory>
  /** The two upstreams themselves, for a page that shows what they say now. */
  partner: Pick<Partner, 'fetchProduct'>
  cms: Pick<Cms, 'readPages'>
  control: OpsControl
  health: OpsHealth
}
