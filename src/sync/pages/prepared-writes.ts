import type { Commit } from '../ports/writes.ts'
import type { Sendable } from './pending-write.ts'

/** `settled` needs no write; `waitMs` above 0: some records wait for a lost write to land. */
export type Prepared = { send: Sendable[]; settled: Commit[]; waitMs: number }
