import { expect, test } from 'vitest'
import { isUploadFaultNote, uploadFaultNote } from '../../../src/core/report/upload-fault.ts'

test('the note about rejected uploads quotes the response, and is recognised with any number in it', () => {
  expect(uploadFaultNote('403: “Forbidden 17”')).toMatch(/“Forbidden 17”.*files are sent as forms/)
  expect(isUploadFaultNote(uploadFaultNote('403 incident 18'))).toBe(true)
  expect(isUploadFaultNote('media left out: x')).toBe(false)
})
