import type { Oddities } from './oddities/oddities.ts'
import { dispatch } from './rest/dispatch.ts'
import { type Site, createRequest } from './rest/request.ts'
import type { RestResponse, Router } from './rest/route.ts'
import { users } from './users/users.ts'

/** A REST request without HTTP. `path` is below the REST root. `params` are the query of a GET, else the body. */
export type LocalCall = {
  readonly login: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly site: Site
  readonly oddities: Oddities
}

/** Runs a request through the routes as one of the users. */
export function callLocally(router: Router, call: LocalCall): Promise<RestResponse> {
  const { login, params, ...parts } = call
  const user = users.find(({ name }) => name === login) ?? null
  const sent = call.method === 'GET' ? { query: params } : { query: {}, json: params }
  return dispatch(router, createRequest({ ...parts, ...sent, user }))
}
