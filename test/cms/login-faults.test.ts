import { expect } from 'vitest'
import { withScripts } from '../helpers/upstream-fixtures.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'

const it = withScripts()
const signal = new AbortController().signal
const anonymous = { code: 'rest_not_logged_in', message: 'You are not currently logged in.' }
const index = (asked: Asked): boolean => asked.url.includes('_fields=authentication')
const withPasswords: Step = { json: { authentication: { 'application-passwords': { endpoints: {} } } } }

it.for<[string, Step, Step, RegExp]>([
  [
    'a header that the web server strips',
    { status: 401, json: anonymous },
    withPasswords,
    /The Authorization header did not reach the CMS: .* strips it\. Let it pass/,
  ],
  [
    'application passwords that are switched off',
    { status: 401, json: anonymous },
    { json: { authentication: [] } },
    /Application passwords are switched off on the site: by a plug-in, or .* https\. Switch them on/,
  ],
  [
    'an API that is closed to visitors before the login is read',
    { status: 401, json: anonymous },
    { status: 401, json: anonymous },
    /closes its REST API to everybody who is not signed in.*Look for a security plug-in/,
  ],
  [
    'a plug-in that closes the API',
    { status: 403, json: { code: 'shield_blocked', message: 'REST is off here.' } },
    { status: 403, json: { code: 'shield_blocked', message: 'REST is off here.' } },
    /A plug-in of the site closes its REST API \(403: shield_blocked: REST is off here\.\)\. Allow our user/,
  ],
  [
    'a login of the web server',
    { status: 401, headers: { 'www-authenticate': 'Basic realm="Staging"' }, body: '<h1>No</h1>' },
    { status: 401, body: 'no' },
    /The web server has a login of its own \(Staging\).*Exempt the routes below CMS_API_ROOT/,
  ],
  [
    'a firewall',
    { status: 403, body: '<h1>Forbidden</h1>' },
    { status: 403, body: 'no' },
    /Something in front of the CMS answered, such as a firewall\. Allow the routes/,
  ],
  [
    'a wrong password',
    { status: 401, json: { code: 'incorrect_password', message: 'Wrong.' } },
    withPasswords,
    /Check CMS_USER and CMS_PASSWORD \(an application password\)/,
  ],
])('PR-24 and PR-50: %s is named with its remedy', async ([, user, root, told], { start, connectCms }) => {
  const server = await start((asked) => (index(asked) ? root : user))
  await expect(connectCms(server.url).fetchUser(signal)).rejects.toThrow(told)
  await expect(connectCms(server.url).fetchUser(signal)).rejects.toThrow(
    /^The CMS rejected the credentials while/,
  )
})

it('a token that nothing reads is named', async ({ start, connectCms }) => {
  const server = await start((asked) => (index(asked) ? withPasswords : { status: 401, json: anonymous }))
  const cms = connectCms(server.url, { auth: { token: 'some-token' } })
  await expect(cms.fetchUser(signal)).rejects.toThrow(/The site did not read CMS_TOKEN/)
})
