import { type BatchRequest, type BatchResponse, maxBatchRequests } from '../contracts/cms/batch.ts'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { pageFields, pageFieldsWithRevision, PageWriteBody } from '../contracts/cms/page.ts'
import { plural } from '../core/record/plural.ts'
import type { PageWrite, PageWritten } from '../core/page/page.ts'
import { MirrorError, UnusableError } from '../lib/errors.ts'
import { describeResponse } from '../lib/http/json.ts'
import type { Cms } from '../sync/ports/cms.ts'
import { batchOf, readBatch } from './batch.ts'
import type { Connection } from './connection.ts'
import { wrongRoot } from './response.ts'
import { readWritten } from './written.ts'

type BatchAnswer = { written: PageWritten[] } | { tooLarge: string }

/** Sends up to 25 writes as one batch; a batch that is too large for the web server is halved. */
export function createPageWriter(connection: Connection, collection: string): Cms['writePages'] {
  const writePages: Cms['writePages'] = async (writes, signal) => {
    if (writes.length === 0) return []
    if (writes.length > maxBatchRequests) {
      throw new MirrorError(`A batch holds ${writes.length} writes; at most ${maxBatchRequests} are allowed.`)
    }
    const answer = await sendBatch(connection, collection, writes, signal)
    if ('written' in answer) return answer.written
    if (writes.length === 1) {
      const reason = `too large for the web server: ${answer.tooLarge}`
      return [{ ok: false, status: 413, code: 'too_large', reason }]
    }
    const half = Math.ceil(writes.length / 2)
    const first = await writePages(writes.slice(0, half), signal)
    return [...first, ...(await writePages(writes.slice(half), signal))]
  }
  return writePages
}

function sendBatch(
  connection: Connection,
  collection: string,
  writes: readonly PageWrite[],
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const creates = writes.filter(({ kind }) => kind === 'create').length
  const doing = `sending a batch of ${writes.length} ${plural(writes.length, 'write')} (${creates} ${plural(creates, 'create')})`
  return connection.request<BatchAnswer>(
    {
      ...batchOf(writes.map((write) => toRequest(collection, write))),
      doing,
      once: writes.some(mustLandOnce),
      judge: (response) => (response.status === 413 ? { tooLarge: describeResponse(response) } : undefined),
      read(response) {
        const batch = readBatch(response, writes.length)
        if (!batch.ok) return batch
        assertServed(batch.value, doing)
        const written: PageWritten[] = []
        for (const [index, each] of batch.value.entries()) {
          const one = readWritten(each, writes[index])
          if (typeof one === 'string') return { ok: false, reason: one }
          written.push(one)
        }
        return { ok: true, value: { written } }
      },
    },
    signal,
  )
}

/** A repeated create makes a duplicate; repeated texts overwrite what an editor saved in between. */
function mustLandOnce(write: PageWrite): boolean {
  if (write.kind === 'delete') return false
  return write.kind === 'create' || Object.keys(write.body).some((field) => field !== 'status')
}

function toRequest(collection: string, write: PageWrite): BatchRequest {
  if (write.kind === 'delete') {
    const fields = write.force ? `deleted,previous,${pageFields}` : pageFields
    return { method: 'DELETE', path: `${collection}/${write.id}?force=${write.force}&_fields=${fields}` }
  }
  const body = PageWriteBody.parse(write.body)
  // The engine keeps no revision of a create.
  if (write.kind === 'create') return { method: 'POST', path: `${collection}?_fields=${pageFields}`, body }
  return { method: 'PUT', path: `${collection}/${write.id}?_fields=${pageFieldsWithRevision}`, body }
}

/** One refused write is an outcome; if all are unauthenticated or find no route, the configuration is wrong. */
function assertServed(responses: readonly (BatchResponse | null)[], doing: string): void {
  if (responses.every((response) => response?.status === 401)) {
    throw new UnusableError(
      'cms',
      `The CMS treats our requests as unauthenticated: it refused all ${responses.length} writes of a batch with 401. Check CMS_USER and CMS_PASSWORD (an application password) or CMS_TOKEN.`,
    )
  }
  const codes = responses.map((response) => CmsErrorBody.safeParse(response?.body).data?.code)
  if (codes.every((code) => code === 'rest_no_route'))
    throw wrongRoot(doing, 'answered each write with rest_no_route')
}
