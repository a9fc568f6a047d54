import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { testFolderVariable } from './test-folder.ts'

export type LeftProcess = { pid: number; command: string }

type EndOptions = { graceMs?: number; more?: () => LeftProcess[]; keep?: ReadonlySet<number> }

/**
 * Ends the processes that still belong to a test folder or one below it, and those of `more`, except those of `keep`.
 * Returns these processes. Processes that are about to end get the time to do so. Only Linux can find processes by
 * their folder.
 */
export async function endLeftProcesses(
  folder: string,
  { graceMs = 10_000, more = () => [], keep }: EndOptions = {},
): Promise<LeftProcess[]> {
  const find = (): LeftProcess[] => [...findByFolder(folder), ...more()].filter(({ pid }) => !keep?.has(pid))
  const deadline = Date.now() + graceMs
  while (find().length > 0 && Date.now() < deadline) await pause(20)
  const left = new Map(find().map((one) => [one.pid, one]))
  for (const pid of left.keys()) end(pid)
  return [...left.values()]
}

/**
 * The processes whose environment contains the folder. A Redis overwrites its environment, but its working directory is
 * the folder.
 */
function findByFolder(folder: string): LeftProcess[] {
  if (process.platform !== 'linux') return []
  const isWithin = (path: string): boolean => path === folder || path.startsWith(`${folder}/`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const variables = read(() => readFileSync(`/proc/${name}/environ`, 'utf8')).split('\0')
      const mark = variables.find((variable) => variable.startsWith(`${testFolderVariable}=`))
      const command = read(() => readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        .replaceAll('\0', ' ')
        .trim()
      const isOurs =
        mark === undefined
          ? /^\S*(?:redis|valkey)/.test(command) && isWithin(read(() => readlinkSync(`/proc/${name}/cwd`)))
          : isWithin(mark.slice(testFolderVariable.length + 1))
      // A zombie has no command line. It has ended, and its parent has not collected it yet.
      return isOurs && command !== '' ? [{ pid: Number(name), command }] : []
    })
}

/** Empty if the process ended in the meantime or belongs to another user. */
function read(part: () => string): string {
  try {
    return part()
  } catch {
    return ''
  }
}

function end(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It ended in the meantime, or does not lead a group.
    }
  }
}

export const describeLeft = (left: readonly LeftProcess[]): string =>
  left.map(({ pid, command }) => `\n  ${pid} ${command}`).join('')
