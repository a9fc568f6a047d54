import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findProducts } from '../../../sync/views/find-products.ts'
import { parseQuery } from '../../http/parse-input.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { filterLink } from '../shared/links.ts'
import { pageOf } from '../shared/paging.ts'
import type { PageDeps } from '../shared/render-page.ts'
import { routeThumbnails } from './thumbnails.ts'
import { explainNone, readHits, readOne } from './search-model.ts'

const Input = z.strictObject({
  q: z.string().max(2_000).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

const hitsAPage = 25
/** A large mirror takes long to search. */
const withinMs = 10_000

/** `/search?q=…`: the products that match a GTIN, a name, an item number, a title or a URL. */
export function routeSearch(app: FastifyInstance, deps: PageDeps): void {
  routeThumbnails(app, deps)
  app.get('/search', async (request, reply) => {
    const { q, page } = parseQuery(Input, request.query)
    const query = q.trim()
    const frame = { title: query === '' ? 'Search' : `${query} · Search`, query }
    const styles = ['records.css', 'states.css', 'search.css']
    const found = await withTimeout(findProducts(deps, query), { ms: withinMs })
    const [first] = found.products
    if (first !== undefined && found.products.length === 1) {
      const model = await withTimeout(readOne(deps, first.gtin), { ms: withinMs })
      return deps.renderPage(request, reply, { ...frame, view: 'search-one', model, styles })
    }
    const shown = pageOf(found.products, page, hitsAPage)
    const model = {
      query,
      none: found.products.length === 0 ? explainNone(query) : undefined,
      hits: await withTimeout(readHits(deps, shown.items), { ms: withinMs }),
      isCut: found.isCut,
      shown: shown.shown,
      pages: shown.pages,
      filter: { page: shown.page },
      link: filterLink('/search', { q: query, page: shown.page }),
    }
    return deps.renderPage(request, reply, { ...frame, view: 'search', model, styles })
  })
}
