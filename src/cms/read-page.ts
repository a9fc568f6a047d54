import { UnreachableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import type { Cms, PageFound } from '../sync/ports/cms.ts'
import { type Connection, parseBody } from './connection/connection.ts'
import type { Collection } from './pages.ts'
import type { PageShape } from './page-shape.ts'
import { isGone, type CmsResponse, type Refusal } from './connection/response.ts'

/** Reads one page by its id. This finds pages that the lists omit. */
export function openPage(connection: Connection, { collection, shape }: Collection): Pick<Cms, 'readPage'> {
  return {
    async readPage(id, signal) {
      const doing = `reading page ${id}`
      try {
        return await connection.request<PageFound>(
          {
            kind: 'cmsReads',
            method: 'GET',
            path: `${collection}/${id}?context=edit&_fields=${shape.fieldsWithRevision}`,
            doing,
            onRefusal: readRefusal,
            read: (response) => readFound(shape, response, id),
          },
          signal,
        )
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        // Throws if the CMS is down: then the page is not the cause.
        await connection.assertSignedIn({ doing, summary: error.message }, signal)
        return { state: 'unreadable', reason: error.failure?.said ?? error.message }
      }
    },
  }
}

function readRefusal(refusal: Refusal): PageFound {
  return isGone(refusal)
    ? { state: 'gone' }
    : { state: 'unreadable', reason: `the CMS returned ${refusal.summary}` }
}

function readFound(shape: PageShape, { body }: CmsResponse, id: number): Read<PageFound> {
  const wire = parseBody(shape.Wire, body, 'page')
  if (!wire.ok) return { ok: true, value: { state: 'unreadable', reason: `the CMS ${wire.reason}` } }
  if (wire.value.id !== id)
    return { ok: true, value: { state: 'unreadable', reason: `the CMS returned page ${wire.value.id}` } }
  return { ok: true, value: { state: 'found', page: shape.toPage(wire.value) } }
}
