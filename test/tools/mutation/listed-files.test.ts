import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../../tools/mutation/stryker.config.json' with { type: 'json' }

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function filesOf(pattern: string): string[] {
  const [, before = pattern, names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return names.split(',').map((name) => before + name + after)
}

test('every file of the mutation tests exists, because Stryker omits missing ones silently', () => {
  expect(config.mutate.flatMap(filesOf).filter((file) => !existsSync(file))).toEqual([])
})
