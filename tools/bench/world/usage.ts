import { readFile } from 'node:fs/promises'

/** Memory of a process in MB (resident now, and at most since it started), and its CPU time in seconds. */
export type Usage = { residentMb: number; mostMb: number; cpuSeconds: number }

/** Ticks of the kernel's clock a second; fixed on Linux. */
const ticksPerSecond = 100

/** The kernel's counters of a process; Linux only. */
export async function usageOf(pid: number): Promise<Usage> {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
  ])
  const mb = (name: string): number =>
    Number(new RegExp(String.raw`${name}:\s+(\d+)`).exec(status)?.[1]) / 1024
  // The fields after the program's name, which may hold blanks; the first of them is the third of the file.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    residentMb: mb('VmRSS'),
    mostMb: mb('VmHWM'),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
  }
}
