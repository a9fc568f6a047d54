import { RestError, refuse } from '../rest/error.ts'
import { absInt, toInt } from '../rest/php.ts'
import { type RestRequest, intParam, param, textParam } from '../rest/request.ts'
import { type Answer, type Returns, type Route, anyone, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { cleanUrl } from '../text/clean.ts'
import { can } from '../users/users.ts'
import { describeOwn, isOwn, widths } from './describe-row.ts'
import { toXml } from './to-xml.ts'

const namespace = 'oembed/1.0'

const url: Args = {
  url: { type: 'string', format: 'uri', required: true, clean: (value) => cleanUrl(String(value)) },
}

/** oEmbed of pages on this site for all callers, and of pages at `hosts` for editors through the proxy. */
export function oembedRoutes(store: Store, hosts: readonly string[]): Route[] {
  return [
    {
      pattern: `/${namespace}/embed`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...url,
            format: { default: 'json', clean: (value) => (value === 'xml' ? 'xml' : 'json') },
            maxwidth: { default: widths.usual, clean: absInt },
          },
          may: anyone,
          returns,
          run: (request) => embed(store, request),
        },
      ],
    },
    {
      pattern: `/${namespace}/proxy`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...url,
            format: { type: 'string', default: 'json', enum: ['json', 'xml'] },
            maxwidth: { type: 'integer', default: widths.usual, clean: absInt },
            maxheight: { type: 'integer', clean: absInt },
            discover: { type: 'boolean', default: true },
          },
          may: ({ user }) =>
            can(user, 'edit_posts') ||
            refuse(user, 'rest_forbidden', 'Sorry, you are not allowed to make proxied oEmbed requests.'),
          returns,
          run: (request) => proxy(store, hosts, request),
        },
      ],
    },
  ]
}

const returns: Returns = {
  description: 'What can be shown of the page elsewhere.',
  schema: {
    title: 'OEmbed',
    type: 'object',
    properties: {
      version: { type: 'string' },
      type: { type: 'string', enum: ['rich', 'photo', 'video', 'link'] },
      title: { type: 'string' },
      provider_name: { type: 'string' },
      provider_url: { type: 'string' },
      author_name: { type: 'string' },
      author_url: { type: 'string' },
      width: { type: 'integer' },
      height: { type: 'integer' },
      html: { type: 'string' },
      thumbnail_url: { type: 'string' },
      thumbnail_width: { type: 'integer' },
      thumbnail_height: { type: 'integer' },
    },
    additionalProperties: true,
  },
}

const notFound = (): RestError => new RestError('oembed_invalid_url', 'Not Found', 404)

function embed(store: Store, request: RestRequest): Answer {
  const facts = describeOwn(store, request, textParam(request, 'url'))
  if (facts === undefined) return notFound()
  if (textParam(request, 'format') !== 'xml') return ok(facts)
  return ok(facts, { file: { type: 'text/xml; charset=UTF-8', bytes: toXml(facts) } })
}

/** The proxy always responds in JSON. `format` only selects the format of the provider's response. */
async function proxy(store: Store, hosts: readonly string[], request: RestRequest): Promise<Answer> {
  const address = textParam(request, 'url')
  if (isOwn(address, request)) {
    const facts = describeOwn(store, request, address)
    return facts === undefined ? notFound() : ok(facts)
  }
  if (param(request, 'discover') !== true) return notFound()
  // Loaded on the first page of another site, because it is slow to load.
  const { discover } = await import('./proxy.ts')
  const facts = await discover(
    {
      url: address,
      format: textParam(request, 'format') === 'xml' ? 'xml' : 'json',
      maxwidth: intParam(request, 'maxwidth'),
      maxheight: toInt(param(request, 'maxheight')),
    },
    hosts,
  )
  return facts === undefined ? notFound() : ok(facts)
}
