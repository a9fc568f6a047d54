import type { Store } from '../../store/store.ts'

/** Publishes scheduled rows whose time has come. As in WordPress, visits trigger this, and only the status changes. */
export function publishDue(store: Store): void {
  const now = store.now().getTime()
  for (const row of store.scheduled())
    if (Date.parse(`${row.dateGmt}Z`) <= now) store.put({ ...row, status: 'publish' })
}
