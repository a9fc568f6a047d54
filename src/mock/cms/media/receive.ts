import { createHash } from 'node:crypto'
import { RestError } from '../rest/error.ts'
import type { RestRequest } from '../rest/request.ts'
import { baseNameOf, cleanFileName, nameFromDisposition, withoutExtension } from './file-name.ts'
import { typeFile } from './file-type.ts'

/** An accepted upload: its name before numbering, type, bytes, and the title from the name as sent. */
export type Received = {
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
  readonly title: string
}

const notAllowed = 'Sorry, you are not allowed to upload this file type.'
const isEmptyFile =
  'File is empty. Please upload something more substantial. This error could also be caused by uploads being disabled in your php.ini file or by post_max_size being defined as smaller than upload_max_filesize in php.ini.'
const faults = {
  'too-big': 'The uploaded file exceeds the upload_max_filesize directive in php.ini.',
  partial: 'The uploaded file was only partially uploaded.',
}
const badDisposition =
  'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.'

const failed = (message: string): RestError => new RestError('rest_upload_unknown_error', message, 500)
const missing = (code: string, message: string): RestError => new RestError(code, message, 400)

/** The file of a request, from a form or the raw body. Throws WordPress's errors. */
export async function receiveFile(request: RestRequest): Promise<Received> {
  return request.files.length > 0 ? receivePart(request) : receiveRaw(request)
}

async function receivePart(request: RestRequest): Promise<Received> {
  const part = request.files.find(({ field }) => field === 'file')
  if (part === undefined) throw failed('Specified file failed upload test.')
  if (part.name === '') throw failed('No file was uploaded.')
  checkHash(request, part.bytes)
  if (part.fault !== undefined) throw failed(faults[part.fault])
  if (part.bytes.length === 0) throw failed(isEmptyFile)
  const name = baseNameOf(part.name)
  const typed = await typeFile(name, part.bytes)
  if (typed === undefined || request.oddities.refuses(typed.mime)) throw failed(notAllowed)
  return { ...cleaned(typed), bytes: part.bytes, title: withoutExtension(name) }
}

async function receiveRaw(request: RestRequest): Promise<Received> {
  const { rawBody: bytes, headers } = request
  if (bytes.length === 0) throw missing('rest_upload_no_data', 'No data supplied.')
  if (headers['content-type'] === undefined)
    throw missing('rest_upload_no_content_type', 'No Content-Type supplied.')
  const disposition = headers['content-disposition']
  if (disposition === undefined)
    throw missing('rest_upload_no_content_disposition', 'No Content-Disposition supplied.')
  const name = nameFromDisposition(disposition)
  if (name === undefined) throw missing('rest_upload_invalid_disposition', badDisposition)
  checkHash(request, bytes)
  const typed = await typeFile(name, bytes)
  if (typed === undefined || request.oddities.refuses(typed.mime))
    throw new RestError('rest_upload_sideload_error', notAllowed, 500)
  return { ...cleaned(typed), bytes, title: '' }
}

/** The type is checked by the name as sent. The stored name is sanitized. */
function cleaned({ name, mime }: { name: string; mime: string }): { name: string; mime: string } {
  return { name: cleanFileName(name), mime }
}

/** WordPress requires Content-MD5 in hexadecimal digits, unlike RFC 1864. */
function checkHash({ headers }: RestRequest, bytes: Buffer): void {
  const expected = headers['content-md5']?.trim()
  if (expected === undefined || expected === '') return
  if (createHash('md5').update(bytes).digest('hex') !== expected)
    throw new RestError('rest_upload_hash_mismatch', 'Content hash did not match expected.', 412)
}
