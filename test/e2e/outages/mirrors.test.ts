import { expect, test } from 'vitest'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { ask } from '../../helpers/world/daemon.ts'
import { slugsOf } from '../../helpers/world/mirror-world.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'
import { openTwoSites } from '../../helpers/world/several-mirrors.ts'

const it = test
  .extend('redis', async ({}, { onCleanup }) => {
    const redis = await startTestRedis({ persistent: true })
    onCleanup(() => redis.close())
    return redis
  })
  .extend('stage', async ({ redis }, { onCleanup }) => {
    const sites = await openTwoSites({ REDIS_URL: redis.url })
    onCleanup(() => sites.close())
    const file = await sites.mirrorsOf({ a: {}, b: sites.settingsOfB })
    const daemon = sites.world.spawnDaemon(file)
    return { ...sites, file, daemon, url: await daemon.ready() }
  })

it('two mirrors whose Redis goes away in the middle of their runs complete both when it is back', async ({
  redis,
  stage,
}) => {
  const { world, other, daemon, url } = stage
  const held = { side: 'cms', path: '/batch/v1' } as const
  const untilWriting = await Promise.all([holdRequests(world.mock, held), holdRequests(other, held)])
  const [ofA, ofB] = await Promise.all([startRun(`${url}/m/a`), startRun(`${url}/m/b`)])
  await Promise.all(untilWriting.map((until) => until()))
  await redis.kill()
  await daemon.line(({ msg }) => msg.startsWith('Redis does not respond'))
  expect((await ask('GET', `${url}/readyz`)).body.error?.message).toMatch(
    /Mirror a: Redis does not respond.* Mirror b: Redis does not respond/,
  )
  await Promise.all([world.mock.clearFaults(), other.clearFaults()])
  await redis.restart()
  expect(await untilState(`${url}/m/a`, ofA)).toMatchObject({ counts: { created: 3, failed: 0 } })
  expect(await untilState(`${url}/m/b`, ofB)).toMatchObject({ counts: { created: 4, failed: 0 } })
  const slugs = (await world.recordPages()).map(({ slug }) => slug)
  expect(slugs.toSorted()).toEqual(slugsOf(world.gtins, ['de-de']))
  expect((await ask('GET', `${url}/readyz`)).status).toBe(200)
  expect((await daemon.stop()).code).toBe(0)
})

it('a killed process with two mirrors leaves both runs to the next one', async ({ stage }) => {
  const { world, other, file, daemon, url } = stage
  const held = { side: 'cms', path: '/batch/v1' } as const
  const untilWriting = await Promise.all([holdRequests(world.mock, held), holdRequests(other, held)])
  const [ofA, ofB] = await Promise.all([startRun(`${url}/m/a`), startRun(`${url}/m/b`)])
  await Promise.all(untilWriting.map((until) => until()))
  await daemon.kill()
  await Promise.all([world.mock.clearFaults(), other.clearFaults()])
  const next = world.spawnDaemon({ ...file, JOB_LOCK_SECONDS: '3' })
  const nextUrl = await next.ready()
  expect(await untilState(`${nextUrl}/m/a`, ofA)).toMatchObject({ counts: { created: 3, failed: 0 } })
  expect(await untilState(`${nextUrl}/m/b`, ofB)).toMatchObject({ counts: { created: 4, failed: 0 } })
  const slugs = (await world.recordPages()).map(({ slug }) => slug)
  expect(slugs.toSorted()).toEqual(slugsOf(world.gtins, ['de-de']))
})
