import { STATUS_CODES } from 'node:http'
import type { MockSide } from '../contracts/side.ts'

export const htmlType = 'text/html; charset=utf-8'
export const jsonTypes = { partner: 'application/json', cms: 'application/json; charset=UTF-8' } as const

/** The error page of a proxy. */
export function errorPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Planned fault'}`
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`
}

/** The page of a bot protection, which is sent instead of any response. */
export const waitingPage =
  '<!DOCTYPE html>\n<html><head><title>Just a moment</title></head><body><h1>Please wait</h1></body></html>\n'

/** An error in that side's format. */
export function errorJson(side: MockSide, status: number, message = `Planned fault ${status}.`): Buffer {
  const body = side === 'cms' ? { code: 'mock_fault', message, data: { status } } : { detail: message }
  // As bytes, because Fastify adds a charset to the media type of JSON text, and Django does not.
  return Buffer.from(JSON.stringify(body))
}
