import { expect, test } from 'vitest'
import { groupByReason } from '../../../src/core/report/shared-reasons.ts'

const group = (...reasons: string[]) =>
  groupByReason(reasons, (full) => {
    const [plain = ''] = full.split('. To keep it')
    return { full, plain, group: plain.replace(/\d+/g, '…') }
  })

test('the same reason is one group, the most frequent first', () => {
  expect(group('disk full', 'odd', 'disk full')).toEqual([
    { reason: 'disk full', items: ['disk full', 'disk full'] },
    { reason: 'odd', items: ['odd'] },
  ])
})

test('reasons that differ only in numbers and commands are one group, shown without the commands', () => {
  const reasons = [7, 8].map((id) => `page ${id} is foreign. To keep it: product-mirror resolve ${id} keep`)
  expect(group(...reasons)).toEqual([{ reason: 'page 7 is foreign', items: reasons }])
})

test('nothing has no groups', () => {
  expect(group()).toEqual([])
})
