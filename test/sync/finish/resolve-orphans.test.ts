import { expect } from 'vitest'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { lose } from '../../helpers/sync/with-plugin.ts'

const day = 86_400_000

const test = withMirror({ gtins: 2, mirror: { policy: { retireAfterMisses: 2 } } })
  .extend('loseAndDelist', ({ stage, mirror, key }) => async () => {
    const all = mirror.listed
    mirror.listed = [key.gtin]
    await finishRun(mirror, await lose(stage, mirror), { state: 'cancelled' })
    mirror.listed = all.slice(1)
    return (await stage.editor.page(key)).id
  })
  .extend(
    'intents',
    ({ stage, mirror }) =>
      () =>
        stage.redis.hkeys(mirror.keys.intents),
  )

test('a page from a lost create whose product is gone is named, and withdrawn when it would be retired', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  const id = await loseAndDelist()
  mirror.pass(day)
  expect((await sync(mirror)).run.notes).toEqual([expect.stringContaining(`page ${id} `)])
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
  expect(await intents()).toEqual([`${key.gtin}/de-de`])
  mirror.pass(day)
  expect((await sync(mirror)).run.notes).toEqual([expect.stringContaining('It is draft now')])
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft' })
  expect(await intents()).toEqual([])
})

test('a page from a lost create that an editor changed since stays as it is and is named once', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  const id = await loseAndDelist()
  await stage.editor.edit(id, { title: 'Von Hand' })
  mirror.pass(2 * day)
  expect((await sync(mirror)).run.notes).toEqual([
    expect.stringContaining('It stays as it is: it was edited'),
  ])
  expect(await stage.editor.page(key)).toMatchObject({ status: 'publish' })
  expect(await intents()).toEqual([])
})
