import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchWorld } from './world/bench-world.ts'

/** The machine and the versions above a table of figures: without them the figures have no meaning. */
export async function describeMachine(world: BenchWorld): Promise<string> {
  const [cpu] = cpus()
  const redis = /redis_version:(\S+)/.exec(await world.redisInfo())?.[1] ?? 'unknown'
  const lock = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8'),
  ) as {
    packages: Record<string, { version?: string }>
  }
  const versions = ['bullmq', 'ioredis', 'undici', 'fastify'].map(
    (name) => `${name} ${lock.packages[`node_modules/${name}`]?.version ?? '?'}`,
  )
  return [
    `${cpu?.model ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`,
    `Node ${process.version}, Redis ${redis}, ${versions.join(', ')}; the bundled server shares the machine`,
  ].join('\n')
}
