import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import likelyNames from '../../config/likely-names.json' with { type: 'json' }
import { readConfig, readStoreConfig } from '../../config/daemon.ts'
import { readMockConfig } from '../../config/mock.ts'
import { variables } from '../../config/variables.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { least } from './environment.ts'

const readWith = (name: string, value = 'value') => readConfig({ ...least, [name]: value })

describe.each([
  ['PARTNER_TOKN', 'PARTNER_TOKEN', 'drops a letter'],
  ['CMS_PASSSWORD', 'CMS_PASSWORD', 'doubles a letter'],
  ['OPS_PROT', 'OPS_PORT', 'swaps two letters'],
  ['REDIS_URI', 'REDIS_URL', 'replaces a letter'],
  ['NOTIFY_URLS', 'NOTIFY_URL', 'adds a letter'],
  ['RETIRE_AFTR_MISES', 'RETIRE_AFTER_MISSES', 'drops two letters'],
  ['PARTNER_TOKN_FILE', 'PARTNER_TOKEN_FILE', 'is that of a file'],
])('%s', (name, meant, how) => {
  test(`stops the start with ${meant}, because it ${how}`, () => {
    expect(() => readWith(name)).toThrow(
      new ConfigError(
        `The configuration has 1 error:\n  - ${name} is not a variable of product-mirror. Did you mean ${meant}?`,
      ),
    )
  })

  test('does not stop the start while it is empty', () => {
    expect(readWith(name, '')).toEqual(readConfig(least))
  })
})

test.each([
  ['GUARD_MAX_RETIREMENT_SHARE', 'has another word'],
  ['CMS_PASSWORD_FIEL', 'misspells only the suffix'],
  ['MENU_X', 'is another short word'],
  ['LANGUAGE', 'has no prefix of ours'],
  ['APP_OPS_PORT', 'begins otherwise'],
  ['CMS_PORT', 'is set by Kubernetes for a service called cms'],
])('%s does not stop the start, because it %s', (name) => {
  expect(readWith(name)).toEqual(readConfig(least))
})

test.each([
  ['readConfig', readConfig],
  ['readStoreConfig', readStoreConfig],
])('%s does not report our own variables as misspelt', (_, read) => {
  const all = Object.fromEntries(Object.keys(variables).map((name) => [name, '?']))
  expect(() => read(all)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('mean') }))
})

test.each([
  ['CMS_USERNAME', 'CMS_USER'],
  ['CMS_APP_PASSWORD_FILE', 'CMS_PASSWORD_FILE'],
  ['CMS_URL', 'CMS_API_ROOT'],
  ['PARTNER_URL', 'PARTNER_BASE_URL'],
  ['CATALOGUE', 'CATALOG'],
  ['NOTIFY_WEBHOOK', 'NOTIFY_URL'],
])('%s, a likely other name, is reported with the right one, %s', (name, meant) => {
  const without = { ...least, [meant.replace('_FILE', '')]: '' }
  const fault = `${name} is not a variable of product-mirror. Did you mean ${meant}?`
  expect(() => readConfig({ ...without, [name]: 'value' })).toThrow(fault)
})

test('a likely other name does not stop the start if the right one is set, too', () => {
  expect(readWith('CMS_URL', 'https://cms.example')).toEqual(readConfig(least))
  const { CMS_USER: _, ...others } = least
  const file = join(import.meta.dirname, 'environment.ts')
  expect(() => readConfig({ ...others, CMS_USER_FILE: file, CMS_USERNAME: 'editor' })).not.toThrow()
})

test('every likely other name maps to a variable of ours and is not one itself', () => {
  const known = Object.keys(variables)
  expect(Object.values(likelyNames).filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(likelyNames).filter((name) => known.includes(name.replace(/_FILE$/, '')))).toEqual([])
})

test('the bundled server reports its own misspelt variables', () => {
  expect(() => readMockConfig({}, { MOCK_GTIN: '5' })).toThrow('Did you mean MOCK_GTINS?')
})
