import { integer, integers, listOf, objectOf, routesOf, text } from '../addons/declare.ts'
import { managers } from '../addons/rights.ts'
import { fileUrl } from '../media/media-fields.ts'
import { pageArgs } from '../rest/common-args.ts'
import { pagingHeaders } from '../rest/paging.ts'
import { type RestRequest, intParam } from '../rest/request.ts'
import { type Answer, type Returns, type Route, ok } from '../rest/route.ts'
import type { Store } from '../store/store.ts'

const namespace = 'regenerate-thumbnails/v1'
const returns: Returns = {
  description: 'Pictures that posts or pages feature, lowest id first; totals are in the headers.',
  schema: listOf(objectOf({ id: integer, title: text, source_url: text, featured_in: integers })),
}

/** `featuredimages`: one page of the featured images. */
export function featuredImageRoutes(store: Store): Route[] {
  return [
    routesOf(namespace)('/featuredimages', {
      methods: ['GET'],
      args: { page: pageArgs.page, per_page: pageArgs.per_page },
      may: managers,
      returns,
      run: (request) => listFeatured(store, request),
    }),
  ]
}

function listFeatured(store: Store, request: RestRequest): Answer {
  const pictures = [...store.ofType('attachment').values()].filter(
    ({ id }) => featuring(store, id).length > 0,
  )
  const page = intParam(request, 'page')
  const perPage = intParam(request, 'per_page')
  const headers = pagingHeaders(request, `/${namespace}/featuredimages`, {
    total: pictures.length,
    page,
    pages: Math.ceil(pictures.length / perPage),
  })
  const shown = pictures.slice((page - 1) * perPage, page * perPage).map(({ id, title, file }) => ({
    id,
    title,
    source_url: fileUrl(request.site, file?.path ?? ''),
    featured_in: featuring(store, id),
  }))
  return ok(shown, { headers })
}

function featuring(store: Store, picture: number): number[] {
  return store
    .featuring(picture)
    .filter(({ type, status }) => (type === 'post' || type === 'page') && status !== 'trash')
    .map(({ id }) => id)
    .sort((left, right) => left - right)
}
