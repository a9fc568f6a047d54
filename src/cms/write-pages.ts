import { type BatchResponse, maxBatchRequests } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { PageWriteBody } from '../contracts/cms/page.ts'
import { plural } from '../core/text/plural.ts'
import type { PageWrite, PageWritten } from '../core/record/page.ts'
import { MirrorError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Batches, BatchWrite } from './batch.ts'
import type { Connection } from './connection/connection.ts'
import { findMismatch } from './mismatch.ts'
import type { PageShape } from './page-shape.ts'
import type { Collection } from './pages.ts'
import { wrongRoot } from './connection/response.ts'
import { readWritten } from './written.ts'

/** Sends up to 25 writes as one batch. A batch that is too large for the web server is halved. */
export function createPageWriter(
  connection: Connection,
  batches: Batches,
  target: Collection,
): Cms['writePages'] {
  async function sendBatch(
    writes: readonly PageWrite[],
    signal: AbortSignal,
  ): Promise<PageWritten[] | { tooLarge: string }> {
    const creates = writes.filter(({ kind }) => kind === 'create').length
    const doing = `sending a batch of ${writes.length} ${plural(writes.length, 'write')} (${creates} ${plural(creates, 'create')})`
    let isAnonymous = false
    const written = await batches.send<PageWritten>(
      writes.map((write) => toRequest(target, write)),
      {
        doing,
        once: writes.some(mustLandOnce),
        read(responses, from) {
          assertRoutes(responses, doing)
          isAnonymous = responses.every((response) => response?.status === 401)
          return readAll(target.shape, responses, writes.slice(from, from + responses.length))
        },
      },
      signal,
    )
    // A single refused write is an outcome. If every write is refused with 401, the credentials may be wrong.
    const summary = 'it returned 401 for every write'
    if (isAnonymous) await connection.assertSignedIn({ doing, summary }, signal)
    return written
  }

  const writePages: Cms['writePages'] = async (writes, signal) => {
    if (writes.length === 0) return []
    if (writes.length > maxBatchRequests) {
      throw new MirrorError(`A batch holds ${writes.length} writes; at most ${maxBatchRequests} are allowed.`)
    }
    const written = await sendBatch(writes, signal)
    if (!('tooLarge' in written)) return written
    if (writes.length === 1) {
      const reason = `too large for the web server: ${written.tooLarge}`
      return [{ ok: false, status: 413, code: 'too_large', reason }]
    }
    const half = Math.ceil(writes.length / 2)
    const first = await writePages(writes.slice(0, half), signal)
    return [...first, ...(await writePages(writes.slice(half), signal))]
  }
  return writePages
}

/** If one response belongs to another write, none of them counts. */
function readAll(
  shape: PageShape,
  responses: readonly (BatchResponse | null)[],
  writes: readonly PageWrite[],
): Read<PageWritten[]> {
  const written: PageWritten[] = []
  for (const [index, response] of responses.entries()) {
    const one = readWritten(shape, response, writes[index])
    if (typeof one === 'string') return { ok: false, reason: one }
    written.push(one)
  }
  const mismatch = findMismatch(writes, written)
  return mismatch === undefined ? { ok: true, value: written } : { ok: false, reason: mismatch }
}

/** A repeated create makes a duplicate. A repeated update overwrites an edit that was saved in between. */
function mustLandOnce(write: PageWrite): boolean {
  if (write.kind === 'delete') return false
  return write.kind === 'create' || Object.keys(write.body).some((field) => field !== 'status')
}

function toRequest({ collection, shape }: Collection, write: PageWrite): BatchWrite {
  if (write.kind === 'delete') {
    const shown = write.force ? `deleted,previous,${shape.fields}` : shape.fields
    return { method: 'DELETE', path: `${collection}/${write.id}?force=${write.force}&_fields=${shown}` }
  }
  const { terms, ...fields } = PageWriteBody.parse(write.body)
  const body = { ...fields, ...terms }
  // The engine keeps no revision of a create.
  if (write.kind === 'create') return { method: 'POST', path: `${collection}?_fields=${shape.fields}`, body }
  return { method: 'PUT', path: `${collection}/${write.id}?_fields=${shape.fieldsWithRevision}`, body }
}

function assertRoutes(responses: readonly (BatchResponse | null)[], doing: string): void {
  const codes = responses.map((response) => CmsErrorBody.safeParse(response?.body).data?.code)
  if (codes.every((code) => code === 'rest_no_route'))
    throw wrongRoot(doing, 'returned rest_no_route for each write')
}
