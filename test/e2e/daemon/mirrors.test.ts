import { describe, expect, test } from 'vitest'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { ask } from '../../helpers/world/daemon.ts'
import { slugsOf } from '../../helpers/world/mirror-world.ts'
import { openTwoSites } from '../../helpers/world/several-mirrors.ts'

const it = test.extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
  const sites = await openTwoSites()
  onCleanup(() => sites.close())
  return sites
})

const page = async (url: string) => {
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text() }
}
/** A port on which no server listens. */
const nowhere = 'http://127.0.0.1:9/api/rest'

describe('several mirrors in one process', () => {
  it('mirror their own sites, each with its own data', async ({ sites }) => {
    const { world, other, settingsOfB } = sites
    const daemon = world.spawnDaemon(await sites.mirrorsOf({ a: {}, b: settingsOfB }))
    const url = await daemon.ready()
    const [ofA, ofB] = await Promise.all([startRun(`${url}/m/a`), startRun(`${url}/m/b`)])
    expect((await untilState(`${url}/m/a`, ofA)).counts.created).toBe(3)
    expect((await untilState(`${url}/m/b`, ofB)).counts.created).toBe(4)

    const slugs = (await world.recordPages()).map(({ slug }) => slug)
    expect(slugs.toSorted()).toEqual(slugsOf(world.gtins, ['de-de']))
    const pages = await fetch(`${other.cmsRoot}/cms/v2/pages?per_page=100`)
    const inB = ((await pages.json()) as { slug: string }[]).map(({ slug }) => slug)
    const expected = slugsOf(await other.gtins(), ['de-de', 'fr-fr'])
    expect(inB.filter((slug) => slug.startsWith('gtin-')).toSorted()).toEqual(expected)
    const keys = await world.redis.keys('*')
    expect(keys.filter((key) => !/^pm:[ab]:/.test(key))).toEqual([])
    expect(await world.redis.hkeys('pm:a:heads:de-de')).toEqual(expect.arrayContaining([...world.gtins]))
    expect(await world.redis.hlen('pm:a:heads:de-de')).toBe(3)

    const listed = await ask('GET', `${url}/api/mirrors`)
    expect(listed.body).toMatchObject({
      mirrors: [
        { id: 'a', url: '/m/a/', health: { tone: 'good' }, summary: { last: { state: 'done' } } },
        { id: 'b', url: '/m/b/', health: { tone: 'good' }, summary: { last: { state: 'done' } } },
      ],
    })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('product_mirror_records_mirrored{mirror="a"} 3')
    expect(metrics).toContain('product_mirror_records_mirrored{mirror="b"} 4')
    expect(metrics).toContain('product_mirror_workers_running{mirror="b"} 1')
    expect((await ask('GET', `${url}/readyz`)).body).toEqual({
      status: 'ready',
      mirrors: { a: 'ready', b: 'ready' },
    })
    expect((await ask('GET', `${url}/m/a/readyz`)).status).toBe(200)
    const unnamed = await ask('GET', `${url}/api/runs`)
    expect(unnamed.status).toBe(404)
    expect(unnamed.body.error).toMatchObject({
      code: 'name_a_mirror',
      message: expect.stringContaining('use /m/a/api, /m/b/api, or /api/mirrors'),
    })
    expect((await daemon.stop()).code).toBe(0)
  })

  it('continue while the CMS of another one is dead, and while others do not start', async ({ sites }) => {
    const { world, settingsOfB } = sites
    await world.redis.multi().set('pm:posts:cms-type', 'posts').sadd('pm:posts:languages', 'de-de').exec()
    const settings = {
      dead: { CMS_API_ROOT: nowhere },
      untemplated: { CMS_API_ROOT: 'http://127.0.0.1:9/other', TEMPLATE_DIR: '/nowhere/at/all' },
      posts: { CMS_API_ROOT: 'http://127.0.0.1:9/third' },
      b: settingsOfB,
    }
    const daemon = world.spawnDaemon(await sites.mirrorsOf(settings))
    const url = await daemon.ready()
    const ofDead = await startRun(`${url}/m/dead`)
    const ofB = await startRun(`${url}/m/b`)
    await untilState(`${url}/m/b`, ofB)
    expect((await ask('GET', `${url}/m/dead/api/runs/${ofDead}`)).body.run?.state).toMatch(/planning|failed/)

    const ready = await ask('GET', `${url}/readyz`)
    expect(ready.status).toBe(200)
    expect(ready.body).toMatchObject({
      mirrors: { dead: 'ready', untemplated: 'not started', posts: 'not started', b: 'ready' },
    })
    const list = await page(url)
    expect(list.status).toBe(200)
    expect(list.text).toContain('This mirror did not start: /nowhere/at/all cannot be read')
    expect(list.text).toContain('CMS_TYPE is pages, but mirror posts stores its products as posts')
    const unopened = await page(`${url}/m/untemplated/runs`)
    expect(unopened.status).toBe(503)
    expect(unopened.text).toContain('/nowhere/at/all cannot be read')
    const unstarted = await page(`${url}/m/posts/`)
    expect(unstarted.text).toContain('This mirror did not start: CMS_TYPE is pages')
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'product_mirror_workers_running{mirror="untemplated"} 0',
    )
    await daemon.kill()
  })

  it('with a wrong file, the process ends with exit code 7 and every error', async ({ sites }) => {
    const { world } = sites
    const daemon = world.spawnDaemon(await sites.mirrorsOf({ a: { RETIRE_TO: 'bin' }, b: {} }))
    expect(await daemon.ended()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('mirrors a and b have the same CMS_API_ROOT and ROOT_SLUG products'),
    })
  })
})

describe('commands with several mirrors', () => {
  it('are about the mirror that is named, and the commands they print name it', async ({ sites }) => {
    const { world, settingsOfB } = sites
    const env = await sites.mirrorsOf({ x: {}, y: { ...settingsOfB, GUARD_MAX_RETIRE_SHARE: '0' } })
    // Another mirror has written these pages: nothing in Redis knows them.
    const synced = await world.runWith(env, 'sync', '--mirror', 'y', '--approve', '--json')
    expect(synced.code).toBe(0)
    expect(JSON.parse(synced.stdout)).toMatchObject({ mirror: 'y', records: 4 })
    const named = await world.runWith({ ...env, MIRROR: 'x' }, 'status')
    expect(named).toMatchObject({ code: 0 })
    expect(named.stdout).toContain('No run yet. Start one: product-mirror sync --mirror x')
    const wins = await world.runWith({ ...env, MIRROR: 'x' }, 'status', '--mirror', 'y', '--json')
    expect(JSON.parse(wins.stdout)).toMatchObject({ mirror: 'y', mirrored: 4 })
  })

  it('without a name are refused with the ids', async ({ sites }) => {
    const env = await sites.mirrorsOf({ x: {}, y: sites.settingsOfB })
    const unnamed = await sites.world.runWith(env, 'sync')
    expect(unnamed.code).toBe(7)
    expect(unnamed.stderr).toContain(
      'MIRRORS has several mirrors: x, y. Name the one that this command is about: --mirror ID, or MIRROR=ID.',
    )
    const other = await sites.world.runWith(env, 'plan', '--mirror', 'z')
    expect(other.code).toBe(7)
    expect(other.stderr).toContain('The file MIRRORS does not contain mirror "z". It contains: x, y.')
    const alone = await sites.world.run('plan', '--mirror', 'z')
    expect(alone.code).toBe(7)
    expect(alone.stderr).toContain('MIRRORS is not set')
  })

  it('status and doctor go over all of them, with the worst exit code', async ({ sites }) => {
    const { world, settingsOfB } = sites
    const dead = { CMS_API_ROOT: nowhere, CMS_TIMEOUT_SECONDS: '1' }
    const env = await sites.mirrorsOf({ fresh: dead, known: settingsOfB })
    await world.runWith(env, 'sync', '--mirror', 'known', '--approve')
    const check = await world.runWith(env, 'status', '--check')
    expect(check.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^fresh: /),
      expect.stringMatching(/^known: ok: /),
    ])
    const asJson = await world.runWith(env, 'status', '--json')
    expect(
      asJson.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { mirror: string }).mirror),
    ).toEqual(['fresh', 'known'])
    const status = await world.runWith(env, 'status')
    expect(status.stdout).toMatch(/^Mirror fresh\n[\s\S]*\n\nMirror known\n/)
    const doctor = await world.runWith(env, 'doctor', '--json')
    expect(doctor.code).toBe(6)
    const [ofFresh, ofKnown] = doctor.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect([ofFresh, ofKnown]).toMatchObject([
      { mirror: 'fresh', ok: false },
      { mirror: 'known', ok: true },
    ])
  })
})
