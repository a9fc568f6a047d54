import { expect, test } from 'vitest'
import { readConfig } from '../../config/daemon.ts'
import { checkNetwork } from '../../src/cli/commands/doctor/check-network.ts'
import { forgetSecrets, hideSecrets } from '../../src/lib/text/secrets.ts'
import type { Mirror } from '../../src/mirror/mirror.ts'
import { least } from './environment.ts'

const networkOf = (env: Record<string, string>) => readConfig({ ...least, ...env }).network
const shownOf = async (env: Record<string, string>) =>
  checkNetwork({} as Mirror, readConfig({ ...least, ...env }))

test('proxy variables are read in upper and lower case, and lower case has precedence', () => {
  expect(
    networkOf({
      HTTPS_PROXY: 'http://upper.example:1',
      https_proxy: 'http://lower.example:2',
      http_proxy: '',
    }),
  ).toMatchObject({ httpsProxy: 'http://lower.example:2', httpProxy: undefined })
  expect(networkOf({ no_proxy: 'a.example, .b.example' })).toMatchObject({
    noProxy: ['a.example', '.b.example'],
  })
})

test('a proxy without a scheme is an http proxy', () => {
  expect(networkOf({ HTTPS_PROXY: 'proxy.example:3128' }).httpsProxy).toBe('http://proxy.example:3128')
})

test.each([
  'socks5://proxy.example',
  'http://proxy.example/path',
  'http://jo:top#secret@proxy.example',
  'http://jo:50%off@proxy.example',
  'http://',
])('an invalid proxy is an error that names the variable and hides the value: %s', (value) => {
  expect(() => networkOf({ http_proxy: value })).toThrow(
    '\n  - HTTP_PROXY is (hidden). Allowed: an http(s) URL such as http://proxy.example:3128',
  )
})

test.each(['http://', ''])('the password of a proxy is never shown: %s', (scheme) => {
  networkOf({ https_proxy: `${scheme}jo:top-secret@proxy.example` })
  expect(hideSecrets('http://jo:top-secret@proxy.example')).not.toContain('top-secret')
  forgetSecrets()
})

test('USER_AGENT replaces the default, which contains the version', () => {
  expect(networkOf({ USER_AGENT: 'acme-mirror' }).userAgent).toBe('acme-mirror')
})

test('doctor shows which hosts are reached through which proxy, without its password', async () => {
  const env = {
    HTTPS_PROXY: 'http://jo:top-secret@proxy.example:3128',
    NO_PROXY: 'cms.example',
    ASSET_HOSTS: '*.cdn.example',
    CATALOG: 'http://lists.example/a.csv',
    NOTIFY_URL: 'https://hooks.example/secret-path',
  }
  expect(await shownOf(env)).toBe(
    'partner.example, *.cdn.example, hooks.example through the proxy http://proxy.example:3128 (HTTPS_PROXY); cms.example, lists.example directly',
  )
  expect(await shownOf({ NO_PROXY: '*' })).toBeUndefined()
})
