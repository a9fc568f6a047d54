import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'

/**
 * How many milliseconds the write of an intent may still take to land; 0 if it no longer can. Another process may have
 * sent the write, so the time is that of the shared clock, which is read only if there are intents.
 */
export async function openGrace(
  { sharedTime, policy: { writeGraceMs } }: SyncDeps,
  intents: readonly (Intent | undefined)[],
): Promise<(intent: Intent | undefined) => number> {
  if (intents.every((intent) => intent === undefined)) return () => 0
  const now = await sharedTime()
  return (intent) =>
    intent === undefined ? 0 : Math.max(0, Math.min(writeGraceMs, intent.sentAt + writeGraceMs - now))
}
