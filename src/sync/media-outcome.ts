import type { LimitedError } from '../lib/errors.ts'
import type { SyncDeps } from './deps.ts'

/** What bringing assets into the library reaches out to. */
export type MediaDeps = Pick<SyncDeps, 'partner' | 'cms' | 'media' | 'policy' | 'log' | 'now'>

/** What became of one asset. */
export type MediaOutcome =
  | { kind: 'uploaded' | 'reused' }
  | { kind: 'failed'; reason: string }
  | { kind: 'wait'; waitMs: number; limited?: LimitedError }
