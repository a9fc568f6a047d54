import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { expect, test, vi } from 'vitest'

import { openKeeper } from './keeper.ts'

const keeperModule = new URL('keeper.ts', import.meta.url).href

test('closing ends all started processes with their children, and removes the folder', async () => {
  const keeper = openKeeper()
  writeFileSync(join(keeper.folder, 'file'), '')
  const { child } = keeper.start('parent', 'sh', ['-c', 'sleep 300 & sleep 300'])
  const ended = once(child, 'exit')
  await keeper.close()
  await ended
  expect(existsSync(keeper.folder)).toBe(false)
  await vi.waitFor(() => expect(isAlive(child.pid)).toBe(false))
})

test.each(['SIGKILL', 'SIGINT'] as const)('nothing is left when the starter gets a %s', async (signal) => {
  const program = `
    const { openKeeper } = await import(${JSON.stringify(keeperModule)})
    const keeper = openKeeper()
    console.log(JSON.stringify([keeper.folder, keeper.start('child', 'sleep', ['300']).child.pid]))
    setInterval(() => {}, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [line] = (await once(createInterface(starter.stdout), 'line')) as [string]
  const [folder, pid] = JSON.parse(line) as [string, number]
  expect(isAlive(pid)).toBe(true)
  starter.kill(signal)
  await vi.waitFor(() => {
    expect(existsSync(folder)).toBe(false)
    expect(isAlive(pid)).toBe(false)
  })
})

test('a keeper that is never closed does not keep the process running', async () => {
  const program = `
    const { openKeeper } = await import(${JSON.stringify(keeperModule)})
    openKeeper().start('child', 'sleep', ['300'])`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', program])
  expect(await once(starter, 'exit')).toEqual([0, null])
})

/** Whether a process group contains a process that is not a zombie. */
function isAlive(group: number | undefined): boolean {
  return readdirSync('/proc').some((entry) => {
    const stat = /^\d+$/.test(entry) ? readStat(entry) : ''
    const [state, , groupOfEntry] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(groupOfEntry) === group && state !== 'Z' && state !== 'X'
  })
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return '' // It ended during the check.
  }
}
