import { expect } from 'vitest'
import { UnusableError } from '../../../src/lib/errors.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()

it.for([
  [
    'to https',
    (url: URL) => url.href.replace('http:', 'https:'),
    /the site uses https\. Set CMS_API_ROOT=https:\/\/127\.0\.0\.1:\d+\/wp-json\./,
  ],
  [
    'to another host',
    (url: URL) => `https://www.site.example${url.pathname}${url.search}`,
    /the site has another host\. Set CMS_API_ROOT=https:\/\/www\.site\.example\/wp-json\./,
  ],
  [
    'to a slash at the end',
    (url: URL) => `${url.pathname}/${url.search}`,
    /only the slash at the end of the path differs\. Allow /,
  ],
  ['to a login page', () => '/wp-login.php?redirect_to=x', /that is a login page.*Allow the REST API/],
  ['to a page', () => '/de/', /the REST API is elsewhere\. Check CMS_API_ROOT/],
  ['to nowhere', () => '', /Check CMS_API_ROOT|Allow/],
] as const)('a redirect %s is reported with its remedy', async ([, to, said], { start, connectCms }) => {
  const server = await start(({ url, headers }) => ({
    status: 301,
    body: 'Moved',
    headers: { location: to(new URL(url, `http://${headers.host ?? ''}`)) },
  }))
  const reading = connectCms(`${server.url}/wp-json`).findExisting([7], signal)
  await expect(reading).rejects.toThrow(UnusableError)
  await expect(reading).rejects.toThrow(said)
  expect(server.asked.filter(({ url }) => url.includes('/pages?'))).toHaveLength(1)
})

it('a POST that arrives as a GET is reported', async ({ start, connectCms }) => {
  const server = await start([{ json: [{ id: 7 }] }])
  const upload = {
    slug: `x-${'a'.repeat(64)}`,
    filename: 'x.png',
    title: 'x',
    mime: 'image/png',
    bytes: Buffer.from('x'),
  }
  const sent = connectCms(server.url).uploadMedia(upload, signal)
  await expect(sent).rejects.toThrow(UnusableError)
  await expect(sent).rejects.toThrow(
    /returned a list for a POST.*turned the POST into a GET.*Set CMS_API_ROOT/,
  )
})
