import { crashAnswer } from '../rest/crash-answer.ts'
import type { RestRequest } from '../rest/request.ts'
import type { RestResponse } from '../rest/route.ts'

/** Whether the engine's process dies while it makes the smaller sizes of this picture. */
export function diesMakingSizes(request: RestRequest, mime: string): boolean {
  return mime.startsWith('image/') && request.oddities.has('failed-subsizes')
}

/** What a caller is told of a process that died; the header names the row that it had made by then. */
export function diedMakingSizes(id: number): RestResponse {
  return crashAnswer({ 'X-WP-Upload-Attachment-ID': String(id) })
}
