import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { describeLeft, endLeftProcesses } from '../processes/left-processes.ts'
import { runningHere } from '../processes/spawn-bound.ts'
import { testFolderVariable } from '../processes/test-folder.ts'

// Each worker has a folder of its own, so that its processes are found even after it was killed.
const folder = join(inject('runFolder'), String(process.pid))
mkdirSync(folder, { recursive: true })
process.env['TMPDIR'] = folder
process.env[testFolderVariable] = folder

afterAll(async () => {
  const left = await endLeftProcesses(folder, { more: runningHere })
  if (left.length > 0)
    throw new Error(`Processes outlived this test file and were ended:${describeLeft(left)}`)
})
