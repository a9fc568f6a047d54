import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import type { Kept } from './keeper.ts'

const limitMs = 30_000
const stepMs = 20

/**
 * Calls `probe` until it returns a value. Throws with the end of the process's log if the process ends or 30 s pass.
 */
export async function waitFor<T>(name: string, kept: Kept, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await probe()
    if (answer !== undefined) return answer
    if (kept.child.pid === undefined) throw new Error(`${name} could not be started: ${kept.child.spawnfile}`)
    const ended = kept.child.exitCode !== null || kept.child.signalCode !== null
    if (ended || performance.now() > deadline) throw new Error(describe(name, ended, kept.logFile))
    await pause(stepMs)
  }
}

function describe(name: string, ended: boolean, logFile: string): string {
  const log = readFileSync(logFile, 'utf8').trim().slice(-2000)
  return `${name} ${ended ? 'ended at once' : `was not ready after ${limitMs / 1000} s`}. Its log ends with:\n${log}`
}
