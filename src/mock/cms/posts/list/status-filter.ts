import { toText } from '../../rest/php.ts'
import { type RestRequest, listParam } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import { can } from '../../users/users.ts'
import { excludedFromAny } from '../../oddities/editorial-statuses.ts'
import type { Kind } from '../kind.ts'

/** The status filter of a list. Filters with the same key match the same rows. */
export type StatusFilter = { readonly key: string; readonly test: (row: Row) => boolean }

/** The requested statuses. By default, published rows and the private ones that the caller may read. */
export function statusFilter(kind: Kind, request: RestRequest): StatusFilter {
  const wanted = new Set(listParam(request, 'status').map(toText))
  const { user } = request
  if (wanted.size === 0 && kind.type === 'attachment') wanted.add('inherit')
  if (wanted.size > 0) return amongStatuses(wanted)
  if (can(user, 'read_private_posts')) return amongStatuses(new Set(['publish', 'private']))
  if (user === null) return amongStatuses(new Set(['publish']))
  const { id } = user
  return {
    key: `publish and private of ${id}`,
    test: (row) => row.status === 'publish' || (row.status === 'private' && row.author === id),
  }
}

function amongStatuses(wanted: ReadonlySet<string>): StatusFilter {
  const any = wanted.has('any')
  // WordPress ignores an empty status.
  const all = [...wanted].every((status) => status === '')
  return {
    key: [...wanted].sort().join(),
    test: (row) => all || wanted.has(row.status) || (any && !excludedFromAny.has(row.status)),
  }
}
