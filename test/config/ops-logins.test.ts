import { expect, test } from 'vitest'
import { readConfig } from '../../config/daemon.ts'
import { least } from './environment.ts'

const login = { OPS_USER: 'ops', OPS_PASSWORD: 'secret' }
const reader = { OPS_READER_USER: 'rita', OPS_READER_PASSWORD: 'secret' }

test.each([
  ['OPS_READER_USER and OPS_READER_PASSWORD are not both set', { ...login, OPS_READER_USER: 'rita' }],
  ['OPS_READER_USER is set, but OPS_USER is not', reader],
  ['OPS_READER_USER and OPS_USER have the same value', { ...login, ...reader, OPS_READER_USER: 'ops' }],
  ['OPS_USER_HEADER is set, but OPS_TRUSTED_PROXY is not', { ...login, OPS_USER_HEADER: 'X-User' }],
  ['OPS_TRUSTED_PROXY is "proxy.example"', { ...login, OPS_TRUSTED_PROXY: 'proxy.example' }],
  ['OPS_TRUSTED_PROXY is "10.0.0.0/33"', { ...login, OPS_TRUSTED_PROXY: '10.0.0.0/33' }],
  ['OPS_USER_HEADER is "X User"', { ...login, OPS_TRUSTED_PROXY: '10.0.0.1', OPS_USER_HEADER: 'X User' }],
  ['OPS_PUBLIC_URL is https://ops.example/a?b', { OPS_PUBLIC_URL: 'https://ops.example/a?b' }],
  ['OPS_PUBLIC_URL is https://ops.example/"a', { OPS_PUBLIC_URL: 'https://ops.example/"a' }],
  ['OPS_METRICS_TOKEN is (hidden)', { ...login, OPS_METRICS_TOKEN: 'short' }],
])('%s: a wrong combination stops the start', (message, changes) => {
  expect(() => readConfig({ ...least, ...changes })).toThrow(message)
})

test('logins and proxies are read', () => {
  const config = readConfig({
    ...least,
    ...login,
    ...reader,
    OPS_TRUSTED_PROXY: '10.0.0.7, fd00::/8',
    OPS_USER_HEADER: 'X-Forwarded-User',
  })
  expect(config.ops).toMatchObject({
    readerUser: 'rita',
    trustedProxies: ['10.0.0.7', 'fd00::/8'],
    userHeader: 'x-forwarded-user',
  })
})

test('the public URL may have a path, and times have the zone of the schedules', () => {
  const { ops } = readConfig({
    ...least,
    OPS_PUBLIC_URL: 'https://ops.example/tools/mirror-1/',
    SCHEDULE_TZ: 'Europe/Vienna',
  })
  expect(ops).toMatchObject({ publicUrl: 'https://ops.example/tools/mirror-1', timeZone: 'Europe/Vienna' })
})
