import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'

/**
 * For how many milliseconds a write that was sent may still land; 0: no longer. Never more than the grace period, even
 * if the clock was ahead when the write was sent.
 */
export function graceLeftMs(deps: SyncDeps, intent: Intent | undefined): number {
  if (intent === undefined) return 0
  const { writeGraceMs } = deps.policy
  return Math.max(0, Math.min(writeGraceMs, intent.sentAt + writeGraceMs - deps.now().getTime()))
}
