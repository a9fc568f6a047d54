import { answers, integer, neededText, routesOf, text } from '../addons/declare.ts'
import { editors } from '../addons/rights.ts'
import { RestError } from '../rest/error.ts'
import { type RestRequest, textParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Store } from '../store/store.ts'

const uploads = '/uploads/'

/** `file_size` of an uploaded file by its URL. Other sites are never contacted. */
export function fileSizeRoutes(store: Store): Route[] {
  return [
    routesOf('seo/v1')('/file_size', {
      methods: ['GET'],
      args: { url: neededText },
      may: editors,
      returns: answers('The size of a file of this site.', { url: text, size_in_bytes: integer }),
      run: (request) => tellSize(store, request),
    }),
  ]
}

function tellSize(store: Store, request: RestRequest): Answer {
  const address = textParam(request, 'url')
  const { home } = request.site
  const url = URL.canParse(address, home) ? new URL(address, home) : undefined
  if (url?.origin !== new URL(home).origin)
    return new RestError('seo_foreign_url', 'Only files of this site can be measured.', 400)
  const bytes = url.pathname.startsWith(uploads)
    ? store.files.get(decode(url.pathname.slice(uploads.length)))
    : undefined
  if (bytes === undefined)
    return new RestError('seo_file_not_found', 'There is no file at this address.', 404)
  return ok({ url: address, size_in_bytes: bytes.length })
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
