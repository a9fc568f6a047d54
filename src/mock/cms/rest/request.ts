import { type Oddities, noOddities } from '../oddities/oddities.ts'
import type { User } from '../users/users.ts'
import type { RestError } from './error.ts'
import { toInt } from './php.ts'
import type { Params } from './input/query-string.ts'

/** Where the site lives, from the Host of the request: `http://host` and `http://host/api/rest`. */
export type Site = { readonly home: string; readonly root: string }

export type UploadedFile = {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
  /** Larger than the site allows, or cut off. */
  readonly fault: 'too-big' | 'partial' | undefined
}

/** A request as the routes see it, whether it came over HTTP, in a batch or from `_embed`. */
export type RestRequest = {
  readonly method: string
  /** The route path, decoded: `/cms/v2/pages/2`. */
  readonly path: string
  /** As sent; once checked, as checked. */
  query: Params
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly files: readonly UploadedFile[]
  readonly rawBody: Buffer
  /** Why the JSON body could not be read; reported once a route has matched. */
  readonly invalidBody: RestError | undefined
  /** The JSON body is a text, a number or `true`: the engine treats it as empty, and crashes before it answers. */
  readonly scalarBody: boolean
  /** What a form said. */
  readonly form: Params | undefined
  readonly user: User | null
  readonly site: Site
  readonly oddities: Oddities
  /** Parameters in order of precedence: JSON, form, query, path, defaults. */
  sources: Params[]
}

export type RequestParts = Pick<RestRequest, 'method' | 'path' | 'query' | 'user' | 'site'> & {
  readonly json?: Params | undefined
  readonly form?: Params | undefined
  readonly headers?: RestRequest['headers']
  readonly files?: readonly UploadedFile[]
  readonly rawBody?: Buffer
  readonly invalidBody?: RestError | undefined
  readonly scalarBody?: boolean
  readonly oddities?: Oddities
}

const noBytes = Buffer.alloc(0)

export function createRequest(parts: RequestParts): RestRequest {
  const { json, form, method, path, query, user, site } = parts
  const sources = [json, form, query].filter((source) => source !== undefined)
  return {
    method,
    path,
    query,
    user,
    site,
    headers: parts.headers ?? {},
    files: parts.files ?? [],
    rawBody: parts.rawBody ?? noBytes,
    invalidBody: parts.invalidBody,
    scalarBody: parts.scalarBody === true,
    form,
    oddities: parts.oddities ?? noOddities,
    sources,
  }
}

/** The value of a parameter; a null in one source lets the next one speak, and null means "nowhere". */
export function param(request: RestRequest, name: string): unknown {
  for (const source of request.sources) {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return null
}

/** True when the parameter was sent, even as null. */
export function hasParam(request: RestRequest, name: string): boolean {
  return request.sources.some((source) => Object.hasOwn(source, name))
}

export function textParam(request: RestRequest, name: string): string {
  const value = param(request, name)
  return typeof value === 'string' ? value : ''
}

export function intParam(request: RestRequest, name: string): number {
  return toInt(param(request, name))
}

export function listParam(request: RestRequest, name: string): readonly unknown[] {
  const value = param(request, name)
  return Array.isArray(value) ? value : []
}

export function contextOf(request: RestRequest): 'view' | 'embed' | 'edit' {
  const context = param(request, 'context')
  return context === 'edit' || context === 'embed' ? context : 'view'
}
