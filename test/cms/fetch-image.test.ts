import { expect } from 'vitest'
import { drawPng } from '../helpers/content/files.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const test = withScripts()
const signal = new AbortController().signal
const png = await drawPng()

test('an image is requested from the CMS’s host by its path, without our login', async ({
  start,
  connectCms,
}) => {
  const server = await start([{ body: png, headers: { 'content-type': 'text/html' } }])
  const cms = connectCms(`${server.url}/api/rest`)
  const image = await cms.fetchImage('https://www.site.example/uploads/2026/band-300x300.png', signal)
  expect(image).toEqual({ bytes: Buffer.from(png), mime: 'image/png' })
  expect(server.asked.map(({ method, url }) => [method, url])).toEqual([
    ['GET', '/uploads/2026/band-300x300.png'],
  ])
  expect(server.asked[0]?.headers['authorization']).toBeUndefined()
})

test.for([
  ['is not an image', { body: '<script>alert(1)</script>', headers: { 'content-type': 'image/png' } }],
  ['is an SVG', { body: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' }],
  ['is larger than 1 MiB', { body: Buffer.concat([png, Buffer.alloc(1024 * 1024)]) }],
  ['is missing', { status: 404, body: png }],
  ['has moved', { status: 302, headers: { location: 'http://169.254.169.254/a.png' } }],
  ['is cut off', 'cut' as const],
] as const)('a file that %s is no image', async ([, step], { start, connectCms }) => {
  const server = await start([step])
  const cms = connectCms(`${server.url}/api/rest`)
  expect(await cms.fetchImage('https://www.site.example/uploads/band.png', signal)).toBeUndefined()
  expect(server.asked.length).toBe(1)
})

test.for(['https://www.site.example/wp-admin/?action=delete', 'file:///etc/passwd.png', 'band.png'])(
  'nothing is requested for the address %s',
  async (url, { start, connectCms }) => {
    const server = await start([{ body: png }])
    expect(await connectCms(`${server.url}/api/rest`).fetchImage(url, signal)).toBeUndefined()
    expect(server.asked).toEqual([])
  },
)

test('more than 64 requests at a time get no image, so that a slow site ties up little memory', async ({
  start,
  connectCms,
}) => {
  const server = await start(['hang'])
  const cms = connectCms(`${server.url}/api/rest`)
  const given = new AbortController()
  const asked = Array.from({ length: 64 }, () => cms.fetchImage('https://s.example/a.png', given.signal))
  expect(await cms.fetchImage('https://s.example/a.png', given.signal)).toBeUndefined()
  given.abort()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([undefined]))
})
