import { expect, it } from 'vitest'
import { afterFailure } from '../../../src/core/media/wanted-sizes.ts'

it('a file is tried in three runs, with the reason of the last failure', () => {
  const second = afterFailure({ tries: 0 }, 'returned 500')
  expect(second).toEqual({ tries: 1, reason: 'returned 500' })
  const third = afterFailure({ tries: 1, reason: 'returned 500' }, 'returned 502')
  expect(third).toEqual({ tries: 2, reason: 'returned 502' })
  expect(afterFailure({ tries: 2 }, 'returned 500')).toBeUndefined()
})
