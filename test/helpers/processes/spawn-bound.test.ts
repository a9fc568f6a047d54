import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, vi } from 'vitest'
import { isAlive } from './until-gone.ts'
import { patiently } from '../hang.ts'
import { endLeftProcesses } from './left-processes.ts'
import { runBound, spawnBound } from './spawn-bound.ts'
import { testFolderVariable } from './test-folder.ts'

const modules = {
  bound: new URL('spawn-bound.ts', import.meta.url).href,
  redis: new URL('../world/redis.ts', import.meta.url).href,
}
const ending = (pids: readonly number[]) =>
  vi.waitFor(async () => expect(await Promise.all(pids.map(isAlive))).not.toContain(true), patiently)

/** A process in the role of a test worker: it starts others, prints their ids, and keeps running. */
async function startWorker(work: string) {
  const folder = join(await mkdtemp(join(tmpdir(), 'bound-')), 'worker')
  mkdirSync(folder)
  const program = `
    process.env.TMPDIR = process.env.${testFolderVariable} = '${folder}'
    const { spawnBound } = await import('${modules.bound}')
    ${work}
    setInterval(() => {}, 1_000)`
  const worker = spawnBound(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(worker.stdout), 'line')) as [string]
  return { worker, folder, pids: JSON.parse(line) as number[] }
}

const child = `const child = spawnBound('sleep', ['300'], { stdio: 'ignore' })`

describe('a process that a test starts', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends when the worker gets a %s', async (signal) => {
    const { worker, pids } = await startWorker(`${child}; console.log(JSON.stringify([child.pid]))`)
    expect(await isAlive(pids[0] ?? 0)).toBe(true)
    worker.kill(signal)
    await ending(pids)
  })

  it('ends together with its own children', async () => {
    const { worker, pids } = await startWorker(`
      const child = spawnBound('sh', ['-c', 'sleep 300 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.once('data', (said) => console.log(JSON.stringify([child.pid, Number(said)])))`)
    worker.kill('SIGKILL')
    await ending(pids)
  })

  it.runIf(process.platform === 'linux')(
    'is found by its working directory or environment if it left its group, and the folder is removed',
    async () => {
      const { worker, pids, folder } = await startWorker(`
        const { spawn } = await import('node:child_process')
        const { startTestRedis } = await import('${modules.redis}')
        const variables = { ${testFolderVariable}: process.env.${testFolderVariable} }
        const away = spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env: { ...process.env, ...variables } })
        const redis = await startTestRedis()
        console.log(JSON.stringify([away.pid, redis.pid]))`)
      worker.kill('SIGKILL')
      await ending(pids)
      await vi.waitFor(() => expect(existsSync(folder)).toBe(false), patiently)
    },
  )

  it.runIf(process.platform === 'linux')('is reported and ended if it is left over at the end', async () => {
    const { worker, pids, folder } = await startWorker(`${child}; console.log(JSON.stringify([child.pid]))`)
    const left = await endLeftProcesses(folder, { graceMs: 0 })
    expect(left).toEqual([{ pid: pids[0], command: 'sleep 300' }])
    await ending(pids)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  })
})

it('a failed program is reported with its exit code and its whole output', async () => {
  await expect(runBound('sh', ['-c', 'echo said; echo cried >&2; exit 3'])).rejects.toThrow(
    /ended with 3:\nsaid\ncried\n/,
  )
})
