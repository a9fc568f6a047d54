import { expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'

const it = withOwnWorld({ gtins: 1, languages: ['de-de'] })

it('a daemon collects garbage once it is idle, and health checks do not make it do so again', async ({
  world,
}) => {
  const daemon = world.spawnDaemon({ LOG_LEVEL: 'debug' })
  const url = await daemon.ready()
  const collected = await daemon.line(({ msg }) => msg === 'garbage collected')
  expect(collected).toEqual(
    expect.objectContaining({ ms: expect.any(Number), fromMb: expect.any(Number), toMb: expect.any(Number) }),
  )
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(url + path)).status).toBe(200)
  // A page is a reason, but the health checks before it are none.
  expect((await fetch(`${url}/audit`)).status).toBe(200)
  await daemon.line((line) => line.msg === 'garbage collected' && line['time'] !== collected['time'])
  expect(daemon.logged().filter(({ msg }) => msg === 'garbage collected')).toHaveLength(2)
  await daemon.stop()
})
