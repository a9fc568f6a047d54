/** A record that failed in the last runs, one after the other. */
export type Failing = {
  /** Failing runs in a row. */
  count: number
  /** When the first of them met it, ISO 8601. */
  since: string
  /** The last of them, so that a run counts once. */
  runId: string
  reason: string
  /** In quarantine: no run asks for it before this time, ISO 8601. */
  nextTryAt?: string
}
