import { setTimeout as pause } from 'node:timers/promises'

/** Only to stop a hang: no test may depend on how fast the machine is. */
const hangMs = 120_000

/** Whether a process of this number is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until a process has ended by itself. */
export async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + hangMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} still runs after ${hangMs / 1000} s`)
    await pause(20)
  }
}
