import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../config/daemon.ts'
import { readVariables } from '../../config/read.ts'
import renamed from '../../config/renamed-variables.json' with { type: 'json' }
import { variables } from '../../config/variables.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { least } from './environment.ts'

const known: Readonly<Record<string, unknown>> = variables

describe.each(Object.entries(renamed))('a configuration that still has %s', (old, name) => {
  const table = { [name]: { schema: z.string(), allowed: 'anything', fallback: 'default' } }

  test('stops the start with the new name', () => {
    expect(() => readVariables(table, { [old]: '5' })).toThrow(
      new ConfigError(`The configuration has 1 error:\n  - ${old} is now called ${name}.`),
    )
  })

  test('names the new file variable', () => {
    expect(() => readVariables(table, { [`${old}_FILE`]: '/run/secrets/value' })).toThrow(
      new ConfigError(`The configuration has 1 error:\n  - ${old}_FILE is now called ${name}_FILE.`),
    )
  })

  test('stops the start even if the new name is set, too', () => {
    expect(() => readVariables(table, { [old]: '5', [name]: '5' })).toThrow(`${old} is now called ${name}.`)
  })

  test('starts if the old name is empty', () => {
    expect(readVariables(table, { [old]: '' })).toEqual({ [name]: 'default' })
  })

  test('starts if the reader does not use the variable', () => {
    expect(readVariables({}, { [old]: '5' })).toEqual({})
  })

  test.runIf(name in known)('does not start the daemon', () => {
    expect(() => readConfig({ ...least, [old]: '5' })).toThrow(`${old} is now called ${name}.`)
  })
})
