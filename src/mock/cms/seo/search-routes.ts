import { answers, integer, listOf, objectOf, routesOf, text } from '../addons/declare.ts'
import { looseText } from '../addons/params.ts'
import { editors } from '../addons/rights.ts'
import { linkOf } from '../posts/link.ts'
import { fold, searchWords } from '../posts/list/search.ts'
import { type RestRequest, intParam, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { contentTypeOf, publishedRows } from './content.ts'

const route = routesOf('seo/v1')
const most = 100

/** `available_posts` finds published rows by title. `meta/search` finds stored meta by name or value. */
export function searchRoutes(store: Store): Route[] {
  return [
    route('/available_posts', {
      methods: ['GET'],
      args: { search: { type: 'string', default: '' }, postType: { type: 'string', default: 'page' } },
      may: editors,
      returns: answers(
        `Published rows whose title has every word searched for, newest first, at most ${most}.`,
        {
          posts: listOf(objectOf({ id: integer, title: text, slug: text, link: text })),
          total: integer,
        },
      ),
      run: (request) => availablePosts(store, request),
    }),
    route('/meta/search', {
      methods: ['GET'],
      args: {},
      may: editors,
      returns: answers(
        `Meta of posts and pages by \`search\` in name or value and by \`post_id\`, both optional; at most ${most}.`,
        { meta: listOf(objectOf({ post_id: integer, key: text, value: text })), total: integer },
      ),
      run: (request) => searchMeta(store, request),
    }),
  ]
}

function availablePosts(store: Store, request: RestRequest): Answer {
  const type = contentTypeOf('postType', textParam(request, 'postType'))
  const search = textParam(request, 'search').trim()
  const words = search === '' ? [] : searchWords(search)
  const found = publishedRows(store, type)
    .filter(({ title }) => words.every(({ word, not }) => fold(title).includes(word) !== not))
    .toReversed()
  const posts = found
    .slice(0, most)
    .map((row) => ({ id: row.id, title: row.title, slug: row.slug, link: linkOf(store, row, request.site) }))
  return ok({ posts, total: found.length })
}

function searchMeta(store: Store, request: RestRequest): Answer {
  const search = fold(looseText(request, 'search'))
  const id = intParam(request, 'post_id')
  const rows = [...store.ofType('post').values(), ...store.ofType('page').values()]
  const found = rows.filter((row) => id === 0 || row.id === id).flatMap((row) => metaOf(row, search))
  return ok({ meta: found.slice(0, most), total: found.length })
}

/** Includes names with a leading underscore, except the block editor's working document. */
function metaOf({ id, meta }: Row, search: string): { post_id: number; key: string; value: string }[] {
  return Object.entries(meta)
    .flatMap(([key, value]): [string, string][] => (typeof value === 'string' ? [[key, value]] : []))
    .filter(([key, value]) => key !== '_crdt_document' && value !== '')
    .filter(([key, value]) => fold(key).includes(search) || fold(value).includes(search))
    .map(([key, value]) => ({ post_id: id, key, value }))
}
