import { expect, test } from 'vitest'
import { batchFaultNote, isBatchFaultNote } from '../../../src/core/report/batch-fault.ts'

test('a CMS that refuses batches is told with its answer, what follows from it, and what to allow', () => {
  const note = batchFaultNote('403 <html>Blocked, incident 17</html>')
  expect(note).toContain('POST /batch/v1: 403 <html>Blocked, incident 17</html>), so each page is written')
  expect(note).toContain('Allow this request in the firewall')
})

test('the same fault is known again with another number in its answer', () => {
  expect(isBatchFaultNote(batchFaultNote('403 incident 18'))).toBe(true)
  expect(isBatchFaultNote('the CMS refuses pages')).toBe(false)
})
