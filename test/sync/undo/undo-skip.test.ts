import { expect } from 'vitest'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { only, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const test = withRecord()
  .extend('undone', { auto: true }, async ({ mirror, record }) => {
    await record.partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    return (await undo(mirror, wrong.run.id)).run.id
  })
  .extend(
    'pending',
    ({ mirror, record }) =>
      async () =>
        (await mirror.decisions.read([record.key]))[0],
  )

test('a page that an undo restored is listed, run after run, until the partner sends another version', async ({
  mirror,
  record,
  undone,
  pending,
}) => {
  const before = await record.title()
  for (let run = 0; run < 2; run++) {
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
    expect(await listOpenDecisions(mirror, 9)).toMatchObject({
      waiting: [
        { ...record.key, pending: { kind: 'skip', by: 'undo', reason: `undone with run ${undone}` } },
      ],
    })
  }
  expect(await record.title()).toBe(before)
  await record.partner({ name: 'Richtiges Band' })
  await sync(mirror)
  expect(await record.title()).toBe('Richtiges Band')
  expect(await pending()).toBeUndefined()
})

test('released, it gets the partner’s version with the next run, and then stays unchanged', async ({
  stage,
  mirror,
  record,
  pending,
}) => {
  expect(await record.say('release')).toMatchObject({ ok: true, effect: { code: 'restores' } })
  expect(await record.outcome()).toMatchObject({ result: 'updated' })
  expect(await record.title()).toBe('Falsches Band')
  expect(await pending()).toBeUndefined()
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('held by an operator and released, it gets the partner’s version as well', async ({
  mirror,
  record,
  pending,
}) => {
  await record.say('hold', 'wird gerade geprüft')
  await record.partner({ item_number: 'NEU-1' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'held' })
  await record.say('release')
  await sync(mirror)
  expect(await record.title()).toBe('Falsches Band')
  expect(await pending()).toBeUndefined()
})

test('held and released while the partner sends nothing new, it gets the partner’s version, too', async ({
  mirror,
  record,
}) => {
  await record.say('hold')
  await record.say('release')
  await sync(mirror)
  expect(await record.title()).toBe('Falsches Band')
})

test('there is nothing to overwrite it with before its release', async ({ record, pending }) => {
  expect(await record.say('overwrite')).toMatchObject({
    ok: false,
    code: 'held',
    allowed: ['hold', 'release'],
  })
  expect(await pending()).toMatchObject({ kind: 'skip' })
})

test('undoing the undo writes the partner’s version again, and nothing is listed any more', async ({
  mirror,
  record,
  undone,
}) => {
  await undo(mirror, undone)
  expect(await record.title()).toBe('Falsches Band')
  expect(await listOpenDecisions(mirror, 9)).toMatchObject({ waiting: [] })
})

test('a new template is written to it, and it stays listed', async ({ mirror, record, pending }) => {
  const before = await record.title()
  const old = mirror.renderer
  const render: typeof old.render = (...all) => ({ ...old.render(...all), excerpt: 'Neu!' })
  mirror.renderer = { ...old, digest: 'another template', render }
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ fields: ['template'] })
  expect(await record.title()).toBe(before)
  expect(await pending()).toMatchObject({ kind: 'skip' })
})

test('a page of which only the template was undone shows the partner’s version, and is not listed', async ({
  mirror,
  record,
  pending,
}) => {
  await record.say('release')
  await sync(mirror)
  const old = mirror.renderer
  const render: typeof old.render = (...all) => ({ ...old.render(...all), excerpt: 'Neu!' })
  mirror.renderer = { ...old, digest: 'another template', render }
  const template = await sync(mirror)
  expect((await undo(mirror, template.run.id)).run.counts).toMatchObject({ undone: 1 })
  expect(await pending()).toBeUndefined()
})
