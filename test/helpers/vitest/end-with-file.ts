import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { aroundAll, inject } from 'vitest'
import { forgetSecrets } from '../../../src/lib/text/secrets.ts'
import { describeLeft, endLeftProcesses } from '../processes/left-processes.ts'
import { runningHere } from '../processes/spawn-bound.ts'
import { endBusyHosts } from '../world/command-hosts.ts'
import { testFolderVariable } from '../processes/test-folder.ts'

// Each worker has a separate folder, so that its processes are found even after it was killed.
const folder = join(inject('runFolder'), String(process.pid))
mkdirSync(folder, { recursive: true })
process.env['TMPDIR'] = folder
process.env[testFolderVariable] = folder

// Around the whole file, because file-scoped fixtures are closed after the last `afterAll`.
aroundAll(async (runFile) => {
  await runFile()
  // Files share a process, and a secret in one may be an ordinary word in another.
  forgetSecrets()
  const keep = await endBusyHosts()
  const left = await endLeftProcesses(folder, { more: runningHere, keep })
  if (left.length > 0)
    throw new Error(`Processes outlived this test file and were ended:${describeLeft(left)}`)
})
