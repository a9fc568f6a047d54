import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mayAsk } from '../../../../src/mock/cms/oembed/fetch-text.ts'
import { serveCms } from '../serve.ts'

const oembedHosts: string[] = []
const cms = await serveCms({ oembedHosts })
const provider = Fastify()
let origin = ''
let asked: string[] = []

const links = (...types: string[]): string =>
  `<html><head>${types
    .map((type) => `<link rel="alternate" type="${type}" href="/oembed?as=${encodeURIComponent(type)}">`)
    .join('')}</head></html>`

beforeAll(async () => {
  provider.addHook('onRequest', async ({ url }) => void asked.push(url))
  provider.get('/both', (_request, reply) =>
    reply.type('text/html').send(links('application/json+oembed', 'text/xml+oembed')),
  )
  provider.get('/xml', (_request, reply) => reply.type('text/html').send(links('text/xml+oembed')))
  provider.get('/none', (_request, reply) => reply.type('text/html').send('<html></html>'))
  provider.get('/moved', (_request, reply) => reply.redirect('/both'))
  provider.get('/to', (request, reply) => reply.redirect((request.query as { target: string }).target))
  provider.get('/away', (_request, reply) => reply.redirect('http://example.org/'))
  provider.get('/oembed', (request, reply) => {
    const { as } = request.query as { as: string }
    if (as === 'text/xml+oembed')
      return reply
        .type('text/xml')
        .send(
          '<?xml version="1.0"?><oembed><type>photo</type><title>A &amp; B</title><url>http://x/a.png</url><width>7</width></oembed>',
        )
    return { type: 'video', title: 'Film', html: '<video></video>', width: '320', height: 180 }
  })
  origin = await provider.listen({ host: '127.0.0.1', port: 0 })
  oembedHosts.push(new URL(origin).host)
})
beforeEach(() => void (asked = []))
afterAll(async () => {
  await cms.close()
  await provider.close()
})

const proxy = (url: string, more = '') =>
  cms.rest('editor1', 'GET', `/oembed/1.0/proxy?url=${encodeURIComponent(url)}${more}`)

test('the oEmbed service of a page is found by its links and called with the limits', async () => {
  const answer = await proxy(`${origin}/both`, '&maxwidth=400&maxheight=300')
  expect(answer).toMatchObject({
    status: 200,
    json: { type: 'video', title: 'Film', html: '<video></video>', width: 320, height: 180 },
  })
  expect(asked).toEqual(['/both', '/oembed?as=application%2Fjson%2Boembed&maxwidth=400&maxheight=300'])
  expect(await proxy(`${origin}/moved`)).toMatchObject({ status: 200, json: { title: 'Film' } })
})

test('the proxy returns JSON for a service that returns XML, and adds markup to a photo', async () => {
  const photo = {
    type: 'photo',
    title: 'A & B',
    width: 7,
    html: `<a href="{page}"><img src="http://x/a.png" alt="A &amp; B" /></a>`,
  }
  for (const [path, more] of [
    ['/xml', ''],
    ['/both', '&format=xml'],
  ] as const) {
    const { headers, json } = await proxy(origin + path, more)
    expect(headers['content-type']).toContain('application/json')
    expect(json).toMatchObject({ ...photo, html: photo.html.replace('{page}', origin + path) })
  }
})

test('a page without a service, without discovery, or at a host that is not allowed returns nothing', async () => {
  const nothing = { status: 404, json: { code: 'oembed_invalid_url' } }
  expect(await proxy(`${origin}/none`)).toMatchObject(nothing)
  expect(await proxy(`${origin}/nowhere`)).toMatchObject(nothing)
  asked = []
  expect(await proxy(`${origin}/both`, '&discover=false')).toMatchObject(nothing)
  expect(asked).toEqual([])
  expect(await proxy(`${origin}/away`)).toMatchObject(nothing)
  expect(await proxy('http://192.0.2.1/')).toMatchObject(nothing)
})

test('no other service of this machine is called, even after a redirect or under another name', async () => {
  const neighbour = Fastify()
  const reached: string[] = []
  neighbour.addHook('onRequest', async ({ url }) => void reached.push(url))
  const { port } = new URL(await neighbour.listen({ host: '127.0.0.1', port: 0 }))
  oembedHosts.push('neighbour.localhost')
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'neighbour.localhost',
  ]) {
    const target = `http://${host}:${port}/admin`
    for (const address of [target, `${origin}/to?target=${encodeURIComponent(target)}`])
      expect(await proxy(address)).toMatchObject({ status: 404, json: { code: 'oembed_invalid_url' } })
  }
  oembedHosts.pop()
  await neighbour.close()
  expect(reached).toEqual([])
})

test('only listed hosts are called', () => {
  const hosts = ['videos.example', '127.0.0.1:81']
  for (const [address, may] of [
    ['http://127.0.0.1:81/x', true],
    ['http://127.0.0.1:82/x', false],
    ['http://[::1]/x', false],
    ['http://localhost/', false],
    ['https://videos.example/1', true],
    ['https://other.example/1', false],
    ['http://127.0.0.1.example/', false],
    ['http://10.0.0.1/', false],
    ['file:///etc/hosts', false],
    ['nonsense', false],
  ] as const)
    expect({ address, may: mayAsk(address, hosts) }).toEqual({ address, may })
})

test('own content does not exceed the requested size', async () => {
  const own = encodeURIComponent('http://cms.test/hello-world/')
  const read = async (query: string): Promise<unknown> =>
    (await cms.rest('editor1', 'GET', `/oembed/1.0/proxy?url=${own}&${query}`)).json
  expect(await read('maxwidth=320')).toMatchObject({ width: 320, height: 200 })
  expect(await read('maxheight=150')).toMatchObject({ width: 600, height: 150 })
})
