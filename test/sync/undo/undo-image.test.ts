import { expect } from 'vitest'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 9, mirror: { policy: { maxUpdateShare: 1 } } })

test('an undone image stays undone while the partner sends the same one', async ({ stage, mirror, key }) => {
  const images = new Set<string>()
  for (const gtin of mirror.listed.splice(1)) {
    const fetched = await mirror.partner.fetchProduct({ ...key, gtin }, undefined, go)
    if (fetched.state === 'present') images.add(fetched.product.image)
  }
  const [good, bad, other] = [...images].filter((url) => url !== '')
  const show = async (image: string | undefined, more: object = {}) => {
    await stage.mock.patchProduct(key.gtin, key.language, { image, ...more })
    const { run, failedMedia } = await sync(mirror, { media: true })
    expect(failedMedia).toEqual([])
    return { runId: run.id, id: (await stage.editor.page(key)).featured_media }
  }
  const before = await show(good)
  const replaced = await show(bad)
  expect(new Set([0, before.id, replaced.id]).size).toBe(3)
  await undo(mirror, replaced.runId, { fields: ['image'] })
  expect((await show(bad, { substrate: '<p>Putz</p>' })).id).toBe(before.id)
  const last = await show(other)
  expect([0, before.id, replaced.id]).not.toContain(last.id)
})
