import { batchAnswer } from './answers.ts'
import { finish, runMatch, toResponse } from './dispatch.ts'
import { RestError, noRoute } from './error.ts'
import { isMap, toText } from './php.ts'
import { bind, prepare } from './prepare.ts'
import { parseQuery } from './input/query-string.ts'
import { envelope } from './reply.ts'
import { type RestRequest, createRequest, listParam, param } from './request.ts'
import { type Match, type RestResponse, type Route, type Router, anyone, ok } from './route.ts'

export const maxBatchRequests = 25

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const multiStatus = 207

/** One sub-request, matched and validated but not yet run. */
type Planned = { readonly request?: RestRequest; readonly match?: Match; readonly error?: RestError }

/** `/batch/v1`: up to 25 writes. All are validated before the first one runs. */
export function batchRoute(router: () => Router): Route {
  return {
    pattern: '/batch/v1',
    namespace: '',
    endpoints: [
      {
        methods: ['POST'],
        args: {
          validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
          requests: {
            required: true,
            type: 'array',
            maxItems: maxBatchRequests,
            items: {
              type: 'object',
              properties: {
                method: { type: 'string', enum: methods, default: 'POST' },
                path: { type: 'string', required: true },
                body: { type: 'object', properties: {}, additionalProperties: true },
                headers: {
                  type: 'object',
                  properties: {},
                  additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
                },
              },
            },
          },
        },
        may: anyone,
        run: (request) => runBatch(router(), request),
        returns: batchAnswer,
      },
    ],
  }
}

async function runBatch(router: Router, batch: RestRequest): Promise<RestResponse> {
  const planned = listParam(batch, 'requests').map((item) => plan(router, batch, isMap(item) ? item : {}))
  const strict = param(batch, 'validation') === 'require-all-validate'
  if (strict && planned.some(({ error }) => error !== undefined)) {
    const responses = planned.map(({ error }) => (error === undefined ? null : envelope(toResponse(error))))
    return ok({ failed: 'validation', responses }, { status: multiStatus })
  }
  const responses: unknown[] = []
  for (const { request, match, error } of planned) {
    if (request === undefined || match === undefined) responses.push(envelope(toResponse(error ?? noRoute())))
    else
      responses.push(
        envelope(withLinksInside(finish(router, request, match, await runMatch(request, match, error)))),
      )
  }
  return ok({ responses }, { status: multiStatus })
}

function withLinksInside(response: RestResponse): RestResponse {
  const { data, links } = response
  return links === undefined || !isMap(data) ? response : { ...response, data: { ...data, _links: links } }
}

function plan(router: Router, batch: RestRequest, item: Record<string, unknown>): Planned {
  const target = splitPath(toText(item['path']))
  if (target === undefined)
    return { error: new RestError('parse_path_failed', 'Could not parse the path.', 400) }
  const { user, site, oddities } = batch
  const request = createRequest({
    method: toText(item['method'] ?? 'POST'),
    path: target.path,
    query: parseQuery(target.search),
    form: isMap(item['body']) ? item['body'] : {},
    user,
    site,
    oddities,
  })
  const match = router.match(request.method, request.path)
  if (match === undefined) return { error: noRoute() }
  if (match.route.batch === true) {
    const error = prepare(request, match)
    return error === undefined ? { request, match } : { request, match, error }
  }
  bind(request, match)
  const message = 'The requested route does not support batch requests.'
  return { request, match, error: new RestError('rest_batch_not_allowed', message, 400) }
}

/** Path and query of a path or a whole URL; undefined if it cannot be parsed. */
function splitPath(text: string): { path: string; search: string } | undefined {
  const local = text.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#:][^/?#]*/i, '')
  if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(local)) return undefined
  const [beforeHash = ''] = local.split('#', 1)
  const mark = beforeHash.indexOf('?')
  return mark < 0
    ? { path: beforeHash, search: '' }
    : { path: beforeHash.slice(0, mark), search: beforeHash.slice(mark + 1) }
}
