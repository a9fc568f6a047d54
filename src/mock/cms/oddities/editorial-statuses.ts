import type { Status } from '../store/rows.ts'
import type { Oddities } from './oddities.ts'

type Setting = { readonly oddities: Oddities }

const registered = ['in-review', 'archive'] as const

/** The statuses that a plug-in registered. */
export function pluginStatuses({ oddities }: Setting): readonly Status[] {
  return oddities.has('editorial-statuses') || oddities.has('review-workflow') ? registered : []
}

/** The status that a new row gets. */
export function reviewedStatus({ oddities }: Setting, status: Status): Status {
  return status === 'publish' && oddities.has('review-workflow') ? 'in-review' : status
}

/** Statuses that `any` leaves out. */
export const excludedFromAny: ReadonlySet<Status> = new Set(['trash', 'auto-draft', 'archive'])
