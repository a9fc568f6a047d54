import { expect, test } from 'vitest'
import { batchFaultNote, isBatchFaultNote } from '../../../src/core/report/batch-fault.ts'

test('the note about a CMS that refuses batches contains its response, the consequence and the request to allow', () => {
  const note = batchFaultNote('403 <html>Blocked, incident 17</html>')
  expect(note).toContain('POST /batch/v1: 403 <html>Blocked, incident 17</html>), so each page is written')
  expect(note).toContain('Allow this request in the firewall')
})

test('the same note is recognised with another number in the response', () => {
  expect(isBatchFaultNote(batchFaultNote('403 incident 18'))).toBe(true)
  expect(isBatchFaultNote('the CMS refuses pages')).toBe(false)
})
