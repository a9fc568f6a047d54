import type { ReasonGroup, RunIndex } from '../../core/views/run-index.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { AssetValidators } from './partner.ts'

/** A user's action, done or refused, through the dashboard, the API or a terminal. */
export type AuditEntry = {
  /** ISO 8601. */
  at: string
  by: string
  /** The network address of the client, or the terminal's machine. */
  from: string
  via: 'dashboard' | 'api' | 'queues' | 'terminal'
  /** `approve`, `resolve keep` … */
  action: string
  /** The object of the action: a run, a record or a URL of the queues. */
  subject: string
  done: boolean
  /** The result, as a sentence. */
  result: string
}

export type AuditRow = AuditEntry & { id: string }

/** The responses of an upstream to the whole fleet in the last minutes; times in milliseconds. */
export type UpstreamHealth = {
  /** The number of minutes covered. */
  minutes: number
  requests: number
  /** Requests that timed out, had their credentials refused, or got a 5xx response. */
  failed: number
  /** Median response time; undefined without responses. */
  halfWithinMs: number | undefined
  /** 95th percentile. */
  mostWithinMs: number | undefined
}

/** `shared pages`: parent pages, listings and the menu. */
export type Site = 'whole mirror' | 'shared pages'

/** The stored bytes of a URL, and when they were last requested (ms since 1970). */
export type KnownAsset = AssetValidators & { sha256: string; checkedAt: number }

/** One notice for one receiver, ready to be sent; `receiver` is a name, because the URL itself is a secret. */
export type Posting = { receiver: string; id: string; body: string }

/** The subject of a notice: a full run, a held plan, a verify run, or its findings. */
export type Subject = 'sync' | 'plan' | 'verify' | 'drift'

/** The last notice of a problem; `digest` identifies its content. */
export type SentNotice = { event: string; runId: string; digest: string }

/** An operator's pause of writes to the CMS; times in ms since 1970. */
export type StoredPause = { until: number; since: number; by: string; reason: string }

/** The number of mirrored pages that a full run was to leave. */
export type PlannedSize = { runId: string; pages: number }

/** The progress of the search for changed pages in the CMS. */
export type Cursor = {
  /** By the CMS's clock; GMT as in a page. */
  since: string
  /** The highest known page id. */
  newestId: number
  /** Number of pages in every status; undefined if the CMS did not return it. */
  total?: number
}

/** The part of a plan that writes pages, or the part that retires them. */
export type PlanPart = 'write' | 'retire'

/** A short text about one planned record. */
export type RecordText = { id: string; text: string }

/**
 * A record whose page shows the partner's version. `etag` is that of the response; `digest` is set if it differs from
 * the snapshot's.
 */
export type Confirmed = { key: RecordKey; etag: string | undefined; digest: string | undefined }

/**
 * A run that misses records, and when it started (ms). `place`: the partner has no such record, or the product or
 * language is not in its list.
 */
export type Miss = { runId: string; at: number; intervalMs: number; place: 'partner' | 'list' }

/**
 * A run's outcome for a record, and the version that it replaced, if that is kept and the record was not written since.
 */
export type Done = { outcome: Outcome; replaced?: Replaced }

/** A family in one language. */
export type FamilyKey = { language: string; family: string }

/** The index of a run after `revision` writes of outcomes; `waits` if it includes a waiting plan. Columns are base64. */
export type StoredRunIndex = Pick<RunIndex, 'count' | 'cut'> & {
  revision: number
  waits: boolean
  languages: string[]
  groups: ReasonGroup[]
  fieldSets: string[][]
  columns: Record<'gtins' | 'languageAt' | 'whatAt' | 'groupAt' | 'fieldsAt', string>
}
