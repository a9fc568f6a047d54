import { expect, test } from 'vitest'
import { simpleReasons } from '../../../src/core/reasons/reason.ts'

test('causes replace a reason that has them', () => {
  expect(
    simpleReasons([{ code: 'not-undone', causes: [{ code: 'undo-trashed' }] }, { code: 'recreated' }]),
  ).toEqual([{ code: 'undo-trashed' }, { code: 'recreated' }])
  expect(simpleReasons()).toEqual([])
})
