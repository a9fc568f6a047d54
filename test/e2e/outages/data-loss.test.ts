import { expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { anyPrice } from '../../helpers/world/any-price.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']
const test = withOwnWorld({ gtins: 30, languages, env: { GUARDS: anyPrice } }, (world) =>
  world.report('sync', '--json'),
)

/** Twenty records have new data at the partner, an editor changed five other pages, and Redis is emptied. */
async function loseRedis(world: World): Promise<{ edited: () => Promise<string[]> }> {
  for (const gtin of world.gtins.slice(0, 10))
    await world.mock.patchProduct(gtin, '*', {
      name: `Neuer Name ${gtin}`,
      intro: 'Neue Einleitung.',
      price: '4711.00',
      image: null,
    })
  const others = new Set(world.gtins.slice(20))
  const pages = (await world.recordPages()).filter(({ slug }) => others.has(slug.slice(5, 18))).slice(0, 5)
  const ids = new Set(pages.map(({ id }) => id))
  for (const [index, { id, content }] of pages.entries())
    await world.cms(
      'PUT',
      `/cms/v2/pages/${id}`,
      index === 0
        ? { title: 'Von Hand' }
        : { content: content.raw.replace(/<p>[^<]*<\/p>/, '<p>Von Hand.</p>') },
    )
  await world.redis.flushall()
  await world.mock.zeroStats()
  return {
    edited: async () => {
      const now = (await world.recordPages()).filter(({ id }) => ids.has(id))
      return now.map(({ title, content }) => title.raw + content.raw)
    },
  }
}

async function shown(world: World, gtin: string): Promise<string[]> {
  const rows = (await world.recordPages()).filter(({ slug }) => slug.includes(gtin))
  return rows.map(({ title, content }) => title.raw + content.raw)
}

async function assertUpToDate(world: World, edited: string[]): Promise<void> {
  for (const gtin of world.gtins.slice(0, 10))
    for (const text of await shown(world, gtin)) {
      expect(text).toContain(`Neuer Name ${gtin}`)
      expect(text).toContain('Neue Einleitung.')
      expect(text).toMatch(/4[.,]711/)
    }
  expect(edited).toHaveLength(5)
  for (const text of edited) expect(text).toContain('Von Hand')
  expect(await world.recordPages()).toHaveLength(60)
}

test('after Redis data loss, rebuild and sync write the partner’s changes and keep edits', async ({
  world,
}) => {
  const { edited } = await loseRedis(world)
  const rebuilt = await world.report('rebuild', '--json')
  expect({ code: rebuilt.code, ...rebuilt.report }).toMatchObject({
    code: 0,
    state: 'done',
    kept: 5,
    unchanged: 55,
    failed: 0,
  })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)

  const planned = JSON.parse((await world.run('plan', '--json')).stdout) as { planned: object }
  expect(planned.planned).toEqual({ create: 0, update: 20, restore: 0, retire: 0 })
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, updated: 20, created: 0, kept: 0, failed: 0 })
  await assertUpToDate(world, await edited())
  const decisions = await world.run('decisions', '--json')
  expect(JSON.parse(decisions.stdout)).toMatchObject({ decisions: [] })

  await world.mock.zeroStats()
  expect((await world.report('sync', '--json')).report).toMatchObject({ unchanged: 60 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})

test('after Redis data loss, a sync is held and names rebuild; approved, it does the same', async ({
  world,
}) => {
  const { edited } = await loseRedis(world)
  const held = await world.report('sync', '--json')
  expect({ code: held.code, ...held.report }).toMatchObject({
    code: 4,
    state: 'held',
    guards: [
      expect.stringMatching(/^Redis does not know at least 60 mirrored pages .*product-mirror rebuild/),
    ],
  })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  const { code, report } = await world.report('approve', held.report.runId, '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, updated: 20, created: 0, kept: 5, failed: 0 })
  await assertUpToDate(world, await edited())
})
