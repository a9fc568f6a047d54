import { describe, expect } from 'vitest'
import { withMirror } from '../../../helpers/sync/with-mirror.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { authorization, opsApp, startOps, withLogin } from '../../start-ops.ts'

const test = withMirror({ gtins: 2, languages: 'de-de' })
  .extend('world', { scope: 'file' }, async ({ stage }, { onCleanup }) => {
    const ops = await startOps()
    const mirror = stage.openMirror()
    await sync(mirror, { media: true })
    const deps = depsOfMirror(mirror, ops.deps)
    const app = opsApp(ops.deps, deps)
    onCleanup(async () => {
      await app.close()
      await ops.close()
    })
    return { ops, mirror, deps, app }
  })
  .extend('app', { scope: 'file' }, ({ world }) => world.app)
  .extend(
    'page',
    ({ app }) =>
      async (query: string) =>
        (await app.inject(`/search?q=${query}`)).body,
  )
  .extend('address', async ({ stage, page }) => imageIn(await page(stage.gtins[0] ?? ''))?.src ?? '')

function imageIn(html: string): Record<string, string> | undefined {
  const [, attributes = ''] = /<img class="thumbnail"([^>]*)>/.exec(html) ?? []
  const found = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

describe('the thumbnail of a product', () => {
  test('is on the page of one result and in a list, with its size, from this server', async ({
    stage,
    page,
  }) => {
    const one = imageIn(await page(stage.gtins[0] ?? ''))
    expect(one).toMatchObject({ src: expect.stringMatching(/^\/thumbnails\/[0-9a-f]{64}$/), alt: '' })
    expect(one).toMatchObject({ loading: 'lazy', width: expect.stringMatching(/^\d+$/) })
    const list = await page('page')
    for (const html of [list]) expect(Number(imageIn(html)?.['width'] ?? 0)).toBeLessThanOrEqual(48)
  })

  test('is the image from the CMS, which browsers keep and do not interpret', async ({ app, address }) => {
    const { statusCode, headers, rawPayload } = await app.inject(address)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^image\/(?:png|jpeg|webp|gif)$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('private, max-age=604800, immutable')
    expect(rawPayload.length).toBeGreaterThan(50)
    const again = await app.inject({ url: address, headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('requires the login', async ({ world: { ops, deps }, address }) => {
    const closed = opsApp(ops.deps, { ...deps, config: withLogin })
    expect((await closed.inject(address)).statusCode).toBe(401)
    expect((await closed.inject({ url: address, headers: { authorization } })).statusCode).toBe(200)
    await closed.close()
  })

  test('is missing, and not kept, while the site does not send it', async ({
    world: { ops, deps, mirror },
    address,
  }) => {
    const cms = { ...mirror.cms, fetchImage: async () => undefined }
    const offline = opsApp(ops.deps, { ...deps, cms })
    const { statusCode, headers } = await offline.inject(address)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    await offline.close()
  })

  test.for(['0'.repeat(64), '../secrets', 'x', encodeURIComponent('https://evil.example/a.png')])(
    'does not exist for %s, and nothing is requested',
    async (name, { app }) => {
      expect((await app.inject(`/thumbnails/${name}`)).statusCode).toBe(404)
    },
  )
})
