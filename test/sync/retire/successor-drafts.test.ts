import { expect } from 'vitest'
import { mapOf, observe, policy } from '../../helpers/sync/with-waiting-draft.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 3,
  mirror: { map: mapOf('price'), policy: { ...policy, retireTo: 'notice' } },
})

test('a notice links past a successor that was retired before it ever was public', async ({
  stage,
  mirror,
}) => {
  const [first = '', draft = '', last = ''] = stage.gtins
  const pageOf = (gtin: string) => stage.editor.page({ gtin, language: 'de-de' })
  mirror.columns.set(first, { successor: draft })
  mirror.columns.set(draft, { successor: last })
  await stage.mock.patchProduct(draft, '*', { price: null })
  await stage.mock.patchProduct(first, '*', { price: '9' })
  await stage.mock.patchProduct(last, '*', { price: '9' })
  await sync(mirror)
  await observe(mirror)
  await stage.mock.deleteProduct(first)
  await stage.mock.deleteProduct(draft)
  // No later run reads the draft, because its retirement does not change it.
  await sync(mirror)
  const { link } = await pageOf(last)
  const linked = async (): Promise<boolean> =>
    (await pageOf(first)).content.raw.includes(`<a href="${link}">`)
  expect((await pageOf(draft)).status).toBe('draft')
  expect(await linked()).toBe(true)
  await stage.mock.zeroStats()
  await sync(mirror)
  expect(await linked()).toBe(true)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})
