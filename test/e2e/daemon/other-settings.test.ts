import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'] })

it('a sync with another password or root than the daemon is refused, and names the settings', async ({
  world,
}) => {
  const daemon = world.spawnDaemon()
  await daemon.ready()
  const changes = { CMS_PASSWORD: 'another-secret', CMS_API_ROOT: `${world.mock.cmsRoot}/elsewhere` }
  const { code, stdout, stderr } = await world.runWith(changes, 'sync', '--json')
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
  expect(stderr).toMatch(/^The daemon of this mirror has another CMS_API_ROOT, CMS_PASSWORD, and would do /)
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)

  const stored = await world.redis.hgetall('pm:default:processes')
  expect(Object.keys(stored)).toHaveLength(1)
  const { CMS_PASSWORD = '', PARTNER_TOKEN = '' } = world.env
  for (const secret of [CMS_PASSWORD, PARTNER_TOKEN]) expect(JSON.stringify(stored)).not.toContain(secret)

  const other = await world.runWith({ PAGE_STATUS: 'draft' }, 'plan', '--json')
  expect(other.stderr).toMatch(/^The daemon of this mirror has another PAGE_STATUS\. /)
  expect(jsonOf(other)).toMatchObject({ planned: { create: 2 } })

  expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', created: 2 })
  await daemon.stop()
  expect(await world.redis.hlen('pm:default:processes')).toBe(0)
})

it('a second daemon with other settings warns', async ({ world }) => {
  await world.spawnDaemon().ready()
  const second = world.spawnDaemon({ RETIRE_TO: 'trash' })
  await second.ready()
  const warned = second.logged().filter(({ msg }) => msg.includes('other settings'))
  expect(warned).toMatchObject([{ variables: ['RETIRE_TO'] }])
})
