import { hostname, userInfo } from 'node:os'
import { reasonOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { OpenedStore } from '../../store/open.ts'
import { createAudit } from '../../store/runs/audit.ts'
import { toOneLine } from '../../lib/text/one-line.ts'

/** An action and its subject, whether it was done or refused, and the result in a sentence. */
type Action = { action: string; subject: string; done: boolean; result: string }

/** Adds an action in a terminal to the audit log; a failure is only logged, because the action is done. */
export async function recordAuditEntry(
  { store, log }: { store: OpenedStore; log: Logger },
  { result, ...action }: Action,
): Promise<void> {
  const entry = {
    at: new Date().toISOString(),
    by: callerName(),
    from: hostname(),
    via: 'terminal',
    ...action,
    result: toOneLine(result),
  } as const
  try {
    await createAudit(store.redis, store.keys).add(entry)
  } catch (error) {
    log.error({ reason: reasonOf(error), entry }, 'audit entry lost')
  }
}

/** The user at the terminal. */
export function callerName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id without a name.
    return 'someone'
  }
}
