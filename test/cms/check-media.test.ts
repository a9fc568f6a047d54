import { expect } from 'vitest'
import { drawPng } from '../helpers/content/files.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 0, mediaTrash: 'on' })
const slug = `media-${'a'.repeat(64)}`

test('attachments are usable, in the trash, or gone', async ({ stage, mirror }) => {
  const { id } = await stage.editor.uploadPng(slug, await drawPng())
  const { id: trashed } = await stage.editor.uploadPng(`media-${'b'.repeat(64)}`, await drawPng())
  await mirror.cms.trashMedia(trashed, go)
  const checks = await mirror.cms.checkMedia([id, trashed, 999_999], go)
  expect(checks.get(id)).toMatchObject({
    state: 'usable',
    media: { id, url: expect.stringContaining('.png') },
  })
  expect(checks.get(trashed)).toEqual({ state: 'trashed' })
  expect(checks.get(999_999)).toEqual({ state: 'gone' })
})

test('a rejection or an unusual response does not prove a deletion', async ({ stage, mirror }) => {
  const { id } = await stage.editor.uploadPng(slug, await drawPng())
  for (const fault of [
    { kind: 'status', status: 404 },
    { kind: 'status', status: 403 },
  ] as const) {
    await stage.mock.faults([{ side: 'cms', method: 'GET', path: `/cms/v2/media/${id}`, ...fault }])
    expect((await mirror.cms.checkMedia([id], go)).get(id)?.state).not.toBe('gone')
    await stage.mock.clearFaults()
  }
})

test('a file in the trash is not found by its slug', async ({ stage, mirror }) => {
  const { id } = await stage.editor.uploadPng(slug, await drawPng())
  expect(await mirror.cms.findMedia([slug], go)).toHaveLength(1)
  await mirror.cms.trashMedia(id, go)
  expect(await mirror.cms.findMedia([slug, `${slug}__trashed`], go)).toEqual([])
})
