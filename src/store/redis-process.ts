import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The process id of a living server that works in this folder, from the pid file that Redis writes; undefined when it left with a crash or a reboot and the number is nobody's or another program's. */
export async function findServerProcess(folder: string, sockets: string[]): Promise<number | undefined> {
  const pid = Number(await readFile(join(folder, 'redis.pid'), 'utf8').catch(() => ''))
  if (!(pid > 0) || !(await isAlive(pid))) return undefined
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (cwd !== undefined) return cwd === folder && /redis|valkey/.test(await commandOf(pid)) ? pid : undefined
  const command = await commandOf(pid)
  return sockets.some((socket) => command.includes(socket)) ? pid : undefined
}

/** Waits until the process is gone, at most `ms` milliseconds; false when it is still there. */
export async function waitForExit(pid: number, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(10)
  }
  return true
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  // An adopted server's parent is process 1, and in a container that may be slow to collect its dead, or never do so.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !/\) [ZX] /.test(stat)
}

// Linux has it in /proc, also where no ps is installed; macOS has ps only.
async function commandOf(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (fromProc !== undefined) return fromProc
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'command=', '-p', String(pid)], (error, stdout) => resolve(error ? '' : stdout))
  })
}
