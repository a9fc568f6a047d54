import { noteTexts, reasonOf } from '../helpers/content/reason-of.ts'
import type { Redis } from 'ioredis'
import { expect } from 'vitest'
import { recordId } from '../../src/core/record/record.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { approve, hold } from '../helpers/sync/held-plan.ts'
import { apply, sync } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 2, prepare: sync, mirror: { policy: { maxUpdateShare: 1 } } })

/** Keeps every key of a mirror as it is now, and can restore them. */
async function keep(redis: Redis, { keys }: Mirror) {
  const names = await redis.keys(`pm:${keys.mirrorId}:*`)
  const dumps = await Promise.all(names.map((name) => redis.dumpBuffer(name)))
  return {
    names,
    async restore(): Promise<void> {
      await redis.del(...(await redis.keys(`pm:${keys.mirrorId}:*`)))
      for (const [index, name] of names.entries())
        await redis.restore(name, 0, dumps[index] ?? Buffer.alloc(0))
    },
  }
}

const changeAll = (mirror: Mirror, patch: (gtin: string) => Promise<unknown>) =>
  Promise.all(mirror.listed.map(patch))

test('a key of another type is named and moved away, and the run is complete', async ({ stage, mirror }) => {
  const { redis, mock } = stage
  const slugs = await stage.editor.slugs()
  const kept = await keep(redis, mirror)
  expect(kept.names.length).toBeGreaterThan(12)
  for (const [round, name] of kept.names.entries()) {
    const wrong = (await redis.type(name)) === 'list' ? 'set' : 'list'
    await redis.del(name)
    if (wrong === 'list') await redis.rpush(name, 'foreign')
    else await redis.sadd(name, 'foreign')
    await changeAll(mirror, (gtin) => mock.patchProduct(gtin, 'de-de', { item_number: `N${round}` }))
    const { run } = await sync(mirror).catch((error: unknown) => {
      throw new Error(`with a foreign ${name}`, { cause: error })
    })
    expect({ name, state: run.state, failed: run.counts.failed }).toEqual({ name, state: 'done', failed: 0 })
    expect(noteTexts(run.notes).join('\n')).toContain(`${name} held a list instead of a `)
    const [aside = ''] = await redis.keys(`pm:${mirror.keys.mirrorId}:moved-away:*`)
    expect(await redis.lrange(aside, 0, -1)).toEqual(['foreign'])
    expect(await stage.editor.slugs()).toEqual(slugs)
    await kept.restore()
  }
})

test('a garbage value fails at most its record, names its key, and the run ends', async ({
  stage,
  mirror,
}) => {
  const { redis, mock } = stage
  const slugs = await stage.editor.slugs()
  const kept = await keep(redis, mirror)
  for (const [round, name] of kept.names.entries()) {
    const type = await redis.type(name)
    const fields = type === 'hash' ? await redis.hkeys(name) : []
    if (type === 'string') await redis.set(name, '{"broken":')
    else if (type !== 'hash') continue
    for (const field of fields.slice(0, 1)) await redis.hset(name, field, '{"broken":')
    await changeAll(mirror, (gtin) => mock.patchProduct(gtin, 'de-de', { item_number: `G${round}` }))
    const { run, outcomes } = await sync(mirror).catch((error: unknown) => {
      throw new Error(`with garbage in ${name}`, { cause: error })
    })
    expect(run.counts.failed).toBeLessThanOrEqual(1)
    for (const outcome of outcomes.values())
      if (outcome.result === 'failed') expect(reasonOf(outcome)).toContain(name)
    expect({ name, slugs: await stage.editor.slugs() }).toEqual({ name, slugs })
    await kept.restore()
  }
})

test('the lock of a run that does not exist, or cannot be read, is released', async ({
  stage,
  mirror,
  key,
}) => {
  const { redis } = stage
  await redis.set(mirror.keys.activeRun, 'nobody')
  const first = await sync(mirror)
  expect(first.run.state).toBe('done')
  expect(noteTexts(first.run.notes)).toEqual([expect.stringMatching(/named run nobody, .* released/)])
  await redis.set(mirror.keys.activeRun, first.run.id)
  await redis.hset(mirror.keys.run(first.run.id), 'counts', '{"records":')
  const second = await sync(mirror)
  expect(second.run.id).not.toBe(first.run.id)
  expect(noteTexts(second.run.notes).join()).toMatch(
    /the active run \S+ cannot be read; it was moved to \S+ and its lock was released/,
  )
  expect(await mirror.snapshots.heads([key])).toMatchObject([{ state: 'mirrored' }])
})

test('a run never takes the id of another, whatever value its counter has', async ({ stage, mirror }) => {
  const ids = [(await sync(mirror)).run.id]
  for (const counter of ['{"broken":', '0', '-5']) {
    await stage.redis.set(mirror.keys.runCounter('2026-11-20'), counter)
    ids.push((await sync(mirror)).run.id)
  }
  expect(new Set(ids).size).toBe(4)
})

test('damaged counts of lost replies restart', async ({ stage, mirror, key }) => {
  const id = recordId(key)
  await stage.redis.hset(mirror.keys.sendFailures('r'), id, '{"lost":')
  await stage.redis.hset(mirror.keys.batchPace('r'), 'size', 'many', 'savedAt', 'never')
  expect(await mirror.sendFailures.read('r', [id])).toEqual([undefined])
  expect(await mirror.sendFailures.pace('r')).toEqual({ size: 25 })
  expect(await mirror.sendFailures.answered('r', 25, 1)).toBe(25)
})

test('an approval names damaged counters of its run and moves them away', async ({ stage, mirror, key }) => {
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neu' })
  const runId = await hold(mirror)
  await stage.redis.hset(mirror.keys.progress(runId), 'written', '{"broken":')
  const { passed, run } = await approve(mirror, runId)
  expect(passed).toBe(true)
  expect(noteTexts(run?.notes)).toEqual([
    `${mirror.keys.progress(runId)} written was not a number; it was moved to ${mirror.keys.damaged}`,
  ])
  expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { updated: 1, failed: 0 } })
})
