import type { Queue } from 'bullmq'
import type { PartOfPlan } from '../core/plan/approved-parts.ts'
import type { Objection } from '../core/reasons/command.ts'
import type { Outages, WritePause } from '../core/report/pauses.ts'
import type { Run } from '../core/run/run.ts'
import type { Upstream } from '../lib/errors.ts'
import type { SyncDeps } from '../sync/deps.ts'
import type { UpstreamHealth } from '../sync/ports/stored.ts'
import type { Begun, RunRequest } from '../sync/runs/begin-run.ts'
import type { UndoRequest } from '../sync/undo/begin-undo.ts'

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
  /** The time zone of pages about several mirrors, such as `Europe/Vienna`; UTC by default. */
  readonly timeZone?: string | undefined
  /** The address of the dashboard for its users, without a slash at the end. */
  readonly publicUrl?: string | undefined
}

export type Accepted = { ok: true } | ({ ok: false } & Objection)

/** `writeNow`: why the run may write outside the write windows. */
type MayWriteNow = { writeNow?: string }

/** Starts and stops runs; the work itself is done by jobs. */
export type OpsControl = {
  start(request: RunRequest & MayWriteNow): Promise<Begun>
  /** `part` limits the approval to a part of the plan; `writeNow`: why it may be written outside the write windows. */
  approve(runId: string, part?: PartOfPlan, writeNow?: string): Promise<Accepted>
  cancel(runId: string): Promise<Accepted>
  undo(request: UndoRequest & MayWriteNow): Promise<{ ok: true; run: Run } | ({ ok: false } & Objection)>
  /** When the schedule starts the next run; undefined without a schedule. */
  nextRunAt(): Promise<Date | undefined>
  /** When the last scheduled sync was due that should have ended by `now`; undefined without a schedule. */
  lastDueAt(now: Date): Promise<Date | undefined>
}

/** The state of this process and of the upstreams. */
export type OpsHealth = {
  redis(): Promise<boolean>
  /** Why Redis must not be written to now. */
  writeFault(): string | undefined
  workersRunning(): boolean
  /** Why the mirror did not start; undefined while it is starting. */
  startFault(): string | undefined
  /** Remaining rate limit of each upstream in milliseconds; 0 without one. */
  limited(): Record<Upstream, number>
  /** The upstreams that are down. */
  outages(): Outages
  /** Why nothing is written to the CMS now, as far as this process knows. */
  writePause(): WritePause | undefined
  /** The responses of each upstream in the last minutes. */
  upstreams(): Promise<Record<Upstream, UpstreamHealth>>
}

/** The location of one of several mirrors. */
export type OpsPlace = {
  /** Its id, which its commands name. */
  id: string
  /** The path of its pages, such as `/m/brand-a`. */
  base: string
}

/** A mirror of a process. One that did not open has the reason instead of its deps. */
export type OpsMirror = { place?: OpsPlace | undefined } & (
  | { deps: OpsDeps; fault?: undefined }
  | { deps?: undefined; fault: string }
)

/** A mirror below its own path. */
export type PlacedMirror = OpsMirror & { place: OpsPlace }

/** Everything that the dashboard and the API show of a mirror, and their actions. */
export type OpsDeps = SyncDeps & {
  /** Undefined for the only mirror of a process, whose pages are at the root. */
  place?: OpsPlace | undefined
  /** The time zone of its pages, such as `Europe/Vienna`; UTC by default. */
  timeZone?: string | undefined
  queues: readonly Queue[]
  /** The URL that opens a page in the CMS's editor, if it is known. */
  editorUrl?: (pageId: number) => string | undefined
  control: OpsControl
  health: OpsHealth
}
