import { expect } from 'vitest'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  mirror: { policy: { retireAfterMisses: 1 } },
  prepare: async (mirror) => void mirror.listed.splice(1),
})

test('an editor’s part of the block stays theirs after an undo, and the partner’s next change does not replace it', async ({
  stage,
  mirror,
  key,
}) => {
  const partner = (fields: Record<string, unknown>) => stage.mock.patchProduct(key.gtin, 'de-de', fields)
  await sync(mirror)
  const ours = await snapshotOf(mirror, key)
  const { id, content } = await stage.editor.page(key)
  const edited = content.raw.replace(/(<h2[^>]*>)[^<]*/, '$1Von Hand')
  expect(edited).not.toBe(content.raw)
  await stage.editor.edit(id, { content: edited })
  await partner({ item_number: 'NEU-1' })
  const { run } = await sync(mirror)
  await stage.editor.edit(id, { title: 'Titel von Hand' })
  await undo(mirror, run.id)
  expect((await snapshotOf(mirror, key)).base.inner).toBe(ours.base.inner)
  await partner({ item_number: 'NEU-2' })
  await sync(mirror)
  const { title, content: now } = await stage.editor.page(key)
  expect(title.raw).toBe('Titel von Hand')
  expect(now.raw).toContain('NEU-2')
  expect(now.raw).toContain('>Von Hand<')
})

test('a run that only read a page leaves an earlier one to be undone', async ({ stage, mirror, key }) => {
  await sync(mirror)
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU-1' })
  const { run } = await sync(mirror)
  mirror.renderer = { ...mirror.renderer, digest: 'a template that says the same' }
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'unchanged' })
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect((await stage.editor.page(key)).content.raw).not.toContain('NEU-1')
})
