import { expect } from 'vitest'
import { UnusableError } from '../../../src/lib/errors.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'
import type { Step } from '../../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const it = withScripts()

const refusal = (status: number, code: string, message = 'No.'): Step => ({
  status,
  json: { code, message, data: { status } },
})
const anonymous = refusal(401, 'rest_not_logged_in')
const index = (authentication: unknown): Step => ({ json: { authentication } })
const page = (status: number, headers: Record<string, string> = {}): Step => ({
  status,
  body: '<h1>Unauthorized</h1>',
  headers,
})

it.for<[string, { api: Step; index: Step; token?: true }, RegExp]>([
  [
    'PR-24: a stripped header, or a wrong password: WordPress responds to both in the same way',
    { api: anonymous, index: index({ 'application-passwords': {} }) },
    /^The CMS did not accept the credentials while .*rest_not_logged_in.*Check CMS_USER.*does not receive the Authorization header.*CGIPassAuth On/,
  ],
  [
    'PR-24: application passwords that are switched off',
    { api: anonymous, index: index([]) },
    /^The CMS rejected the credentials, and has application passwords switched off, while .*Check CMS_USER and CMS_PASSWORD if another .*Allow them in the security plug-in/,
  ],
  [
    'application passwords that the CMS itself calls disabled',
    { api: refusal(401, 'application_passwords_disabled'), index: index([]) },
    /^The CMS has application passwords switched off/,
  ],
  [
    'an index that does not show the cause',
    { api: anonymous, index: { json: {} } },
    /^The CMS did not use the credentials while .*Authorization header.*application passwords/,
  ],
  [
    'a token that nothing uses',
    { api: anonymous, index: index([]), token: true },
    /^The CMS did not use the token while .*CMS_TOKEN/,
  ],
  [
    'PR-40: a login of the web server',
    { api: page(401, { 'www-authenticate': 'Basic realm="Staging"' }), index: page(401) },
    /^The web server in front of the CMS demands a login \(“Staging”\).*Allow addresses below/,
  ],
  [
    'a plug-in that closes the REST API',
    { api: refusal(401, 'rest_cannot_access', 'Members only.'), index: refusal(401, 'rest_cannot_access') },
    /^A plug-in of the CMS closes the REST API while .*Members only/,
  ],
  [
    'PR-50: a plug-in that judges before WordPress has read the password',
    { api: refusal(403, 'rest_not_logged_in'), index: refusal(403, 'rest_not_logged_in') },
    /^A plug-in of the CMS closes the REST API while .*before WordPress has read the password/,
  ],
  [
    'a firewall before the whole REST API',
    { api: page(403), index: page(403) },
    /^Something in front of the CMS rejects its REST API while .*Allow requests/,
  ],
  [
    'PR-24: a wrong password',
    { api: refusal(401, 'incorrect_password'), index: index({ 'application-passwords': {} }) },
    /^The CMS rejected the credentials while .*Check CMS_USER and CMS_PASSWORD/,
  ],
  [
    'a wrong password where REST is closed to visitors',
    { api: refusal(401, 'incorrect_password'), index: refusal(401, 'incorrect_password') },
    /^The CMS rejected the credentials while/,
  ],
  [
    'an unknown user',
    { api: refusal(401, 'invalid_username'), index: index({ 'application-passwords': {} }) },
    /^The CMS rejected the credentials while/,
  ],
])('%s has its own message', async ([, site, said], { start, connectCms }) => {
  const server = await start(({ url }) => (url.startsWith('/?') ? site.index : site.api))
  const cms = connectCms(server.url, site.token ? { auth: { token: 'abcdef' } } : {})
  const reading = cms.fetchUser(signal)
  await expect(reading).rejects.toThrow(UnusableError)
  await expect(reading).rejects.toThrow(said)
})

it.for([404, 200])(
  'plain permalinks, where the path of the REST API returns %i, are reported with the right root',
  async (status, { start, connectCms }) => {
    const server = await start(({ url }) =>
      url.startsWith('/blog/?rest_route=/') ? { json: { namespaces: ['wp/v2'] } } : page(status),
    )
    const reading = connectCms(`${server.url}/blog/wp-json`).findExisting([7], signal)
    await expect(reading).rejects.toThrow(UnusableError)
    await expect(reading).rejects.toThrow('The CMS has plain permalinks')
    await expect(reading).rejects.toThrow(`Set CMS_API_ROOT=${server.url}/blog/?rest_route=,`)
  },
)

it.for([
  [200, /^The CMS has plain permalinks.*Set CMS_API_ROOT=http\S+\/\?rest_route=,/],
  ['the index', /only the slash at the end of the path differs/],
] as const)(
  'a redirect to the same path with a slash means plain permalinks unless the index is at its path: %s',
  async ([place, said], { start, connectCms }) => {
    const server = await start(({ url }) => {
      if (url.startsWith('/?rest_route=/')) return { json: { namespaces: ['wp/v2'] } }
      if (url === '/wp-json/') return place === 200 ? page(200) : { json: { namespaces: ['wp/v2'] } }
      return page(301, { location: url.replace('?', '/?') })
    })
    await expect(connectCms(`${server.url}/wp-json`).findExisting([7], signal)).rejects.toThrow(said)
  },
)

it('a root that is wrong in any case is reported as before', async ({ start, connectCms }) => {
  const server = await start([page(404)])
  await expect(connectCms(`${server.url}/wp-json`).findExisting([7], signal)).rejects.toThrow(
    'The CMS has no route',
  )
})
