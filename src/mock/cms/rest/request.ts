import { type Oddities, noOddities } from '../oddities/oddities.ts'
import type { User } from '../users/users.ts'
import type { RestError } from './error.ts'
import { toInt } from './php.ts'
import type { Params } from './input/query-string.ts'

/** The URLs of the site and its REST root, from the Host of the request: `http://host` and `http://host/api/rest`. */
export type Site = { readonly home: string; readonly root: string }

export type UploadedFile = {
  readonly field: string
  readonly name: string
  readonly bytes: Buffer
  /** Larger than the site allows, or truncated. */
  readonly fault: 'too-big' | 'partial' | undefined
}

/** A request as the routes receive it, from HTTP, a batch or `_embed`. */
export type RestRequest = {
  readonly method: string
  /** The path below the REST root, still encoded: `/cms/v2/pages/2`. */
  readonly path: string
  /** As sent; after validation, the converted values. */
  query: Params
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly files: readonly UploadedFile[]
  readonly rawBody: Buffer
  /** Why the JSON body could not be parsed. Reported after a route has matched. */
  readonly invalidBody: RestError | undefined
  /**
   * The JSON body is a string, a number or `true`. WordPress treats it as empty, and a write crashes before it
   * responds.
   */
  readonly scalarBody: boolean
  /** The fields of a form body. */
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

/** The value of a parameter; null if no source has one. A null in one source falls through to the next. */
export function param(request: RestRequest, name: string): unknown {
  for (const source of request.sources) {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return null
}

/** True if the parameter was sent, even as null. */
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
