import { expect } from 'vitest'
import { apply, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { lose } from '../../helpers/sync/with-plugin.ts'

const day = 86_400_000

const test = withMirror({
  gtins: 2,
  prepare: async (mirror) => void (mirror.listed = mirror.listed.slice(0, 1)),
})

test('a create whose reply was lost is found by its block after an editor changed its slug', async ({
  stage,
  mirror,
  key,
}) => {
  const runId = await lose(stage, mirror)
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { slug: 'schoene-adresse' })
  mirror.pass(day)
  await apply(mirror, runId)
  expect((await snapshotOf(mirror, key)).pageId).toBe(id)
  expect(await stage.editor.recordPages()).toEqual([])
})

test('a page whose slug an editor changed is found by its block after Redis was restored from a backup', async ({
  stage,
  mirror,
  key,
}) => {
  const gtin = stage.gtins[1] ?? ''
  const added = { ...key, gtin }
  await sync(mirror)
  mirror.listed = [key.gtin, gtin]
  await sync(mirror)
  const { id } = await stage.editor.page(added)
  await stage.editor.edit(id, { slug: 'schoene-adresse' })
  await stage.redis.hdel(mirror.keys.heads(key.language), gtin)
  await stage.redis.hdel(mirror.keys.bodies(key.language), gtin)
  await sync(mirror)
  expect((await snapshotOf(mirror, added)).pageId).toBe(id)
  expect((await stage.editor.recordPages()).map(({ slug }) => slug)).toEqual([`gtin-${key.gtin}-de-de`])
})
