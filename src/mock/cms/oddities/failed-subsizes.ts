import { crashAnswer } from '../rest/crash-answer.ts'
import type { RestRequest } from '../rest/request.ts'
import type { RestResponse } from '../rest/route.ts'

/** Whether PHP crashes while WordPress makes the sub-sizes of this image. */
export function crashesMakingSizes(request: RestRequest, mime: string): boolean {
  return mime.startsWith('image/') && request.oddities.has('failed-subsizes')
}

/** The response of a crashed upload. Its header contains the id of the stored row. */
export function crashAfterUpload(id: number): RestResponse {
  return crashAnswer({ 'X-WP-Upload-Attachment-ID': String(id) })
}
