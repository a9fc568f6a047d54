import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'fr-fr']
/** Three records in German and two in French. */
const conflicting = [
  [0, 'de-de'],
  [1, 'de-de'],
  [2, 'de-de'],
  [0, 'fr-fr'],
  [1, 'fr-fr'],
] as const

const it = withWorld({ gtins: 3, languages, env: { LOG_LEVEL: 'error' } }, (world) =>
  world.report('sync', '--json'),
)

async function pageOf(world: World, gtin: string, language: string) {
  const slug = slugsOf([gtin], [language])[0]
  const page = (await world.recordPages()).find((each) => each.slug === slug)
  if (page === undefined) throw new Error(`no page of ${gtin} in ${language}`)
  return page
}

async function titles(world: World): Promise<string[]> {
  const pages = conflicting.map(([at, language]) => pageOf(world, world.gtins[at] ?? '', language))
  return (await Promise.all(pages)).map(({ title }) => title.raw)
}

/** An editor and the partner both change the title of every one of these pages; returns the run that found the conflicts. */
async function conflict(world: World, round: string): Promise<string> {
  for (const [at, language] of conflicting) {
    const gtin = world.gtins[at] ?? ''
    const { id } = await pageOf(world, gtin, language)
    await world.cms('PUT', `/cms/v2/pages/${id}`, { title: `Editor ${round}` })
    await world.mock.patchProduct(gtin, language, { name: `Partner ${round}` })
  }
  const { report } = await world.report('sync', '--json')
  return report.runId
}

it('one decision overwrites all conflicts of a language in the next sync, and the others stay', async ({
  world,
}) => {
  const runId = await conflict(world, '1')
  const listed = jsonOf(await world.run('decisions', '--json', '--language', 'de-de', '--kind', 'conflict'))
  expect(listed.decisions).toHaveLength(3)
  const decided = await world.run('resolve', '--all', 'overwrite', '--language', 'de-de', '--run', runId)
  expect(decided).toMatchObject({ code: 0, stderr: '' })
  expect(decided.stdout).toMatch(/^Saved for 3 records \(.*\): the next run overwrites the editor’s text/)
  await world.report('sync', '--json')
  expect(await titles(world)).toEqual(['Partner 1', 'Partner 1', 'Partner 1', 'Editor 1', 'Editor 1'])
  expect(jsonOf(await world.run('decisions', '--json')).decisions).toMatchObject([
    { language: 'fr-fr', conflict: {} },
    { language: 'fr-fr', conflict: {} },
  ])
})

it('one decision keeps the editor’s text of all that match, and nothing is left to decide', async ({
  world,
}) => {
  const kept = await world.run('resolve', '--all', 'keep', '--field', 'title', '--json')
  expect({ code: kept.code, ...jsonOf(kept) }).toMatchObject({ code: 0, matched: 2, refused: [] })
  expect((await world.run('decisions')).stdout).toBe('No record needs a decision.\n')
  expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', updated: 0 })
  const again = await world.run('resolve', '--all', 'keep')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No record that matches .* keep\./) })
})

it('a held record is left alone until all holds are released together', async ({ world }) => {
  await conflict(world, '2')
  const [gtin = ''] = world.gtins
  expect((await world.run('resolve', gtin, 'de-de', 'hold')).code).toBe(0)
  const kept = await world.run('resolve', '--all', 'keep', '--language', 'de-de', '--json')
  expect(jsonOf(kept)).toMatchObject({ matched: 2 })
  const released = await world.run('resolve', '--all', 'release', '--kind', 'held')
  expect(released.stdout).toBe(`Released: 1 record (${gtin}/de-de).\n`)
})

it('the log of actions has one entry for the decision, with its filter and its records', async ({
  world,
}) => {
  const daemon = world.spawnDaemon({ LOG_LEVEL: 'info' })
  const page = await (
    await fetch(`${await daemon.ready()}/audit`, { headers: { accept: 'text/html' } })
  ).text()
  await daemon.stop()
  expect(page).toContain('<strong>resolve overwrite</strong> <span>all records, language de-de, run ')
  expect(page).toContain('Saved for 3 records (')
})

it.for<[string[], RegExp]>([
  [['--all', 'adopt'], /^"adopt" is not a choice\. Allowed: keep, overwrite, hold, release, accept\./],
  [['--all', 'keep', '--reason', 'x'], /^--reason: a reason can only be given with hold, not with keep\./],
  [
    ['--all', 'keep', '--field', 'price'],
    /^--field: "price" is unknown\. Allowed: title, excerpt, block, image\./,
  ],
  [['--all', 'keep', '--language', 'Deutsch'], /^"Deutsch" is not a language code\./],
  [['4006381333931', '--all', 'keep'], /option '--all' decides about many records; name none/],
  [['4006381333931', 'de-de', 'keep', '--run', '1'], /option '--run' is allowed only with --all/],
  [['4006381333931', 'de-de'], /missing required argument 'choice'/],
  [[], /missing required argument 'gtin'/],
])('resolve %j is refused, with the allowed choices', async ([args, said], { world }) => {
  const { code, stdout, stderr } = await world.run('resolve', ...args)
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
  expect(stderr).toMatch(said)
})
