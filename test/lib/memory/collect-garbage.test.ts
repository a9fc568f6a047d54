import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createGarbageCollection } from '../../../src/lib/memory/collect-garbage.ts'

test('frees unreachable objects, logs the pause, and leaves no function for other code', async () => {
  const lines: unknown[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const collect = createGarbageCollection(log)
  const weak = new WeakRef({})
  // A WeakRef keeps its object until the current job ends.
  await setImmediate()
  collect()
  expect(weak.deref()).toBeUndefined()
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'garbage collected',
      ms: expect.any(Number),
      fromMb: expect.any(Number),
      toMb: expect.any(Number),
    }),
  ])
  expect('gc' in globalThis).toBe(false)
})
