import { expect, test as base } from 'vitest'
import { isRefusedByRedis } from '../../../src/lib/redis-refusal.ts'
import { reasonOf } from '../../../src/lib/errors.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { findMissingRights, aclRulesOf } from '../../../src/store/redis/access.ts'
import { connectRedis } from '../../../src/store/redis/connect.ts'
import { execute } from '../../../src/store/redis/execute.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { openStore } from '../../../src/store/open.ts'
import { findWriteFault } from '../../../src/store/redis/write-fault.ts'
import { createWrites } from '../../../src/store/records/writes.ts'
import { startRedisCluster } from '../../helpers/redis/cluster.ts'

const mirrorId = 'shop'
const keys = createKeys(mirrorId, { inCluster: true })
const log = createLogger({ level: 'silent', destination: 'stderr' })

const test = base
  .extend('cluster', { scope: 'file' }, async ({}, { onCleanup }) => {
    const cluster = await startRedisCluster()
    onCleanup(() => cluster.close())
    return cluster
  })
  .extend('redis', async ({ cluster }, { onCleanup }) => {
    const redis = connectRedis({ url: cluster.url, mirrorId }, undefined)
    onCleanup(() => redis.disconnect())
    await redis.unlink(keys.runs, keys.activeRun)
    return redis
  })

test('commands and pipelines follow a slot that has moved, and so do messages', async ({
  cluster,
  redis,
}) => {
  const subscriber = redis.duplicate()
  const heard: string[] = []
  subscriber.on('message', (_channel, text) => heard.push(text))
  await subscriber.subscribe(keys.limits)
  await redis.set(keys.activeRun, 'one')
  await cluster.moveSlot(keys.formats)
  expect(await redis.get(keys.activeRun)).toBe('one')
  await cluster.moveSlot(keys.formats)
  const script = "return redis.call('set', KEYS[1], ARGV[1])"
  const replies = await redis.pipeline().eval(script, 1, keys.activeRun, 'two').get(keys.activeRun).exec()
  expect(replies).toEqual([
    [null, 'OK'],
    [null, 'two'],
  ])
  await redis.publish(keys.limits, 'partner 1')
  await expect.poll(() => heard).toEqual(['partner 1'])
  subscriber.disconnect()
})

test('a transaction that meets a move is refused as a whole, whatever is sent in the meantime', async ({
  cluster,
  redis,
}) => {
  await redis.ping()
  await cluster.moveSlot(keys.formats)
  const { reconnectOnError } = redis.options
  let meanwhile: Promise<unknown> | undefined
  // Another write at the same time, as a concurrent job would send it.
  redis.options.reconnectOnError = (error) => {
    setImmediate(() => void (meanwhile ??= redis.multi().hset(keys.runs, 'later', '1').exec()))
    return reconnectOnError?.(error) ?? false
  }
  // So long that it is read, and refused, in several steps.
  const text = 'x'.repeat(2_000_000)
  const transaction = redis.multi()
  for (const field of ['a', 'b', 'c', 'd']) transaction.hset(keys.runs, field, text)
  await expect(transaction.exec()).rejects.toThrow(/EXECABORT|connection close/)
  await expect.poll(() => meanwhile).toBeDefined()
  await meanwhile
  expect(await redis.hkeys(keys.runs)).toEqual(['later'])
})

test('the acknowledgement of a batch that meets a move is stored', async ({ cluster, redis }) => {
  const outcome = {
    gtin: '4026639012345',
    language: 'de-de',
    result: 'updated',
    at: '2026-11-20T04:00:00.000Z',
  } as const
  await redis.ping()
  await cluster.moveSlot(keys.formats)
  await createWrites(redis, keys).commit('2026-11-20-1', [{ outcome }])
  expect(await redis.hlen(keys.outcomes('2026-11-20-1'))).toBe(1)
})

test('a job whose transaction meets a move may wait for its end', async ({ cluster, redis }) => {
  await redis.ping()
  await cluster.moveSlot(keys.formats)
  const refusal = await execute(redis.multi().hset(keys.runs, 'a', '1')).catch((error: unknown) => error)
  expect({ refusal, isRefused: isRefusedByRedis(refusal) }).toMatchObject({ isRefused: true })
  expect(await redis.exists(keys.runs)).toBe(0)
})

test('a primary that has just started is used once the cluster takes it in', async ({ cluster, redis }) => {
  redis.on('error', () => undefined)
  await redis.ping()
  const owner = await cluster.ownerOf(keys.formats)
  await owner.kill()
  await owner.restart()
  // For two seconds it refuses everything.
  expect(await redis.set(keys.activeRun, 'one')).toBe('OK')
})

test('a slot that is being moved takes no writes until that is done', async ({ cluster, redis }) => {
  const { finish } = await cluster.beginMove(keys.formats)
  expect(await findWriteFault(redis, keys)).toMatch(
    /^it refuses writes \(ASK .*\): the slot of the mirror is being moved\. Wait/,
  )
  await finish()
  expect(await findWriteFault(redis, keys)).toBeUndefined()
})

test('the rights of the manual are enough for a cluster', async ({ cluster }) => {
  for (const { redis } of cluster.nodes)
    await redis.call(
      'ACL',
      'SETUSER',
      'mirror',
      'on',
      '>secret',
      ...aclRulesOf(mirrorId, { inCluster: true }),
    )
  const url = cluster.url.replace('://', '://mirror:secret@')
  expect(await findMissingRights(() => connectRedis({ url, mirrorId }, undefined), keys)).toEqual([])
})

const fault = async (url: string): Promise<string> => {
  const store = await openStore({ redis: { url, dataDir: '' }, mirrorId }, log)
  const said = await store.assertUsable().then(String, reasonOf)
  await store.close()
  return said
}

test('a node of a cluster that is named as a single server is refused with the address to set', async ({
  cluster,
}) => {
  const { port } = cluster.nodes[0]
  expect(await fault(`redis://user:secret@127.0.0.1:${port}`)).toContain('WRONGPASS')
  expect(await fault(`redis://127.0.0.1:${port}`)).toBe(
    `Redis at redis://127.0.0.1:${port} cannot be used: it is a node of a cluster. Set REDIS_URL to redis+cluster://127.0.0.1:${port}, with more of its nodes.`,
  )
})

test('nodes that do not respond are named, and the others are used', async ({ cluster }) => {
  expect(await fault('redis+cluster://me:secret@127.0.0.1:1,127.0.0.1:2')).toMatch(
    /^Redis at redis\+cluster:\/\/127\.0\.0\.1:1,127\.0\.0\.1:2 cannot be used: No node reports the primary \(127\.0\.0\.1:1: connect ECONNREFUSED .*; 127\.0\.0\.1:2: connect ECONNREFUSED .*\)\. Check REDIS_URL/,
  )
  const { port } = cluster.nodes[0]
  expect(await fault(`redis+cluster://127.0.0.1:1,127.0.0.1:${port}`)).toBe('')
})

test('mirrors of one process may have their slots on different nodes', async ({
  cluster,
  onTestFinished,
}) => {
  const ofNode = await Promise.all(cluster.nodes.slice(0, 2).map((node) => cluster.mirrorsOf(node, 1)))
  const [one = '', other = ''] = ofNode.flat()
  const store = await openStore({ mirrorId: one, redis: { url: cluster.url, dataDir: '' } }, log)
  onTestFinished(() => store.close())
  const mirrors = [store.forMirror(one), store.forMirror(other)]
  let moves = 0
  for (const { redis } of mirrors) redis.on('close', () => moves++)
  for (const text of ['first', 'second'])
    for (const { redis, keys: own } of mirrors) await redis.set(own.activeRun, text)
  for (const { redis, keys: own } of mirrors) expect(await redis.get(own.activeRun)).toBe('second')
  expect(moves).toBe(0)
})
