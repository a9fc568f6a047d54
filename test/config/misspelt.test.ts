import { describe, expect, test } from 'vitest'
import { readConfig, readStoreConfig } from '../../config/daemon.ts'
import { readMockConfig } from '../../config/mock.ts'
import { variables } from '../../config/variables.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { least } from './environment.ts'

describe.each([
  ['PARTNER_TOKN', 'PARTNER_TOKEN', 'drops a letter'],
  ['CMS_PASSSWORD', 'CMS_PASSWORD', 'doubles a letter'],
  ['OPS_PROT', 'OPS_PORT', 'swaps two letters'],
  ['REDIS_URI', 'REDIS_URL', 'replaces a letter'],
  ['GUARD_MAX_RETIREMENT_SHARE', undefined, 'has another word'],
  ['NOTIFY_URLS', 'NOTIFY_URL', 'adds a letter'],
  ['RETIRE_AFTR_MISES', 'RETIRE_AFTER_MISSES', 'drops two letters'],
  ['CMS_PASSWORD_FIEL', undefined, 'misspells only the suffix'],
  ['PARTNER_TOKN_FILE', 'PARTNER_TOKEN_FILE', 'is that of a file'],
  ['MENU_X', undefined, 'is another short word'],
  ['LANGUAGE', undefined, 'has no prefix of ours'],
  ['APP_OPS_PORT', undefined, 'begins otherwise'],
  ['CMS_PORT', undefined, 'is set by Kubernetes for a service called cms'],
])('%s', (name, meant, how) => {
  const read = () => readConfig({ ...least, [name]: 'value' })

  test.runIf(meant)(`stops the start with ${meant}, because it ${how}`, () => {
    expect(read).toThrow(
      new ConfigError(
        `The configuration has 1 error:\n  - ${name} is not a variable of product-mirror. Did you mean ${meant}?`,
      ),
    )
  })

  test.runIf(meant)('stops nothing while it is empty', () => {
    expect(readConfig({ ...least, [name]: '' })).toEqual(readConfig(least))
  })

  test.skipIf(meant)(`stops nothing, because it ${how}`, () => {
    expect(read()).toEqual(readConfig(least))
  })
})

test.each([
  ['readConfig', readConfig],
  ['readStoreConfig', readStoreConfig],
])('%s takes no variable of ours for a misspelt one', (_, read) => {
  const all = Object.fromEntries(Object.keys(variables).map((name) => [name, '?']))
  expect(() => read(all)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('mean') }))
})

test('the bundled server reports its own misspelt variables', () => {
  expect(() => readMockConfig({}, { MOCK_GTIN: '5' })).toThrow('Did you mean MOCK_GTINS?')
})
