import { z } from 'zod'
import { UnreachableError, UnusableError } from '../../lib/errors.ts'
import { createAgent } from '../../lib/http/dispatcher.ts'
import { describeResponse, isObject, jsonOf } from '../../lib/http/json.ts'
import { type Network, userAgentOf } from '../../lib/http/proxy.ts'
import { headerOf, type Response, send, withAdvice } from '../../lib/http/send.ts'
import { quote } from '../../lib/text/quote.ts'
import { unpacked } from '../../lib/http/unpack.ts'
import { readApiRoot } from './api-root.ts'
import { withoutStray } from './around-json.ts'
import { codeOf } from './response.ts'

/** The REST API of a site. */
export type FoundApi = {
  /** The value for CMS_API_ROOT, without a slash at its end. */
  apiRoot: string
  /** From the index; undefined if it is closed to visitors. */
  namespaces: readonly string[] | undefined
  /** The page of the site that creates application passwords. */
  passwordPage: string
}

const Index = z.object({
  namespaces: z.array(z.string()).min(1),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  authentication: z
    .object({
      'application-passwords': z.object({
        endpoints: z.object({ authorization: z.url({ protocol: /^https?$/ }) }),
      }),
    })
    .optional()
    .catch(undefined),
})

const mostRedirects = 5
const maxBytes = 16 * 1024 * 1024
const relation = 'https://api.w.org/'

type Get = (url: string, accept: string) => Promise<Response>

/**
 * Finds the REST root of a site from the URL of any of its pages, or of the root itself: by the page's Link header or
 * `<link>`, else at `/wp-json` and `/?rest_route=`. Throws UnreachableError if the site gives no response, and
 * UnusableError if it has no REST API.
 */
export async function findApiRoot(
  site: string,
  { network, timeoutMs }: { network: Network; timeoutMs: number },
  signal: AbortSignal,
): Promise<FoundApi> {
  const agent = createAgent(network, { maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 })
  const get: Get = async (url, accept) => {
    const { origin, pathname, search } = new URL(url)
    const headers = { accept, 'cache-control': 'no-cache', 'user-agent': userAgentOf(network) }
    const request = { method: 'GET' as const, origin, path: pathname + search, headers }
    const sent = await unpacked(await send(agent, request, timeoutMs, signal), maxBytes)
    if (sent.ok) return sent.response
    signal.throwIfAborted()
    const advice = 'Check the URL, and that the site is up.'
    throw new UnreachableError('cms', `${quote(url)} sent no response: ${withAdvice(sent, advice)}`, {
      cause: sent.cause,
    })
  }
  try {
    const home = await followRedirects(get, site)
    const tried: string[] = []
    for (const root of candidatesOf(home)) {
      const found = await readIndex(get, root)
      if ('apiRoot' in found) return found
      tried.push(`${root} ${found.reason}`)
    }
    throw new UnusableError(
      'cms',
      `${quote(site)} has no REST API: ${tried.join('; ')}. Enter the URL of the home page of a WordPress site, or of its REST root; if it is that, allow the REST API in its security plug-in or firewall.`,
    )
  } finally {
    await agent.destroy()
  }
}

type Home = { url: string; response: Response }

async function followRedirects(get: Get, site: string): Promise<Home> {
  let url = site
  for (let redirects = 0; ; redirects++) {
    const response = await get(url, 'text/html, */*')
    const to = headerOf(response, 'location')
    const next = response.status >= 300 && response.status < 400 && to ? URL.parse(to, url) : null
    if (next === null || !/^https?:$/.test(next.protocol)) return { url, response }
    if (redirects === mostRedirects)
      throw new UnusableError(
        'cms',
        `${quote(site)} redirects more than ${mostRedirects} times, last to ${quote(next.href)}. Enter the final URL.`,
      )
    next.hash = ''
    url = next.href
  }
}

/** The possible REST roots, the announced one first. */
function candidatesOf({ url, response }: Home): string[] {
  const page = new URL(url)
  const announced = announcedIn(response)
  const target = announced === undefined ? null : URL.parse(announced, url)
  const own =
    target === null ? [] : [asSecure(target, page).href, page.origin + target.pathname + target.search]
  const base = page.origin + page.pathname.replace(/\/(?:index\.php|wp-(?:admin|login\.php)\b.*)?$/, '')
  const usual = [base, page.origin].flatMap((at) => [`${at}/wp-json`, `${at}/?rest_route=`])
  return [...new Set([...own, ...usual].map((root) => readApiRoot(root).shown))]
}

/** Behind a proxy, a site may announce its REST root without https. */
function asSecure(target: URL, page: URL): URL {
  if (target.hostname !== page.hostname || page.protocol !== 'https:') return target
  return new URL(target.pathname + target.search, page.origin)
}

function announcedIn(response: Response): string | undefined {
  const links = [response.headers['link'] ?? []].flat().join(', ')
  for (const [, target, parameters = ''] of links.matchAll(/<([^>]*)>([^<]*)/g))
    if (parameters.includes(relation)) return target
  for (const [tag] of Buffer.from(response.bytes)
    .toString('utf8')
    .matchAll(/<link\b[^>]*>/gi))
    if (tag.includes(relation)) return /\bhref=["']([^"']*)/i.exec(tag.replaceAll('&amp;', '&'))?.[1]
  return undefined
}

async function readIndex(get: Get, root: string): Promise<FoundApi | { reason: string }> {
  const read = readApiRoot(root)
  const path = read.pathOf('/?_fields=namespaces,url,authentication')
  const received = await get(read.origin + path, 'application/json').catch((error: unknown) => {
    if (error instanceof UnreachableError) return undefined
    throw error
  })
  if (received === undefined) return { reason: 'sent no response' }
  const sound = withoutStray(received, undefined)
  if (!sound.ok) return sound
  const response = sound.value
  const body = jsonOf(response)
  const isClosed = [401, 403].includes(response.status) && codeOf(response) !== undefined
  const index = Index.safeParse(body).data
  if (index === undefined && !isClosed)
    return {
      reason: isObject(body) ? 'returned JSON of another form' : `returned ${describeResponse(response)}`,
    }
  const login = index?.authentication?.['application-passwords'].endpoints.authorization
  const admin = index?.url ?? read.shown.replace(/(?:\/wp-json|(?:\/index\.php)?\/?\?rest_route=)$/, '')
  const profile = `${admin.replace(/\/+$/, '')}/wp-admin/profile.php#application-passwords-section`
  return {
    apiRoot: read.shown,
    namespaces: index?.namespaces,
    passwordPage: login === undefined ? profile : withName(login),
  }
}

function withName(page: string): string {
  const url = new URL(page)
  url.searchParams.set('app_name', 'product-mirror')
  return url.href
}
