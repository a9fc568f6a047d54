import type { Refusal } from '../../core/reasons/refusal.ts'

/**
 * Reads the sentences that versions before 5 of a run stored as reasons. Checks each value instead of the version, because
 * a run that a newer version continues has values of both.
 */
export function upgradeReasons(run: Record<string, unknown>): Record<string, unknown> {
  const { guards, refusal } = run
  return {
    ...run,
    ...(Array.isArray(guards) && { guards: guards.map(upgradeGuard) }),
    ...(typeof refusal === 'string' && { refusal: upgradeRefusal(refusal) }),
  }
}

/** The message of a guard ended with the command that approves the plan. */
function upgradeGuard(verdict: unknown): unknown {
  if (typeof verdict !== 'object' || verdict === null || !('message' in verdict)) return verdict
  const { message, ...numbers } = verdict
  const text = String(message).replace(/ If this is wanted: product-mirror approve \S+$/, '')
  return { ...numbers, text }
}

/** A refusal ended with the command that follows. An empty text was one that no longer applied. */
function upgradeRefusal(text: string): Refusal | null {
  if (text === '') return null
  const next = /product-mirror approve \S+$/.test(text) ? 'approve' : 'plan'
  return { code: 'text', text, next }
}
