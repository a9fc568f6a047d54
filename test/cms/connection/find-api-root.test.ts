import { describe, expect, it, onTestFinished } from 'vitest'
import { findApiRoot } from '../../../src/cms/connection/find-api-root.ts'
import { startMock } from '../../helpers/world/mock-server.ts'
import { startScripted, type Asked, type Step } from '../../helpers/world/scripted-server.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const index = { name: 'Shop', namespaces: ['oembed/1.0', 'wp/v2'], authentication: [] }

/** A site that serves these paths; a path ends at `&` or `?_fields`. All others get a page with status 404. */
async function serve(pages: (url: string) => Record<string, Step>) {
  const server = await startScripted(({ url }: Asked): Step => {
    const path = url.replace(/[?&]_fields=.*/, '')
    return pages(server.url)[path] ?? { status: 404, body: '<h1>Not found</h1>', headers: html }
  })
  onTestFinished(() => server.close())
  return server
}

const find = (site: string) =>
  findApiRoot(site, { network: {}, timeoutMs: 5_000 }, new AbortController().signal)

describe('finding the REST root of a site', () => {
  it.for<[string, (url: string) => Step]>([
    [
      'the Link header',
      (url) => ({
        body: '',
        headers: { ...html, link: `</a>; rel=shortlink, <${url}/api/>; rel="https://api.w.org/"` },
      }),
    ],
    [
      'a link of the page',
      (url) => ({ body: `<html><link rel='https://api.w.org/' href='${url}/api/' />`, headers: html }),
    ],
  ])('reads it from %s', async ([, home]) => {
    const { url } = await serve((at) => ({ '/shop/': home(at), '/api/': { json: index } }))
    expect(await find(`${url}/shop/`)).toEqual({
      apiRoot: `${url}/api`,
      namespaces: index.namespaces,
      passwordPage: `${url}/api/wp-admin/profile.php#application-passwords-section`,
    })
  })

  it('reads one in a query, as of a site with plain permalinks', async () => {
    const root = '/index.php?rest_route=/'
    const { url } = await serve((at) => ({
      '/': { body: '', headers: { ...html, link: `<${at}${root}>; rel="https://api.w.org/"` } },
      [root]: { json: { ...index, url: at } },
    }))
    expect(await find(url)).toMatchObject({
      apiRoot: `${url}/index.php?rest_route=`,
      passwordPage: `${url}/wp-admin/profile.php#application-passwords-section`,
    })
  })

  it.for([
    ['/wp-json', '/wp-json/'],
    ['/?rest_route=', '/?rest_route=/'],
    ['/blog/wp-json', '/blog/wp-json/'],
  ] as const)('tries %s if the site announces none', async ([root, path]) => {
    const { url } = await serve(() => ({
      '/blog/': { body: '<p>Hi', headers: html },
      [path]: { json: index },
    }))
    expect(await find(`${url}/blog/`)).toMatchObject({ apiRoot: `${url}${root}` })
  })

  it('takes the REST root itself, and the index of the bundled server', async () => {
    const mock = await startMock({ gtins: '1' })
    onTestFinished(() => mock.close())
    for (const site of [
      mock.origin,
      `${mock.origin}/sample-page/`,
      mock.cmsRoot,
      `${mock.cmsRoot}/cms/v2/pages`,
    ])
      expect(await find(site)).toMatchObject({
        apiRoot: mock.cmsRoot,
        namespaces: expect.arrayContaining(['cms/v2']) as string[],
      })
  })

  it('follows redirects to the final address, and reads the page for passwords from the index', async () => {
    const { url } = await serve((at) => ({
      '/': { status: 301, headers: { location: '/en/' } },
      '/en/': { body: '', headers: { ...html, link: `<${at}/wp-json/>; rel="https://api.w.org/"` } },
      '/wp-json/': {
        json: {
          ...index,
          authentication: {
            'application-passwords': {
              endpoints: { authorization: `${at}/wp-admin/authorize-application.php` },
            },
          },
        },
      },
    }))
    expect(await find(url)).toMatchObject({
      apiRoot: `${url}/wp-json`,
      passwordPage: `${url}/wp-admin/authorize-application.php?app_name=product-mirror`,
    })
  })

  it('reads an index after a notice of PHP, unless PHP lost its status and headers', async () => {
    const body = `<br />Notice: Undefined index in plugin.php on line 7<br />${JSON.stringify(index)}`
    const json = { 'content-type': 'application/json' }
    const { url } = await serve(() => ({
      '/a/': { body: '', headers: html },
      '/a/wp-json/': { body, headers: json },
      '/b/': { body: '', headers: html },
      '/b/wp-json/': { body, headers: html },
    }))
    expect(await find(`${url}/a/`)).toMatchObject({
      apiRoot: `${url}/a/wp-json`,
      namespaces: index.namespaces,
    })
    await expect(find(`${url}/b/`)).rejects.toThrow(
      /\/b\/wp-json returned 200 with “.*Notice.*Repair the plug-in/,
    )
  })

  it('accepts an index that is closed to visitors', async () => {
    const { url } = await serve(() => ({
      '/': { body: '', headers: html },
      '/wp-json/': {
        status: 401,
        json: { code: 'rest_login_required', message: 'Closed.', data: { status: 401 } },
      },
    }))
    expect(await find(url)).toMatchObject({ apiRoot: `${url}/wp-json`, namespaces: undefined })
  })

  it('names what it tried if there is none', async () => {
    const { url } = await serve(() => ({
      '/': { body: '<p>A shop', headers: html },
      '/wp-json/': { json: { ok: true } },
    }))
    await expect(find(url)).rejects.toThrow(
      `${url} has no REST API: ${url}/wp-json returned JSON of another form; ${url}/?rest_route= returned 404 `,
    )
  })

  it('names a site that does not respond, and one that redirects in a circle', async () => {
    await expect(find('http://127.0.0.1:1')).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1 sent no response: .*ECONNREFUSED/,
    )
    const { url } = await serve(() => ({ '/': { status: 302, headers: { location: '/' } } }))
    await expect(find(url)).rejects.toThrow(/redirects more than 5 times/)
  })
})
