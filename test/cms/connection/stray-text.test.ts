import { expect } from 'vitest'
import { UnreachableError } from '../../../src/lib/errors.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'

const it = withScripts()
const signal = new AbortController().signal
const notice =
  '<br />\n<b>Notice</b>:  Undefined $x in <b>/plugins/shop/shop.php</b> on line <b>12</b><br />\n'
const words = 'Notice : Undefined $x in /plugins/shop/shop.php on line 12'
const headers = { 'content-type': 'application/json; charset=UTF-8' }

it.for([
  ['a notice of a plug-in', notice, words],
  ['a byte order mark', '\uFEFF', 'a byte order mark'],
])(
  '%s before whole JSON is reported, and the JSON is used',
  async ([, before = '', said], { start, connectCms }) => {
    const found: string[] = []
    const server = await start([{ body: `${before}[{"id":7}]`, headers }])
    const cms = connectCms(server.url, { onStray: (text) => found.push(text) })
    expect(await cms.findExisting([7], signal)).toEqual(new Map([[7, 'listed']]))
    expect(found).toEqual([`“${said}” before its JSON`])
  },
)

it('an error after a notice is parsed as that error', async ({ start, connectCms }) => {
  const error = { code: 'rest_no_route', message: 'No route was found.', data: { status: 404 } }
  const server = await start([{ status: 404, body: notice + JSON.stringify(error), headers }])
  await expect(connectCms(server.url).findExisting([7], signal)).rejects.toThrow('The CMS has no route')
})

it('JSON after a notice that replaced its status and headers is rejected with the notice', async ({
  start,
  connectCms,
}) => {
  const server = await start([{ body: `${notice}[{"id":7}]`, headers: { 'content-type': 'text/html' } }])
  const reading = connectCms(server.url).findExisting([7], signal)
  await expect(reading).rejects.toThrow(UnreachableError)
  await expect(reading).rejects.toThrow(`returned 200 with “${words}” before its JSON. Repair the plug-in`)
})

it('truncated JSON is rejected, with the notice before it', async ({ start, connectCms }) => {
  const server = await start([{ body: `${notice}[{"id":7}`, headers }])
  await expect(connectCms(server.url).findExisting([7], signal)).rejects.toThrow(words)
})

it.for([
  ['a comment of a cache', '\n<!-- Cached by W3 -->', 'Cached by W3'],
  ['a deprecation', '<br />\n<b>Deprecated</b>: f in x.php', 'Deprecated : f in x.php'],
])(
  'PR-18: %s after whole JSON is reported, and the JSON is used',
  async ([, after = '', said], { start, connectCms }) => {
    for (const type of ['application/json', 'text/html']) {
      const found: string[] = []
      const server = await start([{ body: `[{"id":7}]${after}`, headers: { 'content-type': type } }])
      const cms = connectCms(server.url, { onStray: (text) => found.push(text) })
      expect(await cms.findExisting([7], signal)).toEqual(new Map([[7, 'listed']]))
      expect(found).toEqual([`“${said}” after its JSON`])
    }
  },
)

it('PR-49: JSON labelled text/html is read', async ({ start, connectCms }) => {
  const server = await start([{ body: '[{"id":7}]', headers: { 'content-type': 'text/html' } }])
  expect(await connectCms(server.url).findExisting([7], signal)).toEqual(new Map([[7, 'listed']]))
})

it('two JSON values are rejected, and the text after the first is quoted', async ({ start, connectCms }) => {
  const server = await start([{ body: '[{"id":7}]\n[{"id":8}] x', headers }])
  const reading = connectCms(server.url).findExisting([7], signal)
  await expect(reading).rejects.toThrow('“[{"id":8}] x” after its JSON')
})

it('no response is taken from a cache', async ({ start, connectCms }) => {
  const server = await start([{ json: [{ id: 7 }] }])
  await connectCms(server.url).findExisting([7], signal)
  expect(server.asked[0]?.headers['cache-control']).toBe('no-cache')
})
