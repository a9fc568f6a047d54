import { afterAll, beforeEach, expect, test } from 'vitest'
import { memberOf, picture, serveMedia } from './media-calls.ts'

const cms = await serveMedia()
const jpeg = await picture(8, 6)
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const boundary = 'limit'
const begin = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nHello\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.jpg"\r\n\r\n`,
)
const end = Buffer.from(`\r\n--${boundary}--\r\n`)
const type = `multipart/form-data; boundary=${boundary}`

const partly = 'The uploaded file was only partially uploaded.'

test.each([
  ['that ends inside of the file', type, [begin, jpeg.subarray(0, 50)], partly],
  ['without its last boundary', type, [begin, jpeg, '\r\n'], partly],
  ['that ends before the file', type, [begin.subarray(0, begin.length - 30)], 'No data supplied.'],
  ['that is none', type, ['hello world'], 'No data supplied.'],
  [
    'whose boundary is not told',
    'multipart/form-data',
    [begin, jpeg, end],
    'No Content-Disposition supplied.',
  ],
])('an upload as a form %s gets the error of WordPress', async (_what, contentType, parts, message) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const told = await cms.send('admin', '/cms/v2/media', { 'content-type': contentType }, body)
  expect(told.body['message']).toBe(message)
})

test('the fields before the end of a truncated form are used for a page', async () => {
  const told = await cms.send('admin', '/cms/v2/pages', { 'content-type': type }, begin)
  expect([told.status, memberOf(told.body, 'title', 'raw')]).toEqual([201, 'Hello'])
})
