import type { Queue } from 'bullmq'
import type { Conflict } from '../core/page/conflict.ts'
import type { DecisionFilter, ListedDecision } from '../core/decisions/decision-filter.ts'
import type { ManyResolved, MeantRecord } from '../core/decisions/many-decisions.ts'
import type { Decision, Resolution } from '../core/decisions/decision.ts'
import type { Deferral } from '../core/decisions/deferral.ts'
import type { Failing, FailingList } from '../core/decisions/quarantine.ts'
import type { ProductHistory } from '../core/report/history.ts'
import type { MissingAssets } from '../core/decisions/missing-assets.ts'
import type { PendingDecision } from '../core/decisions/pending-decision.ts'
import type { RecordKey } from '../core/record/record.ts'
import type { StateFacts } from '../core/decisions/record-state.ts'
import type { StateMatrix } from '../core/decisions/state-matrix.ts'
import type { ApprovedPart } from '../core/plan/approved-parts.ts'
import type { Suspect } from '../core/decisions/suspect.ts'
import type { Outages } from '../core/report/pauses.ts'
import type { HealthFacts, StoredHealth } from '../core/views/health.ts'
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
import type { Run, RunScope } from '../core/run/run.ts'
import type { Objection } from '../core/reasons/command.ts'

/** The address to listen on; without a login only a loopback host is allowed. */
export type OpsConfig = {
  readonly host: string
  readonly port: number
  readonly user?: string | undefined
  /** Passwords and token are read for each request, because they may change. */
  readonly password?: string | undefined
  /** A login that may read, but not act. */
  readonly readerUser?: string | undefined
  readonly readerPassword?: string | undefined
  /** Opens /metrics without a login. */
  readonly metricsToken?: string | undefined
  /** Addresses and networks whose forwarded headers are trusted. */
  readonly trustedProxies?: readonly string[]
  /** The header in which a trusted proxy sends the user, in lower case. */
  readonly userHeader?: string | undefined
  /** The address of the dashboard for its users, without a slash at the end. */
  readonly publicUrl?: string | undefined
}

/** The origin of a run. */
export type OpsTrigger = 'api' | 'dashboard'

export type StartRequest = {
  trigger: OpsTrigger
  kind: 'sync' | 'plan' | 'verify'
  scope: RunScope
  approved: boolean
  /** Whether a verify repairs the pages that it may repair. */
  repair?: boolean
}

export type Accepted = { ok: true } | ({ ok: false } & Objection)

export interface OpsControl {
  start(request: StartRequest): Promise<{ ok: true; run: Run } | { ok: false; activeRunId: string }>
  /** `only` limits the approval to a part of the plan. */
  approve(runId: string, only?: ApprovedPart): Promise<Accepted>
  cancel(runId: string): Promise<Accepted>
  /** Starts a run that undoes this one. */
  undo(runId: string, trigger: OpsTrigger): Promise<{ ok: true; run: Run } | ({ ok: false } & Objection)>
  /** When the schedule starts the next run; undefined without a schedule. */
  nextRunAt(): Promise<Date | undefined>
}

export interface OpsHealth {
  redis(): Promise<boolean>
  /** Why Redis must not be written to now. */
  writeFault(): string | undefined
  workersRunning(): boolean
  /** Why the mirror did not start; undefined while it is starting. */
  startFault?(): string | undefined
  /** Remaining rate limit of each upstream in milliseconds; 0 without one. */
  limited(): Promise<{ partner: number; cms: number }>
  /** The upstreams that are down. */
  outages(): Promise<Outages>
  /** The responses of each upstream in the last minutes. */
  upstreams(): Promise<{ partner: UpstreamHealth; cms: UpstreamHealth }>
  /** The record that has been out of date for longest. */
  oldestUnconfirmed(): Promise<Unconfirmed | undefined>
}

/** Records that fail run after run. */
export interface OpsFailing {
  list(limit: number): Promise<FailingList>
  /** Removes a record from quarantine; returns it if it was in quarantine. */
  retry(record: RecordKey): Promise<RecordKey[]>
}

/** Records that need a decision. */
export interface OpsDecisions {
  list(limit: number, filter?: DecisionFilter): Promise<{ waiting: Waiting[]; more: boolean }>
  /** Every record that matches a filter, without its text. */
  find(filter: DecisionFilter): Promise<ListedDecision[]>
  readMany(records: readonly RecordKey[]): Promise<Waiting[]>
  read(record: RecordKey): Promise<Waiting | undefined>
  resolve(record: RecordKey, decision: Decision, signal: AbortSignal): Promise<Resolution>
  resolveMany(records: readonly MeantRecord[], decision: Decision, signal: AbortSignal): Promise<ManyResolved>
}

type Readable<T> = Pick<Table<T>, 'read' | 'scan' | 'count'>

/** The state of every record, as all surfaces show it. */
export interface OpsStates {
  read(): Promise<StateMatrix>
  /** Facts from which the states of some records and their causes follow. */
  facts(records: readonly RecordKey[]): Promise<StateFacts[]>
}

/** Tables of the records that are not simply mirrored. */
export interface OpsTables {
  conflicts: Readable<Conflict>
  suspects: Readable<Suspect>
  decisions: Readable<PendingDecision>
  deferrals: Readable<Deferral>
  failing: Readable<Failing>
  missingAssets: Readable<MissingAssets>
}

/** The location of one of several mirrors. */
export type OpsPlace = {
  /** Its id, which its commands name. */
  id: string
  /** The path of its pages, such as `/m/brand-a`. */
  base: string
}

/** One of several mirrors; `fault` is why one without deps did not open. */
export type OpsMirror = { place: OpsPlace } & (
  | { deps: OpsDeps; fault?: undefined }
  | { deps?: undefined; fault: string }
)

export type OpsDeps = {
  /** Undefined for the only mirror of a process, whose pages are at the root. */
  place?: OpsPlace | undefined
  config: OpsConfig
  log: Logger
  queues: readonly Queue[]
  runs: Pick<Runs, 'read' | 'list' | 'waiting' | 'scanOutcomes' | 'activeId' | 'products' | 'progress'>
  plans: Pick<Plans, 'list' | 'read' | 'count' | 'kinds'>
  undo: Pick<Undo, 'read' | 'outcomes'>
  snapshots: Pick<Snapshots, 'read' | 'countMirrored' | 'languages'>
  tables: OpsTables
  states: OpsStates
  findings: Pick<Findings, 'scan'>
  failing: OpsFailing
  decisions: OpsDecisions
  audit: Audit
  /** The stored state of the mirror on which its health depends, and when its schedule was last due. */
  readHealth(): Promise<StoredHealth & Pick<HealthFacts, 'due'>>
  history(gtin: string, language: string | undefined): Promise<ProductHistory>
  /** For the product page, which shows the current data of both. */
  partner: Pick<Partner, 'fetchProduct'>
  cms: Pick<Cms, 'readPages'>
  control: OpsControl
  health: OpsHealth
}
