import { describe, expect, test } from 'vitest'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { startRedisCluster, type RedisCluster } from '../../helpers/redis/cluster.ts'
import { until } from '../../helpers/redis/server.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl']
const parentBatches = 2
const keys = createKeys('default', { inCluster: true })

/** A mirror of 54 records on a cluster, that is three batches of pages; the second is held. */
function withCluster(replicas: number) {
  return test
    .extend('cluster', async ({}, { onCleanup }) => {
      const cluster = await startRedisCluster({ replicas })
      onCleanup(() => cluster.close())
      return cluster
    })
    .extend('world', async ({ cluster }, { onCleanup }) => {
      const env = { REDIS_URL: cluster.url, CMS_CONCURRENCY: '1', JOB_LOCK_SECONDS: '6' }
      const world = await openWorld({ gtins: 9, languages, env })
      onCleanup(() => world.close())
      return world
    })
    .extend('untilSecondBatch', ({ world }) =>
      holdRequests(world.mock, { side: 'cms', path: '/batch/v1', after: parentBatches + 1 }),
    )
}

async function expectEverythingOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  const media = await world.cms<{ slug: string }[]>('GET', '/cms/v2/media?per_page=100&_fields=slug')
  const slugs = media.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(new Set(slugs).size).toBe(slugs.length)
}

/** Two daemons that work on one run, of which the CMS holds a batch. */
async function startTwo(world: World, untilSecondBatch: () => Promise<void>) {
  const daemons = [world.spawnDaemon(), world.spawnDaemon()] as const
  const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
  const runId = await startRun(String(url))
  await untilSecondBatch()
  return { daemons, url: String(url), runId }
}

async function expectWholeRun(world: World, url: string, runId: string): Promise<void> {
  expect(await untilState(url, runId)).toMatchObject({ counts: { records: 54, created: 54, failed: 0 } })
  await expectEverythingOnce(world)
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, unchanged: 54, created: 0, updated: 0 })
}

/** The nodes that hold any key; a mirror is on one, and on its replica. */
async function holders({ nodes }: RedisCluster): Promise<number> {
  const sizes = await Promise.all(nodes.map(({ redis }) => redis.dbsize()))
  return sizes.filter((size) => size > 0).length
}

describe.concurrent('two daemons on a cluster', () => {
  const it = withCluster(0)

  it('complete a run although one is killed in the middle, and write nothing twice', async ({
    world,
    cluster,
    untilSecondBatch,
  }) => {
    const { daemons, runId } = await startTwo(world, untilSecondBatch)
    const [one, two] = daemons
    await one.kill()
    await world.mock.clearFaults()
    await expectWholeRun(world, await two.url(), runId)
    expect(await holders(cluster)).toBe(1)
    expect((await world.run('doctor')).stdout).toContain('ok   CMS batches')
  })

  it('follow the slot of the mirror when it moves to another node in the middle of a run', async ({
    world,
    cluster,
    untilSecondBatch,
  }) => {
    const { url, runId } = await startTwo(world, untilSecondBatch)
    const before = await cluster.ownerOf(keys.formats)
    const after = await cluster.moveSlot(keys.formats)
    expect(after).not.toBe(before)
    await world.mock.clearFaults()
    await expectWholeRun(world, url, runId)
    expect([await before.redis.dbsize(), await after.redis.exists(keys.runs)]).toEqual([0, 1])
  })
})

describe.concurrent('two daemons on a cluster with replicas', () => {
  const it = withCluster(1)

  it('complete a run whose primary is killed in the middle', async ({ world, cluster, untilSecondBatch }) => {
    const { url, runId } = await startTwo(world, untilSecondBatch)
    const owner = await cluster.ownerOf(keys.formats)
    await owner.redis.wait(1, 0)
    await owner.kill()
    await world.mock.clearFaults()
    await expectWholeRun(world, url, runId)
  })

  it('complete a run whose primary hangs', async ({ world, cluster, untilSecondBatch }) => {
    const { url, runId } = await startTwo(world, untilSecondBatch)
    const owner = await cluster.ownerOf(keys.formats)
    const [replica] = await cluster.replicasOf(owner)
    await owner.redis.wait(1, 0)
    owner.freeze()
    await world.mock.clearFaults()
    await until('the replica is the primary', async () =>
      /role:master/.test((await replica?.redis.info('replication')) ?? ''),
    )
    await expectWholeRun(world, url, runId)
    owner.thaw()
  })
})
