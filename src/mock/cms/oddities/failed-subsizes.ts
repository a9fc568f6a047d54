import { crashAnswer } from '../rest/crash-answer.ts'
import type { RestRequest } from '../rest/request.ts'
import type { RestResponse } from '../rest/route.ts'

/** Whether the engine crashes while it makes the smaller sizes of this picture. */
export function crashesMakingSizes(request: RestRequest, mime: string): boolean {
  return mime.startsWith('image/') && request.oddities.has('failed-subsizes')
}

/** The answer of a crashed upload; the header names the row that was already stored. */
export function crashAfterUpload(id: number): RestResponse {
  return crashAnswer({ 'X-WP-Upload-Attachment-ID': String(id) })
}
