import { userInfo } from 'node:os'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { anyPrice } from '../../helpers/world/any-price.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { slugsOf, type PageRow, type World } from '../../helpers/world/mirror-world.ts'

const it = withWorld(
  { gtins: 2, languages: ['de-de'], env: { LOG_LEVEL: 'error', GUARDS: anyPrice } },
  (world) => world.report('sync', '--json'),
)
  .extend('first', { scope: 'file' }, ({ world }) => world.gtins[0] ?? '')
  .extend('second', { scope: 'file' }, ({ world }) => world.gtins[1] ?? '')

const nothing = 'No record needs a decision.\n'
const partner = ({ mock }: World, gtin: string, fields: Record<string, unknown>) =>
  mock.patchProduct(gtin, 'de-de', fields)
const decided = async (world: World) => jsonOf(await world.run('decisions', '--json'))

async function pageOf(world: World, gtin: string): Promise<PageRow> {
  const page = (await world.recordPages()).find(({ slug }) => slug === slugsOf([gtin], ['de-de'])[0])
  if (page === undefined) throw new Error(`no page of ${gtin}`)
  return page
}

/** An editor writes into the row of the item number. */
async function edit(world: World, gtin: string): Promise<void> {
  const { id, content } = await pageOf(world, gtin)
  const row = /(?<=Artikelnummer<\/th><td>[^<]*)<\/td>/
  await world.cms('PUT', `/cms/v2/pages/${id}`, { content: content.raw.replace(row, ' Von Hand.</td>') })
}

it('a fresh mirror needs no decision', async ({ world }) => {
  expect(await world.run('decisions')).toEqual({ code: 0, stdout: nothing, stderr: '' })
  expect(await decided(world)).toEqual({ decisions: [], more: false })
})

it('a conflict in the block is listed, and the next sync overwrites the block once that is decided', async ({
  world,
  first,
}) => {
  await edit(world, first)
  await partner(world, first, { item_number: 'NEU-1' })
  const met = await world.report('sync', '--json')
  const { code, stdout } = await world.run('decisions')
  expect(code).toBe(0)
  const lines = stdout.split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '1 record needs a decision or has one pending:',
    '',
    `${first}/de-de`,
    expect.stringMatching(
      `^  editor and partner both changed page \\d+, http://.* found by run ${met.report.runId} at `,
    ),
  ])
  expect(stdout).toMatch(/^ {4}mirrored block\n.*\n {6}editor .* Von Hand\..*\n {6}partner .*NEU-1/m)
  expect(stdout).toContain(`  product-mirror resolve ${first} de-de overwrite\n`)
  expect((await decided(world)).decisions).toMatchObject([
    { gtin: first, conflict: { fields: [{ theirs: expect.stringContaining(' Von Hand.</td>') }] } },
  ])

  const resolved = await world.run('resolve', first, 'de-de', 'overwrite')
  expect(resolved).toMatchObject({ code: 0, stderr: '' })
  expect(resolved.stdout).toMatch(
    `Saved: the next run overwrites the mirrored block of ${first}/de-de with the partner’s`,
  )
  expect((await world.run('decisions')).stdout).toContain(
    `  ${userInfo().username} on the command line decided at `,
  )
  expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 1 })
  const { content } = await pageOf(world, first)
  expect(content.raw).toContain('NEU-1')
  expect(content.raw).not.toContain('Von Hand.')
  expect((await world.run('decisions')).stdout).toBe(nothing)
})

it('a text that the editor may keep causes no conflict in the next sync', async ({ world, second }) => {
  await edit(world, second)
  await partner(world, second, { item_number: 'NEU-2' })
  await world.report('sync', '--json')
  const { code, stdout } = await world.run('resolve', second, 'de-de', 'keep', '--json')
  expect({ code, ...jsonOf({ code, stdout }) }).toEqual({
    code: 0,
    message: expect.stringMatching(/^Kept: /),
  })
  const { report } = await world.report('sync', '--json')
  expect(report).toMatchObject({ state: 'done', updated: 0, failed: 0 })
  expect((await world.run('decisions')).stdout).toBe(nothing)
  expect((await pageOf(world, second)).content.raw).toContain('Von Hand.')
})

it('an edited introduction freezes neither price nor data sheet, and is in conflict only with its own next version', async ({
  world,
  first,
  second,
}) => {
  const change = async (fields: Record<string, unknown>) => {
    await partner(world, second, fields)
    return (await world.report('sync', '--json')).report
  }
  await change({ intro: 'Band für das Dach.', price: '12.30' })
  const { id, content } = await pageOf(world, second)
  const edited = content.raw.replace('<p>Band für das Dach.</p>', '<p>Unser bestes Band.</p>')
  expect(edited).not.toBe(content.raw)
  await world.cms('PUT', `/cms/v2/pages/${id}`, { content: edited })
  const [datasheet = ''] = (await pageOf(world, first)).content.raw.match(/[^"]*\.pdf(?=")/) ?? []
  const linked = (raw: string) => raw.match(/href="[^"]*\.pdf"/g)

  expect(await change({ price: '13.10', datasheet })).toMatchObject({
    state: 'done',
    updated: 1,
    failed: 0,
  })
  const renewed = (await pageOf(world, second)).content.raw
  expect(renewed).toContain('13,10')
  expect(renewed).toContain('<p>Unser bestes Band.</p>')
  expect(linked(renewed)).not.toEqual(linked(edited))
  expect((await world.run('decisions')).stdout).toBe(nothing)

  expect(await change({ intro: 'Das Band für jedes Dach.', price: '14.20' })).toMatchObject({ updated: 1 })
  const { decisions } = await decided(world)
  const parts = decisions[0].conflict.fields.filter(({ field }: { field: string }) => field === 'inner')
  expect(parts).toMatchObject([{ theirs: expect.stringContaining('Unser bestes Band.') }])
  expect((await pageOf(world, second)).content.raw).toContain('14,20')
  await change({ price: '15.30' })
  expect((await pageOf(world, second)).content.raw).toContain('15,30')
  expect((await decided(world)).decisions).toHaveLength(1)
  expect(await world.run('resolve', second, 'de-de', 'keep')).toMatchObject({ code: 0 })
  expect((await world.run('decisions')).stdout).toBe(nothing)
})

it('a hold keeps the partner’s changes off the page until it is released', async ({ world, first }) => {
  const before = (await pageOf(world, first)).title.raw
  await partner(world, first, { name: 'Neuer Name' })
  expect((await world.run('resolve', first, 'de-de', 'hold', '--reason', 'wird\ngeprüft')).code).toBe(0)
  expect((await world.report('sync', '--json')).report).toMatchObject({ held: 1, updated: 0 })
  expect((await pageOf(world, first)).title.raw).toBe(before)
  expect((await world.run('decisions')).stdout).toMatch(
    / held by \S+ on the command line since \S+: wird geprüft\. To mirror it again: .* release\n$/,
  )
  expect((await decided(world)).decisions).toMatchObject([{ pending: { reason: 'wird geprüft' } }])
  const refused = await world.run('resolve', first, 'de-de', 'overwrite', '--json')
  expect({ code: refused.code, ...jsonOf(refused) }).toMatchObject({
    code: 7,
    error: { code: 'held', allowed: ['hold', 'release'] },
  })
  expect((await world.run('resolve', first, 'de-de', 'release')).stdout).toMatch(/^Released: /)
  expect((await world.report('sync', '--json')).report).toMatchObject({ held: 0, updated: 1 })
  expect((await pageOf(world, first)).title.raw).toBe('Neuer Name')
})

it('overwrite restores the mirrored title on a page that only the editor changed', async ({
  world,
  first,
}) => {
  const { id, title } = await pageOf(world, first)
  await world.cms('PUT', `/cms/v2/pages/${id}`, { title: 'Vom Redakteur' })
  const { code, stdout } = await world.run('resolve', first, 'de-de', 'overwrite')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('overwrites the title of') })
  await world.report('sync', '--json')
  expect((await pageOf(world, first)).title).toEqual(title)
})

it('a version held for its empty fields is written once it is accepted', async ({ world, second }) => {
  await partner(world, second, { application: '', advantages: '', item_number: '' })
  expect((await world.report('sync', '--json')).report).toMatchObject({ held: 1 })
  expect((await world.run('sync')).stdout).toContain(`\nLeft unchanged:\n  held      ${second}/de-de: `)
  expect((await world.run('decisions')).stdout).toContain(`  product-mirror resolve ${second} de-de accept\n`)
  expect((await world.run('resolve', second, 'de-de', 'accept')).stdout).toMatch(/^Accepted: /)
  expect((await world.report('sync', '--json')).report).toMatchObject({ held: 0 })
  expect((await world.run('decisions')).stdout).not.toContain(' accept\n')
})

it.for<[string[], RegExp]>([
  [
    ['4026639012346', 'de-de', 'keep'],
    /^4026639012346 is not a GTIN-13: its check digit is 6 instead of 0\./,
  ],
  [['4006381333931', 'Deutsch', 'keep'], /^"Deutsch" is not a language code\. Enter one such as de-de\./],
  [
    ['4006381333931', 'de-de', 'adopt'],
    /^"adopt" is not a choice\. Allowed: keep, overwrite, hold, release, accept\./,
  ],
  [
    ['4006381333931', 'de-de', 'keep', '--reason', 'x'],
    /^--reason: a reason can only be given with hold, not with keep\./,
  ],
  [
    ['4006381333931', 'de-de', 'keep'],
    /^No page of 4006381333931\/de-de is mirrored\. .* Allowed now: hold\.\n$/,
  ],
  [['4006381333931', 'de-de'], /missing required argument 'choice'/],
])('resolve %j is refused, with the allowed choices', async ([args, said], { world }) => {
  const { code, stdout, stderr } = await world.run('resolve', ...args)
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
  expect(stderr).toMatch(said)
})

it('the daemon resolves a record through its API', async ({ world, first }) => {
  const daemon = world.spawnDaemon({ LOG_LEVEL: 'info' })
  const url = `${await daemon.ready()}/api/decisions/${first}/de-de`
  const post = (choice: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice }),
    })
  expect((await post('hold')).status).toBe(200)
  expect(await (await fetch(url)).json()).toMatchObject({ pending: { kind: 'hold', by: 'the dashboard' } })
  expect((await post('release')).status).toBe(200)
  expect((await fetch(url)).status).toBe(404)
  await daemon.stop()
})
