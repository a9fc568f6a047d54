import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { comparedSettings } from '../../config/compared-settings.ts'
import { readConfig } from '../../config/daemon.ts'
import { least } from './environment.ts'

const test = base.extend('file', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  onCleanup(() => rm(folder, { recursive: true }))
  const path = join(folder, 'secret')
  await writeFile(path, 'one-secret-one-secret\n')
  return path
})

const { PARTNER_TOKEN: _token, CMS_PASSWORD: _password, ...without } = least
const login = { OPS_USER: 'ops', OPS_PASSWORD: 'x', OPS_READER_USER: 'rita', OPS_READER_PASSWORD: 'y' }

test('a secret is read again when its file changes', async ({ file }) => {
  const { OPS_PASSWORD: _ops, OPS_READER_PASSWORD: _reader, ...users } = login
  const config = readConfig({
    ...without,
    ...users,
    PARTNER_TOKEN_FILE: file,
    CMS_PASSWORD_FILE: file,
    OPS_PASSWORD_FILE: file,
    OPS_READER_PASSWORD_FILE: file,
    OPS_METRICS_TOKEN_FILE: file,
  })
  const all = () => [
    config.partner.token,
    'password' in config.cms.auth && config.cms.auth.password,
    config.ops.password,
    config.ops.readerPassword,
    config.ops.metricsToken,
  ]
  expect(new Set(all())).toEqual(new Set(['one-secret-one-secret']))
  await writeFile(file, 'another-secret-of-another-length\n')
  expect(new Set(all())).toEqual(new Set(['another-secret-of-another-length']))
  expect(comparedSettings(config).upstreams['PARTNER_TOKEN']).toBe('another-secret-of-another-length')
  await writeFile(`${file}.new`, 'the-third-secret-is-longest-of-all')
  await rename(`${file}.new`, file)
  expect(new Set(all())).toEqual(new Set(['the-third-secret-is-longest-of-all']))
})

test('a token for the CMS is read again, too', async ({ file }) => {
  const config = readConfig({ ...least, CMS_TOKEN_FILE: file })
  await writeFile(file, 'two')
  expect(config.cms.auth).toEqual({ token: 'two' })
})

test('a file that is missing, empty or not allowed leaves the last secret in force', async ({ file }) => {
  const config = readConfig({ ...least, ...login, OPS_METRICS_TOKEN_FILE: file })
  for (const text of ['', 'short', 'with blanks with blanks']) {
    await writeFile(file, text)
    expect(config.ops.metricsToken).toBe('one-secret-one-secret')
  }
  await rm(file)
  expect(config.ops.metricsToken).toBe('one-secret-one-secret')
  await writeFile(file, 'another-secret-of-another-length')
  expect(config.ops.metricsToken).toBe('another-secret-of-another-length')
})

test('the variable itself has precedence over its file, even after a change', async ({ file }) => {
  const config = readConfig({ ...least, PARTNER_TOKEN_FILE: file })
  await writeFile(file, 'two')
  expect(config.partner.token).toBe(least.PARTNER_TOKEN)
})
