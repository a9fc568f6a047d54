import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { ask } from '../../helpers/world/daemon.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'], env: { GUARD_MAX_UPDATE_SHARE: '1' } })

it('every output shows why a product is not public, and that an update will publish it', async ({
  world,
}) => {
  const MAP = join(world.env['DATA_DIR'] ?? '', 'map.yaml')
  await writeFile(MAP, 'publish_if: [ image, price ]\nfields: {}\n')
  const [gtin = ''] = world.gtins
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await world.runWith({ MAP }, ...args)
    return { code, text: `${stdout}${stderr}`.replaceAll(/\s+/g, ' '), stdout }
  }
  const waits = 'not public: it waits for price'

  await world.mock.patchProduct(gtin, 'de-de', { price: null })
  const first = await run('sync', '--json')
  expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { state: 'done', created: 2, failed: 0 }])
  expect((await run('status')).text).toMatch(/1 draft/)
  expect((await run('status', '--check')).code).toBe(0)
  expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
    states: { draft: 1, 'up to date': 1 },
  })
  expect((await run('history', gtin)).text).toContain(waits)
  expect((await run('preview', gtin, 'de-de')).text).toContain(waits)
  expect((await run('verify')).code).toBe(0)

  const daemon = world.spawnDaemon({ MAP })
  const url = await daemon.ready()
  const product = await ask('GET', `${url}/api/products/${gtin}`)
  expect(product.status).toBe(200)
  expect(JSON.stringify(product.body)).toMatch(/"recordState":"draft".*is not public: it waits for price/)
  const page = await fetch(`${url}/products/${gtin}`)
  expect(await page.text()).toMatch(/is not public: it waits for price/)
  await daemon.stop()

  await world.mock.patchProduct(gtin, 'de-de', { price: '9.50' })
  expect((await run('plan')).text).toContain('because the draft has all fields for its publication')
  const diff = await run('preview', gtin, 'de-de')
  expect(diff.text).toMatch(/The next run publishes page \d+/)
  const second = await run('sync', '--json')
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { updated: 1, unchanged: 1 }])
  expect((await run('history', gtin)).text).toMatch(/was a draft and is public now/)
  expect((await run('status')).text).not.toMatch(/draft/)
  await world.mock.zeroStats()
  expect(JSON.parse((await run('sync', '--json')).stdout)).toMatchObject({ unchanged: 2 })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})
