import { findByPath } from '../../posts/link.ts'
import { mayRead, rightsOf } from '../../posts/rights.ts'
import type { Site } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

/** The row or home page that every visitor sees at a URL of this site, if any. */
export function findByUrl(store: Store, site: Site, address: string): Row | 'home' | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin !== new URL(site.home).origin) return undefined
  const { pathname, searchParams } = url
  const id = searchParams.get('p') ?? searchParams.get('page_id') ?? searchParams.get('attachment_id')
  // Slugs contain non-ASCII letters percent-encoded in lower case.
  const path = pathname.replace(/^\/+|\/+$/g, '').toLowerCase()
  if (path === '' && id === null) return 'home'
  const row = id === null ? findByPath(store, path) : store.get(Number(id))
  if (row === undefined || row.type === 'revision' || row.type === 'nav_menu_item') return undefined
  return mayRead(null, rightsOf(row), row, store) ? row : undefined
}
