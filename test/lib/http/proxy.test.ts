import { describe, expect, test } from 'vitest'
import { proxyFor } from '../../../src/lib/http/proxy.ts'

const network = { httpProxy: 'http://one.example:3128', httpsProxy: 'http://user:secret@two.example:3129' }

test('https and http addresses each have their own proxy, which is shown without its password', () => {
  expect(proxyFor('https://cms.example/a', network)).toMatchObject({
    url: network.httpsProxy,
    shown: 'the proxy http://two.example:3129 (HTTPS_PROXY)',
  })
  expect(proxyFor('http://cms.example', network)?.shown).toBe(
    'the proxy http://one.example:3128 (HTTP_PROXY)',
  )
})

test('HTTP_PROXY alone leaves https addresses direct', () => {
  expect(proxyFor('https://cms.example', { httpProxy: network.httpProxy })).toBeUndefined()
})

test('a loopback address goes through the proxy unless NO_PROXY names it', () => {
  expect(proxyFor('http://127.0.0.1:80', network)).toBeDefined()
  expect(proxyFor('http://127.0.0.1:80', { ...network, noProxy: ['127.0.0.1'] })).toBeUndefined()
})

describe('NO_PROXY', () => {
  test.each([
    ['cms.example', 'https://cms.example'],
    ['CMS.Example', 'https://cms.example'],
    ['cms.example', 'https://cms.example.'],
    ['example', 'https://cms.example'],
    ['.example.org', 'https://a.b.example.org'],
    ['*.example.org', 'https://a.example.org'],
    ['.example.org', 'https://example.org'],
    ['cms.example:8443', 'https://cms.example:8443'],
    ['cms.example:443', 'https://cms.example'],
    ['cms.example:80', 'http://cms.example'],
    ['10.0.0.0/8', 'http://10.1.2.3:8080'],
    ['fd00::/8', 'http://[fd00::7]'],
    ['::1', 'http://[::1]:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['*', 'https://cms.example'],
  ])('%s covers %s', (entry, target) => {
    expect(proxyFor(target, { ...network, noProxy: ['other.test', entry] })).toBeUndefined()
  })

  test.each([
    ['cms.example', 'https://mycms.example'],
    ['cms.example:8443', 'https://cms.example'],
    ['cms.example:80', 'https://cms.example'],
    ['10.0.0.0/8', 'http://11.0.0.1'],
    ['10.0.0.0/8', 'http://cms.example'],
    ['fd00::/8', 'http://10.0.0.1'],
    ['0.1', 'http://10.0.0.1'],
    ['10.0.0.0/99', 'http://10.0.0.1'],
  ])('%s does not cover %s', (entry, target) => {
    expect(proxyFor(target, { ...network, noProxy: [entry] })).toBeDefined()
  })
})
