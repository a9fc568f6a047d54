import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** Lets a process end with the machine, however the machine ends. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Lets a folder go with the machine. */
export function removeWithUs(folder: string): string {
  folders.add(folder)
  return folder
}

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
