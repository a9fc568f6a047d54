import { expect, test } from 'vitest'
import { readMockConfig } from '../../config/mock.ts'

test('the bundled server needs no configuration', () => {
  expect(readMockConfig({}, {})).toEqual({
    host: '127.0.0.1',
    controlHosts: [],
    port: 4010,
    gtins: 40,
    languages: ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl'],
    seed: 1,
    token: 'demo-token',
    throttle: null,
    mediaTrash: false,
    oembedHosts: [],
  })
})

test('an option has precedence over its variable', () => {
  const env = { MOCK_PORT: '1', MOCK_GTINS: '7' }
  expect(readMockConfig({ port: 0, languages: 'en-gb de-de' }, env)).toMatchObject({
    port: 0,
    gtins: 7,
    languages: ['en-gb', 'de-de'],
  })
})

test('all errors are listed at once, without the token', () => {
  const wrong = { port: 'x', languages: 'de-de,de-de', seed: -1 }
  const read = () => readMockConfig(wrong, { MOCK_TOKEN: 'a b' })
  expect(read).toThrow('The configuration has 4 errors')
  expect(read).toThrow('MOCK_PORT is "x". Allowed: a port, or 0 for any free port.')
  expect(read).toThrow('MOCK_LANGUAGES is "de-de,de-de"')
  expect(read).toThrow('MOCK_SEED is "-1"')
  expect(read).toThrow('MOCK_TOKEN is (hidden)')
})

test('beyond loopback it listens only if its host names are configured, too', () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'mock.example'])
    expect(() => readMockConfig({}, { MOCK_HOST: host })).toThrow(
      `MOCK_HOST is ${host}, which others can reach`,
    )
  expect(readMockConfig({ host: '0.0.0.0', controlHosts: 'partner' }, {})).toMatchObject({
    host: '0.0.0.0',
    controlHosts: ['partner'],
  })
  expect(readMockConfig({ host: '::1' }, {})).toMatchObject({ host: '::1' })
})

test('the bundled server’s configuration is frozen', () => {
  const config = readMockConfig({}, {})
  expect(Object.isFrozen(config) && Object.isFrozen(config.languages)).toBe(true)
})

test('the throttle and the oEmbed hosts can be set by variable or by option', () => {
  const env = { MOCK_THROTTLE: '5/second', MOCK_OEMBED_HOSTS: 'a.example, b.example' }
  expect(readMockConfig({}, env)).toMatchObject({
    throttle: '5/second',
    oembedHosts: ['a.example', 'b.example'],
  })
  expect(readMockConfig({ throttle: 'none', oembedHosts: 'c.example' }, env)).toMatchObject({
    throttle: null,
    oembedHosts: ['c.example'],
  })
  expect(() => readMockConfig({ throttle: 'often' }, {})).toThrow(/MOCK_THROTTLE is "often"/)
})
