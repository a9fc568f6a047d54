import { expect, test } from 'vitest'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { keysByName } from '../integrity/key-cases.ts'

const tagOf = (key: string): string | undefined => /^[^{]*\{([^}]+)\}/.exec(key)?.[1]

test('in a cluster every key of a mirror has the mirror’s name as hash tag, and otherwise its usual name', () => {
  const usual = keysByName(createKeys('shop'))
  const keys = createKeys('shop', { inCluster: true })
  const tagged = keysByName(keys)
  expect(usual.size).toBeGreaterThan(50)
  for (const [name, key] of usual) {
    expect(key.startsWith('pm:shop:')).toBe(true)
    expect(tagged.get(name)).toBe(key.replace('pm:shop:', 'pm:{shop}:'))
  }
  const others = [keys.queues, keys.limits, ...keys.planKeys('r')]
  expect(new Set(others.map(tagOf))).toEqual(new Set(['shop']))
  expect(keys.movedAway(keys.formats, 5)).toBe('pm:{shop}:moved-away:5:formats')
})
