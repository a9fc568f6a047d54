import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonOf } from '../../helpers/world/cli.ts'
import { ask, type DaemonProcess } from '../../helpers/world/daemon.ts'
import { openWorld, type PageRow, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

let world: World
beforeAll(async () => {
  world = await openWorld({ gtins: 20, languages, env: { VERIFY_SCHEDULE: 'off' } })
  await world.report('sync', '--json')
})
afterAll(() => world.close())

const json = (stdout: string) =>
  jsonOf({ code: 0, stdout }) as Record<'findings' | 'repaired' | 'known', { kind: string }[]>

/** Pages that nothing was done to yet, one after the other. */
async function takePages(): Promise<() => PageRow> {
  const rows = await world.recordPages()
  return () => {
    const row = rows.shift()
    if (row === undefined) throw new Error('no page is left')
    return row
  }
}

it('verify of an unchanged mirror prints nothing and exits with 0', async () => {
  await world.mock.zeroStats()
  expect(await world.run('verify')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  const { code, stdout } = await world.run('verify', '--json')
  expect({ code, ...jsonOf({ code, stdout }) }).toMatchObject({
    code: 0,
    state: 'done',
    findings: [],
    repaired: [],
  })
})

describe('verify of a mirror with every kind of drift', () => {
  let stale: PageRow
  beforeAll(async () => {
    const next = await takePages()
    const [edited, moved, trashed, gone, foreign, duplicated] = [
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
    ]
    stale = next()
    await world.mock.edit({ do: 'remember', page: stale.id })
    const [, gtin = '', language = ''] = /^gtin-(\d+)-(.*)$/.exec(stale.slug) ?? []
    await world.mock.patchProduct(gtin, language, { item_number: 'NEU-1' })
    await world.report('sync', '--json')
    await world.mock.edit(
      { do: 'save-remembered', page: stale.id },
      { do: 'set-title', page: edited.id, text: 'Vom Redakteur' },
      { do: 'trash', page: trashed.id },
      { do: 'delete', page: gone.id },
      { do: 'delete', page: foreign.id },
    )
    await world.cms('PUT', `/cms/v2/pages/${moved.id}`, { slug: 'anders' })
    const at = { slug: foreign.slug, parent: foreign.parent, status: 'publish' }
    await world.cms('POST', '/cms/v2/pages', { ...at, content: '<p>Meins.</p>' })
    const { slug, parent, status } = duplicated
    const whole = await world.cms<{ excerpt: { raw: string }; featured_media: number }>(
      'GET',
      `/cms/v2/pages/${duplicated.id}?context=edit`,
    )
    const texts = { title: duplicated.title.raw, content: duplicated.content.raw, excerpt: whole.excerpt.raw }
    const { featured_media } = whole
    await world.cms('POST', '/cms/v2/pages', { slug, parent, status, featured_media, ...texts })
  })

  it('lists each finding on a line and exits with 9', async () => {
    const { code, stdout } = await world.run('verify')
    expect(code).toBe(9)
    const lines = stdout.trimEnd().split('\n')
    const kinds = lines.map((line) => line.split(' ')[0] ?? '').toSorted()
    expect(kinds).toEqual([
      'duplicate',
      'edited',
      'foreign',
      'missing',
      'missing',
      'moved',
      'stale',
      'trashed',
    ])
    for (const line of lines) expect(line).toMatch(/^\w+ +\d{13} \w\w-\w\w {2}page \d+: .+/)
  })

  it('repairs the mirror’s own pages with --repair, and lists only editors’ changes afterwards', async () => {
    const { code, stdout } = await world.run('verify', '--repair', '--json')
    expect(code).toBe(9)
    const { findings, repaired } = json(stdout)
    expect(repaired.map(({ kind }) => kind).toSorted()).toEqual(['duplicate', 'missing', 'stale'])
    const editors = ['edited', 'foreign', 'missing', 'moved', 'trashed']
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual(editors)
    const again = await world.run('verify', '--json')
    expect(
      json(again.stdout)
        .findings.map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(editors)
    expect(again.code).toBe(9)
    const pages = await world.recordPages()
    expect(pages.find(({ id }) => id === stale.id)?.content.raw).toContain('NEU-1')
  })
})

describe('verify in a daemon', () => {
  let daemon: DaemonProcess
  let url: string
  beforeAll(async () => {
    daemon = world.spawnDaemon({ VERIFY_SCHEDULE: '* * * * * *' })
    url = await daemon.ready()
  })

  const runs = async () => (await ask('GET', `${url}/api/runs`)).body.runs ?? []

  it('runs on its schedule, one run at a time, and shows its findings', async () => {
    await expect
      .poll(async () =>
        (await runs()).filter(({ trigger, state }) => trigger === 'schedule' && state === 'done'),
      )
      .not.toHaveLength(0)
    const run = (await runs()).find(({ trigger, state }) => trigger === 'schedule' && state === 'done')
    expect(run).toMatchObject({ kind: 'verify', findings: { edited: 1, moved: 1 }, repaired: {} })
    const { body } = await ask('GET', `${url}/api/runs/${run?.id}?limit=2`)
    expect(body).toMatchObject({ findings: [{ kind: expect.any(String) }, {}], moreFindings: true })
    expect((await daemon.stop()).code).toBe(0)
  })
})
