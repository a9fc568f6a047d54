import {
  WireDescriptions,
  type WireProperty,
  WireRoute,
  type WireValue,
} from '../contracts/cms/site-schema.ts'
import type { FieldSchema, SiteSchema, TaxonomySchema, ValueSchema } from '../core/mapping/site-schema.ts'
import { compact } from '../lib/compact.ts'
import { UnusableError } from '../lib/errors.ts'
import { headerOf, type Response } from '../lib/http/send.ts'
import type { Cms } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'
import { refused } from './connection/response.ts'

/** The description of a route; `mayPost`: whether our user may create items. */
type Route = { known: boolean; body: Exclude<WireRoute, unknown[]>; mayPost: boolean }

/** Reads what the CMS accepts for the pages of a post type, from its own JSON Schema. */
export function openSiteSchema(connection: Connection): Pick<Cms, 'fetchSiteSchema'> {
  const { namespace } = connection

  /** The response of something in front of the CMS that does not pass OPTIONS on is an error. */
  async function describe(base: string, signal: AbortSignal): Promise<Route> {
    const route = await connection.request<Route | { instead: string }>(
      {
        kind: 'cmsOther',
        method: 'OPTIONS',
        path: `${namespace}/${base}`,
        doing: doingOf(base),
        judge: insteadOfBody,
        onRefusal(refusal) {
          if (refusal.code === 'rest_no_route') return { known: false, body: {}, mayPost: false }
          if (refusal.status === 405) return { instead: `returned ${refusal.summary}` }
          throw refused(doingOf(base), refusal)
        },
        read({ body, response }) {
          const parsed = parseBody(WireRoute, body, 'a description')
          return parsed.ok ? { ok: true, value: toRoute(parsed.value, response) } : parsed
        },
      },
      signal,
    )
    if ('instead' in route) throw undescribed(base, `it ${route.instead}`)
    return route
  }

  /** Undefined if it is refused or has another form; empty if our user may see none of them. */
  const list = (path: string, signal: AbortSignal): Promise<WireDescriptions | undefined> =>
    connection.request<WireDescriptions | undefined>(
      {
        kind: 'cmsOther',
        method: 'GET',
        path: `${namespace}/${path}`,
        doing: `reading ${path.replace(/\?.*/, '')}`,
        onRefusal: ({ code }) => (code === 'rest_cannot_view' ? {} : undefined),
        read: ({ body }) => ({ ok: true, value: WireDescriptions.safeParse(body).data }),
      },
      signal,
    )

  /** The taxonomies, with our rights for the `wanted` ones. */
  async function readTaxonomies(
    wanted: readonly string[],
    signal: AbortSignal,
  ): Promise<SiteSchema['taxonomies']> {
    if (wanted.length === 0) return undefined
    const [all, assignable] = await Promise.all([
      list('taxonomies', signal),
      // In this context the CMS lists only those whose terms our user may assign.
      list('taxonomies?context=edit', signal),
    ])
    if (all === undefined) return undefined
    const bases = Object.entries(all).map(([slug, { rest_base: base }]) => ({ slug, base }))
    const creating = await Promise.all(
      bases.map(async ({ base }) => !wanted.includes(base) || (await describe(base, signal)).mayPost),
    )
    const schemas = bases.map(({ slug, base }, index): [string, TaxonomySchema] => [
      base,
      {
        slug,
        mayAssign: assignable === undefined || Object.hasOwn(assignable, slug),
        mayCreate: creating[index] === true,
      },
    ])
    return Object.fromEntries(schemas)
  }

  return {
    async fetchSiteSchema({ type, taxonomies }, signal) {
      const { known, body, mayPost } = await describe(type, signal)
      const { endpoints = [], schema } = body
      if (known && schema?.properties === undefined) throw undescribed(type, 'its response has no schema')
      const isOwn = type === 'pages' || type === 'posts'
      const types = isOwn ? undefined : await list('types', signal)
      return {
        type,
        types:
          types &&
          Object.fromEntries(Object.entries(types).map(([slug, { rest_base: base }]) => [base, slug])),
        properties: mapValues(schema?.properties, toField),
        takesBatches: endpoints.some(
          ({ methods, allow_batch: batch = {} }) => methods.includes('POST') && batch['v1'] === true,
        ),
        mayCreate: mayPost,
        taxonomies: await readTaxonomies(taxonomies, signal),
      }
    },
  }
}

/** A web server that responds to OPTIONS itself, for browsers, sends no body. */
function insteadOfBody({ status, bytes }: Response): { instead: string } | undefined {
  return status < 300 && bytes.length === 0 ? { instead: `returned ${status} without a body` } : undefined
}

function doingOf(base: string): string {
  return `reading the fields of ${base}`
}

function undescribed(base: string, why: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS does not describe its fields while ${doingOf(base)}: ${why}. Allow OPTIONS requests below its REST root to reach the CMS: a web server, proxy or plug-in may respond to them itself.`,
  )
}

/** Without the header Allow, the rights are unknown, and writing shows them. */
function toRoute(body: WireRoute, response: Response): Route {
  if (Array.isArray(body)) return { known: false, body: {}, mayPost: false }
  const allow = headerOf(response, 'allow')
  return { known: true, body, mayPost: allow === undefined || /\bPOST\b/.test(allow) }
}

function toField({ properties, ...value }: WireProperty): FieldSchema {
  return compact({ ...toValue(value), fields: properties && mapValues(properties, toValue) })
}

function toValue({ items, ...entry }: WireValue): ValueSchema {
  return compact({ ...toEntry(entry), items: items && toEntry(items) })
}

function toEntry({ type = [], enum: values }: Pick<WireValue, 'type' | 'enum'>) {
  return compact<{ types: readonly string[]; values?: readonly string[] }>({
    types: type,
    values: values?.map(String),
  })
}

function mapValues<T, R>(
  entries: Readonly<Record<string, T>> = {},
  change: (value: T) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, change(value)]))
}
