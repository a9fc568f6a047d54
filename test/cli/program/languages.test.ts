import { expect, test } from 'vitest'
import { collectLanguages } from '../../../src/cli/program/command.ts'

test('PR-32: --language takes codes in any form, and may be repeated', () => {
  expect(collectLanguages('de_DE,en-gb', collectLanguages('FR_fr'))).toEqual(['fr-fr', 'de-de', 'en-gb'])
})
