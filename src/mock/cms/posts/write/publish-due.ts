import type { Store } from '../../store/store.ts'

/** Publishes what was scheduled for a time that has come; the engine does this by visits too, and touches nothing but the status. */
export function publishDue(store: Store): void {
  const now = store.now().getTime()
  for (const row of store.scheduled())
    if (Date.parse(`${row.dateGmt}Z`) <= now) store.put({ ...row, status: 'publish' })
}
