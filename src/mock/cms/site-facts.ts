import type { RestRequest } from './rest/request.ts'
import type { SiteFacts } from './rest/site-index.ts'
import { siteName } from './store/seed.ts'
import type { Store } from './store/store.ts'

const hour = 3_600_000

/** The description of the site in the index. */
export function siteFacts(store: Store, { site }: RestRequest): SiteFacts {
  const { local, gmt } = store.today()
  return {
    name: siteName,
    description: '',
    url: site.home,
    home: site.home,
    gmt_offset: (Date.parse(`${local}Z`) - Date.parse(`${gmt}Z`)) / hour,
    timezone_string: 'Europe/Vienna',
    page_for_posts: 0,
    page_on_front: 0,
    show_on_front: 'posts',
  }
}
