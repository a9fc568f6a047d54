import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { ask } from '../../helpers/world/daemon.ts'
import type { PageRow, World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

const it = withWorld({ gtins: 8, languages, env: { VERIFY_SCHEDULE: 'off' } }, (world) =>
  world.report('sync', '--json'),
).extend('stale', { scope: 'file' }, ({ world }) => makeDrift(world))

/** Makes one page of each kind of drift; returns the one that a stale save reverted to its earlier version. */
async function makeDrift(world: World): Promise<PageRow> {
  const [edited, moved, trashed, gone, foreign, duplicated, stale] = await world.recordPages()
  if (!edited || !moved || !trashed || !gone || !foreign || !duplicated || !stale)
    throw new Error('The mirror has too few pages.')
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
  return stale
}

const json = (stdout: string) =>
  jsonOf({ code: 0, stdout }) as Record<'findings' | 'repaired' | 'known', { kind: string }[]>

it('verify of an unchanged mirror prints nothing and exits with 0', async ({ world }) => {
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
  it('lists each finding on a line and exits with 9', async ({ world, stale }) => {
    const { code, stdout } = await world.run('verify')
    expect(code).toBe(9)
    const lines = stdout.trimEnd().split('\n')
    const kinds = lines.map((line) => line.split(' ')[0] ?? '').toSorted()
    expect(kinds).toEqual([
      'duplicate',
      'edited',
      'foreign',
      'links',
      'missing',
      'missing',
      'moved',
      'stale',
      'trashed',
    ])
    for (const line of lines) expect(line).toMatch(/^\w+ +\d{13} \w\w-\w\w {2}page \d+(?: \(\S+\))?: .+/)
    expect(lines.find((line) => line.startsWith('stale'))).toContain(`page ${stale.id} (`)
  })

  it('repairs the mirror’s own pages with --repair, and lists only editors’ changes afterwards', async ({
    world,
    stale,
  }) => {
    const { code, stdout } = await world.run('verify', '--repair', '--json')
    expect(code).toBe(9)
    const { findings, repaired } = json(stdout)
    expect(repaired.map(({ kind }) => kind).toSorted()).toEqual(['duplicate', 'links', 'missing', 'stale'])
    const editors = ['edited', 'foreign', 'missing', 'moved', 'trashed']
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual(editors)
    const again = await world.run('verify', '--json')
    expect(
      json(again.stdout)
        .findings.map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(editors)
    expect(again.code).toBe(9)
    const { stdout: said } = await world.run('verify', '--repair')
    expect(said.trimEnd().split('\n').at(-1)).toMatch(
      /^Run \S+ repaired nothing; left for a decision: \d edited/,
    )
    expect((await world.run('status')).stdout).toMatch(/Run \S+ repaired nothing; left for a decision: /)
    const pages = await world.recordPages()
    expect(pages.find(({ id }) => id === stale.id)?.content.raw).toContain('NEU-1')
  })
})

describe('verify in a daemon', () => {
  it('runs on its schedule, one run at a time, and shows its findings', async ({ world }) => {
    const daemon = world.spawnDaemon({ VERIFY_SCHEDULE: '* * * * * *' })
    const url = await daemon.ready()
    const runs = async () => (await ask('GET', `${url}/api/runs`)).body.runs ?? []
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
