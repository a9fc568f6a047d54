import type { Finding } from '../../core/page/finding.ts'

/** The findings of verify runs, stored with the run, and the progress of a running one. */
export interface Findings {
  /** Adds findings, and replaces earlier ones with the same id. */
  save(runId: string, findings: readonly Finding[]): Promise<void>
  /** Some hundred at a time. */
  scan(runId: string): AsyncIterable<Finding[]>
  /** Marks pages as compared. */
  saveSeen(runId: string, pageIds: readonly number[]): Promise<void>
  /** Whether each page was compared. */
  seen(runId: string, pageIds: readonly number[]): Promise<boolean[]>
  /** Forgets which pages were compared; with `all` also the findings. */
  clear(runId: string, all: boolean): Promise<void>
  /** Digest of the findings of the last notice. */
  readNotified(): Promise<string | undefined>
  saveNotified(digest: string): Promise<void>
}
