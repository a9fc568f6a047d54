import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig, readStoreConfig } from '../../config/daemon.ts'
import { forgetSecrets, hideSecrets } from '../../src/lib/text/secrets.ts'
import { least } from './environment.ts'

afterEach(forgetSecrets)

describe('no output shows', () => {
  test.each([
    ['the token of the partner', {}, 'partner-secret'],
    ['the password of the CMS', {}, 'cms-secret'],
    ['Basic credentials of the CMS', {}, Buffer.from('editor:cms-secret').toString('base64')],
    ['Basic credentials with a short password', { CMS_PASSWORD: 'abc' }, btoa('editor:abc')],
    ['the token of the CMS', { CMS_TOKEN: 'bearer-1234' }, 'bearer-1234'],
    ['an application password without its blanks', { CMS_PASSWORD: 'abcd efgh ijkl' }, 'abcdefghijkl'],
    ['the query of CATALOG', { CATALOG: 'https://x.example/a.csv?type=all&k=1' }, 'type=all&k=1'],
    ['a key in CATALOG', { CATALOG: 'https://x.example/a.csv?key=letters' }, 'letters'],
    ['a signature in CATALOG', { CATALOG: 'https://x.example/a.csv?x=A1b2C3d4' }, 'A1b2C3d4'],
    ['a password in CATALOG', { CATALOG: 'https://joe:pass%20word@x.example/a.csv' }, 'pass word'],
    ['a password in an address', { PARTNER_BASE_URL: 'https://joe:pass-word@x.example' }, 'pass-word'],
    ['the password of Redis', { REDIS_URL: 'redis://:redis%40word@db' }, 'redis@word'],
    ['the password of the dashboard', { OPS_USER: 'ops', OPS_PASSWORD: 'ops-word' }, 'ops-word'],
    ['the path of a webhook', { NOTIFY_URL: 'https://c.example/services/T00000000/B11111111' }, 'T00000000'],
    ['the second webhook', { NOTIFY_URL: 'https://a.example/x https://b.example/?t=B11111111' }, 'B11111111'],
    ['the key of notices', { NOTIFY_SECRET: `whsec_${'QUJD'.repeat(10)}` }, 'QUJD'.repeat(10)],
  ])('%s', (_, env, secret) => {
    readConfig({ ...least, ...env })
    expect(hideSecrets(`said ${secret} there`)).toMatch(/^said \[hidden\].{0,3} there$/)
  })

  test('a secret that was read from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
    const file = join(folder, 'token')
    await writeFile(file, 'token-in-file\n')
    readConfig({ ...least, PARTNER_TOKEN: '', PARTNER_TOKEN_FILE: file })
    await rm(folder, { recursive: true })
    expect(hideSecrets('token-in-file')).toBe('[hidden]')
  })

  test('secrets that a command does not need', () => {
    readStoreConfig(least)
    expect(hideSecrets('partner-secret')).toBe('[hidden]')
  })
})

test('ordinary words are shown, including those of a URL', () => {
  readConfig({
    ...least,
    CATALOG: 'https://x.example/products.csv?type=products&since=2026-01-01',
    NOTIFY_URL: 'https://c.example/services/IncomingWebhook/T00000000',
    OPS_USER: 'operator',
    OPS_PASSWORD: 'short',
  })
  const text = 'products since 2026-01-01: services, IncomingWebhook, operator, editor, short'
  expect(hideSecrets(text)).toBe(text)
})

test.each([
  [{}, ''],
  [
    { CMS_PASSWORD: 'abc', REDIS_URL: 'redis://:pw@db', CMS_TOKEN: '12345' },
    'CMS_PASSWORD CMS_TOKEN REDIS_URL',
  ],
  [{ PARTNER_TOKEN: ' abcd ', NOTIFY_URL: 'https://c.example/v1/services/A1' }, 'PARTNER_TOKEN'],
  [{ CMS_PASSWORD: '123456', REDIS_URL: 'redis://db' }, ''],
])('the variables of %o whose secrets are too short to be hidden are listed', (env, names) => {
  expect(readConfig({ ...least, ...env }).secrets.short.join(' ')).toBe(names)
})
