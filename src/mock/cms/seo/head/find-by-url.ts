import { findByPath } from '../../posts/link.ts'
import { mayRead, rightsOf } from '../../posts/rights.ts'
import type { Site } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

/** What an address of this site shows to every visitor: a row, the home page, or nothing. */
export function findByUrl(store: Store, site: Site, address: string): Row | 'home' | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.origin !== new URL(site.home).origin) return undefined
  const { pathname, searchParams } = url
  const id = searchParams.get('p') ?? searchParams.get('page_id') ?? searchParams.get('attachment_id')
  // Slugs hold other letters as octets in lower case.
  const path = pathname.replace(/^\/+|\/+$/g, '').toLowerCase()
  if (path === '' && id === null) return 'home'
  const row = id === null ? findByPath(store, path) : store.get(Number(id))
  if (row === undefined || row.type === 'revision' || row.type === 'nav_menu_item') return undefined
  return mayRead(null, rightsOf(row), row, store) ? row : undefined
}
