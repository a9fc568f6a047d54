import {
  answers,
  integer,
  integers,
  listOf,
  neededText,
  objectOf,
  routesOf,
  text,
} from '../../addons/declare.ts'
import { invalidParam } from '../../addons/params.ts'
import { editors } from '../../addons/rights.ts'
import { type RestRequest, intParam, param, textParam } from '../../rest/request.ts'
import { type Answer, type Route, ok } from '../../rest/route.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { type ContentType, contentTypeOf, publishedRows } from '../content.ts'
import type { SeoState } from '../state.ts'
import { measureAll, ranks } from './measure.ts'

const route = routesOf('seo/v1')
const returns = answers('How many published rows have each score; their ids when troubleshooting.', {
  scores: listOf(objectOf({ name: { type: 'string', enum: ranks }, amount: integer }, { ids: integers })),
  total: integer,
  content_type: text,
})

/** `readability_scores` and `seo_scores` of one content type, optionally limited to a taxonomy or term. */
export function scoreRoutes(store: Store, state: SeoState): Route[] {
  const scores = (path: string, kind: 'readability' | 'seo'): Route =>
    route(path, {
      methods: ['GET'],
      args: {
        contentType: neededText,
        taxonomy: { type: 'string', default: '' },
        term: { type: 'integer', default: null },
        troubleshooting: { type: 'boolean', default: null },
      },
      may: editors,
      returns,
      run: (request) => tellScores(store, state, request, kind),
    })
  return [scores('/readability_scores', 'readability'), scores('/seo_scores', 'seo')]
}

async function tellScores(
  store: Store,
  state: SeoState,
  request: RestRequest,
  kind: 'readability' | 'seo',
): Promise<Answer> {
  const type = contentTypeOf('contentType', textParam(request, 'contentType'))
  const rows = publishedRows(store, type).filter(termFilter(store, request, type))
  await measureAll(state.measure, rows)
  const groups = Map.groupBy(rows, (row) => state.measure(row)[kind])
  const troubleshooting = param(request, 'troubleshooting') === true
  const scores = ranks.map((name) => {
    const found = groups.get(name) ?? []
    const ids = found.map(({ id }) => id)
    return { name, amount: found.length, ...(troubleshooting ? { ids } : {}) }
  })
  return ok({ scores, total: rows.length, content_type: type })
}

function termFilter(store: Store, request: RestRequest, type: ContentType): (row: Row) => boolean {
  const taxonomy = textParam(request, 'taxonomy')
  if (taxonomy === '') return () => true
  if (type !== 'post' || (taxonomy !== 'category' && taxonomy !== 'post_tag'))
    throw invalidParam('taxonomy', `taxonomy is not a taxonomy of ${type}.`)
  if (param(request, 'term') === null) return (row) => (row.terms[taxonomy]?.length ?? 0) > 0
  const id = intParam(request, 'term')
  if (!store.terms.has(taxonomy, id)) throw invalidParam('term', 'term is not a term of this taxonomy.')
  return (row) => row.terms[taxonomy]?.includes(id) === true
}
