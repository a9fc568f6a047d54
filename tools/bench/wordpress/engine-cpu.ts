import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Engine } from '../../../test/wordpress/engine/start.ts'
import { usageOf } from '../world/usage.ts'

/** CPU seconds that WordPress and its database have used: all processes that were started in the engine's folder. */
export async function engineCpuSeconds({ siteFolder }: Pick<Engine, 'siteFolder'>): Promise<number> {
  const folder = dirname(siteFolder)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const used = await Promise.all(pids.map((pid) => cpuSecondsOf(Number(pid), folder)))
  return used.reduce((sum, one) => sum + one, 0)
}

/** 0 for a process of another folder, or one that has ended. */
async function cpuSecondsOf(pid: number, folder: string): Promise<number> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes(folder) ? (await usageOf(pid)).cpuSeconds : 0
  } catch {
    return 0
  }
}
