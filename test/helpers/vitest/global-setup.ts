import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { describeLeft, endLeftProcesses } from '../processes/left-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Contains all temporary files of the run, and identifies its processes. */
    runFolder: string
  }
}

/** Creates a folder for the run. At the end, no files or processes of the run may be left. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pm-'))
  provide('runFolder', folder)
  return async () => {
    const left = await endLeftProcesses(folder)
    await rm(folder, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`Processes outlived the tests and were ended:${describeLeft(left)}`)
  }
}
