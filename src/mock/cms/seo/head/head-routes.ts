import { answers, integer, listOf, mapOf, objectOf, routesOf, text } from '../../addons/declare.ts'
import { looseText } from '../../addons/params.ts'
import { type Route, anyone, ok } from '../../rest/route.ts'
import type { Store } from '../../store/store.ts'
import type { SeoState } from '../state.ts'
import { findByUrl } from './find-by-url.ts'
import { headOf, homeHead, missingHead } from './head-of.ts'
import { headToJson, renderHead } from './render-head.ts'

const image = objectOf({ url: text, width: integer, height: integer, type: text })
const headSchema = objectOf(
  {
    title: text,
    robots: mapOf(text),
    og_locale: text,
    og_title: text,
    og_site_name: text,
    schema: mapOf(true),
  },
  {
    description: text,
    canonical: text,
    og_type: text,
    og_description: text,
    og_url: text,
    og_image: listOf(image),
    twitter_card: text,
  },
)

/**
 * `get_head`: the metadata of a public page, for search engines. It is public, like the page. Other URLs get 404 with the head of the error page.
 */
export function headRoutes(store: Store, state: SeoState): Route[] {
  return [
    routesOf('seo/v1')('/get_head', {
      methods: ['GET'],
      args: { url: { required: true } },
      may: anyone,
      returns: answers('The head of the page at an address, as markup and as data.', {
        html: text,
        json: headSchema,
        status: { type: 'integer', enum: [200, 404] },
      }),
      run(request) {
        const { site } = request
        const found = findByUrl(store, site, looseText(request, 'url'))
        const status = found === undefined ? 404 : 200
        const head =
          found === undefined
            ? missingHead(site, state.site)
            : found === 'home'
              ? homeHead(site, state.site)
              : headOf(store, site, state.site, found)
        return ok({ html: renderHead(head), json: headToJson(head), status }, { status })
      },
    }),
  ]
}
