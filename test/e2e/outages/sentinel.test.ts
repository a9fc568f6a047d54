import { describe, expect, test } from 'vitest'
import { startRedisWithSentinels } from '../../helpers/redis/sentinel.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { hasOpenssl, makeCertificate } from '../../helpers/world/certificate.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

type Given = {
  redis: Awaited<ReturnType<typeof startRedisWithSentinels>>
  world: World
  untilWriting: () => Promise<void>
}

/** A world on a primary with a replica and three Sentinels, whose CMS holds every batch. */
function onSentinels({ security }: { security: 'plain' | 'TLS' }) {
  return (
    test
      // Vouched for by a CA file alone.
      .extend('certificate', async ({}, { onCleanup }) => {
        if (security === 'plain') return undefined
        const certificate = await makeCertificate()
        onCleanup(() => certificate.close())
        return certificate
      })
      .extend('redis', async ({ certificate }, { onCleanup }) => {
        const redis = await startRedisWithSentinels({ certificate })
        onCleanup(() => redis.close())
        return redis
      })
      .extend('world', async ({ redis, certificate }, { onCleanup }) => {
        const env = { REDIS_URL: redis.url, JOB_LOCK_SECONDS: '6' }
        const ca = certificate && { REDIS_TLS_CA: certificate.certFile }
        const world = await openWorld({ gtins: 6, languages, env: { ...env, ...ca } })
        onCleanup(() => world.close())
        return world
      })
      .extend('untilWriting', ({ world }) => holdRequests(world.mock, { side: 'cms', path: '/batch/v1' }))
  )
}

const plain = onSentinels({ security: 'plain' })
const overTls = onSentinels({ security: 'TLS' })

/** Kills the primary while a run writes, and sees the replica complete the run. */
async function loseThePrimary({ redis, world, untilWriting }: Given): Promise<void> {
  const daemon = world.spawnDaemon()
  const url = await daemon.ready()
  const runId = await startRun(url)
  await untilWriting()
  const primary = await redis.primary()
  expect(await primary.redis.info('commandstats')).toContain('cmdstat_wait:')
  await primary.redis.wait(1, 0)
  await primary.kill()
  await daemon.line(({ msg }) => msg.startsWith('Redis does not respond'))
  await world.mock.clearFaults()
  expect(await untilState(url, runId)).toMatchObject({ counts: { records: 12, created: 12, failed: 0 } })
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  expect(await redis.primary()).not.toBe(primary)
  // It comes back as a replica, which no connection may use.
  await primary.restart()
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, unchanged: 12, created: 0, updated: 0 })
}

describe.concurrent('a primary that is watched by Sentinels', () => {
  plain(
    'may be killed in the middle of a run, which its replica completes',
    ({ redis, world, untilWriting }) => loseThePrimary({ redis, world, untilWriting }),
  )

  overTls.skipIf(!hasOpenssl)(
    'may be so, too, where Sentinels and servers speak TLS alone',
    ({ redis, world, untilWriting }) => loseThePrimary({ redis, world, untilWriting }),
  )
})
