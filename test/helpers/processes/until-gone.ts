import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { hangMs } from '../hang.ts'

/** Whether a process is running. A zombie is not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !/\) [ZX] /.test(stat)
}

/** Waits until a process has ended. */
export async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + hangMs
  while (await isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`process ${pid} still runs after ${hangMs / 1000} s`)
    await pause(20)
  }
}
