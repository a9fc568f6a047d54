import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { connectRedis } from '../../../src/store/redis/connect.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { startRedisCluster, type ClusterNode } from '../../../test/helpers/redis/cluster.ts'
import { endWithUs } from '../left-behind.ts'

const mirrorId = 'default'

/**
 * A separate cluster for a schedule, in place of `startRedis`: each node keeps its data and restarts whenever it is killed.
 */
export async function startCluster(folder: string) {
  const pidFile = join(folder, 'redis.pid')
  const keys = createKeys(mirrorId, { inCluster: true })
  const cluster = await startRedisCluster({
    folder,
    settings: { appendonly: 'yes', appendfsync: 'no' },
    spawn: (file, args) => endWithUs(spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })),
  })
  let owner = await cluster.ownerOf(keys.formats)
  let restarts = 0
  let closing = false
  /** The process that daemons may kill is the one with the mirror's data. */
  const notePid = (): void => writeFileSync(pidFile, String(owner.pid()))

  async function revive(node: ClusterNode): Promise<void> {
    await node.restart()
    watch(node)
    if (node === owner) notePid()
  }
  function watch(node: ClusterNode): void {
    node.child().once('exit', () => {
      if (node === owner) rmSync(pidFile, { force: true })
      if (closing) return
      restarts++
      void revive(node)
    })
  }
  for (const node of cluster.nodes) watch(node)
  notePid()

  return {
    url: cluster.url,
    keys,
    pidFile,
    restarts: () => restarts,
    /** Queries Redis over a separate connection. */
    async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
      const redis = connectRedis({ url: cluster.url, mirrorId }, undefined)
      redis.on('error', () => undefined)
      try {
        return await question(redis)
      } finally {
        redis.disconnect()
      }
    },
    /** Moves the mirror's slot to another node; it retries if a node is killed in the meantime. */
    async moveSlot(): Promise<void> {
      for (;;) {
        try {
          owner = await cluster.moveSlot(keys.formats)
          return notePid()
        } catch (error) {
          if (!/cluster is down|CLUSTERDOWN/.test(String(error))) throw error
        }
      }
    },
    async close(): Promise<void> {
      closing = true
      await cluster.close()
    },
  }
}
