import { expect, test } from 'vitest'
import { linkedController } from '../../src/lib/linked-abort.ts'

test('aborts with its signal and for the same reason, at once if that has aborted', () => {
  const above = new AbortController()
  const { controller } = linkedController(above.signal)
  expect(controller.signal.aborted).toBe(false)
  above.abort('stopped')
  expect(controller.signal.reason).toBe('stopped')
  expect(linkedController(above.signal).controller.signal.reason).toBe('stopped')
})

test('aborts alone, and no longer with its signal once it is released', () => {
  const above = new AbortController()
  const [alone, released] = [linkedController(above.signal), linkedController(above.signal)]
  alone.controller.abort('lost')
  expect(above.signal.aborted).toBe(false)
  released.release()
  above.abort('stopped')
  expect(alone.controller.signal.reason).toBe('lost')
  expect(released.controller.signal.aborted).toBe(false)
})
