import { STATUS_CODES } from 'node:http'
import type { MockSide } from '../contracts/side.ts'

export const htmlType = 'text/html; charset=utf-8'
export const jsonTypes = { partner: 'application/json', cms: 'application/json; charset=UTF-8' } as const

/** The page of a proxy that has nothing better to say. */
export function errorPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Planned fault'}`
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
}

/** A page as guards put it before a service: whatever was asked for, please wait. */
export const waitingPage =
  '<!DOCTYPE html>\n<html><head><title>Just a moment</title></head><body><h1>Please wait</h1></body></html>\n'

/** An error as that side words it. */
export function errorJson(side: MockSide, status: number, message = `Planned fault ${status}.`): Buffer {
  const body = side === 'cms' ? { code: 'mock_fault', message, data: { status } } : { detail: message }
  // As bytes, since the framework adds a charset to the media type of JSON text, which Django does not.
  return Buffer.from(JSON.stringify(body))
}
