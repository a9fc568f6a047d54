import type { LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

/** What bringing assets into the library reaches out to. */
export type MediaDeps = Pick<SyncDeps, 'partner' | 'cms' | 'media' | 'losses' | 'policy' | 'log' | 'now'>

/** `runId`: the run under which failed uploads are counted. `readOnly`: only what is in the library already is used. */
export type MediaOptions = { runId: string; readOnly: boolean }

/** What became of one asset. */
export type MediaOutcome =
  | { kind: 'uploaded' | 'reused' }
  | { kind: 'failed'; reason: string }
  | { kind: 'wait'; waitMs: number; limited?: LimitedError }
