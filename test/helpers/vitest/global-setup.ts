import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { describeLeft, endLeftProcesses } from '../processes/left-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Has all temporary files of the run, and marks its processes. */
    runFolder: string
  }
}

/** Gives the run a folder of its own; at the end nothing of the run may be left, neither files nor processes. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pm-'))
  provide('runFolder', folder)
  return async () => {
    const left = await endLeftProcesses(folder)
    await rm(folder, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`Processes outlived the tests and were ended:${describeLeft(left)}`)
  }
}
