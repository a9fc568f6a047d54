import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config/daemon.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { least } from './environment.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'))
  await writeFile(join(folder, 'token'), 'from-file\n')
  await writeFile(join(folder, 'empty'), '\n')
})
afterAll(() => rm(folder, { recursive: true }))

const { PARTNER_TOKEN: _, ...without } = least

test('a secret may come from a file, and its final newline is removed', () => {
  const config = readConfig({ ...without, PARTNER_TOKEN_FILE: join(folder, 'token') })
  expect(config.partner.token).toBe('from-file')
})

test('any variable may come from a file', () => {
  expect(readConfig({ ...least, ROOT_SLUG_FILE: join(folder, 'token') }).policy.rootSlug).toBe('from-file')
})

test('the variable has precedence over its file', () => {
  expect(readConfig({ ...least, PARTNER_TOKEN_FILE: join(folder, 'token') }).partner.token).toBe(
    'partner-secret',
  )
})

test('an unreadable file is one error, with its path and the reason', () => {
  const file = join(folder, 'missing')
  expect(() => readConfig({ ...without, PARTNER_TOKEN_FILE: file })).toThrow(
    new ConfigError(
      `The configuration has 1 error:\n  - PARTNER_TOKEN_FILE: cannot read "${file}": ENOENT: no such file or directory, open '${file}'`,
    ),
  )
})

test('an empty secret file is an error', () => {
  expect(() => readConfig({ ...without, PARTNER_TOKEN_FILE: join(folder, 'empty') })).toThrow(
    '  - PARTNER_TOKEN is (hidden). Allowed: the API token, one line.',
  )
})

test.each(['two\nlines', 'two\r\nX-Header: lines', 'a smart \u201cquote\u201d', 'zero\0'])(
  'a token that is invalid in a header is an error: %j',
  (token) => {
    for (const name of ['PARTNER_TOKEN', 'CMS_TOKEN'])
      expect(() => readConfig({ ...least, [name]: token })).toThrow(`  - ${name} is (hidden). Allowed: `)
  },
)
