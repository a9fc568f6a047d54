import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'

/** For how many milliseconds a write that was sent may still land; 0: no longer. */
export function graceLeftMs(deps: SyncDeps, intent: Intent | undefined): number {
  if (intent === undefined) return 0
  return Math.max(0, intent.sentAt + deps.policy.writeGraceMs - deps.now().getTime())
}
