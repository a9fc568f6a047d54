import { expect, test } from 'vitest'
import { assertPlantable, bugs } from '../../../tools/chaos/plant.ts'

test.each(Object.keys(bugs))('the bug %s can still be planted', (name) => {
  expect(() => assertPlantable(name)).not.toThrow()
})
