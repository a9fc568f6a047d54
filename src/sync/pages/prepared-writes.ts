import type { Commit } from '../ports/writes.ts'
import type { PendingWrite } from './pending-write.ts'

/** `done` needs no write; `waitMs` above 0: some records wait for a lost write to land. */
export type Prepared = { send: PendingWrite[]; done: Commit[]; waitMs: number }
