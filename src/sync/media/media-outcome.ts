import type { LimitedError } from '../../lib/errors.ts'
import type { SyncDeps } from '../deps.ts'

/** The dependencies of the media stage. */
export type MediaDeps = Pick<SyncDeps, 'partner' | 'cms' | 'media' | 'losses' | 'policy' | 'log' | 'now'>

/** `runId`: the run that counts failed uploads. `readOnly`: only media already in the library are used. */
export type MediaOptions = { runId: string; readOnly: boolean }

/** The result for one asset. */
export type MediaOutcome =
  | { kind: 'uploaded' | 'reused' }
  | { kind: 'failed'; reason: string }
  | { kind: 'wait'; waitMs: number; limited?: LimitedError }
