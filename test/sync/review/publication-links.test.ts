import { expect } from 'vitest'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { mapOf, observe, policy } from '../../helpers/sync/with-waiting-draft.ts'

const test = withMirror({ gtins: 1, languages: 'de-de,en-gb', mirror: { map: mapOf('price'), policy } })

test('the run that publishes a draft links it, even if Redis has lost the mark of its product', async ({
  stage,
  mirror,
}) => {
  const [gtin = ''] = stage.gtins
  await stage.mock.patchProduct(gtin, 'en-gb', { price: null })
  await sync(mirror)
  await observe(mirror)
  await mirror.staleLinks.clear([gtin])
  const german = async () => (await stage.editor.page({ gtin, language: 'de-de' })).content.raw
  expect(await german()).not.toContain('hreflang="en-gb"')

  await stage.mock.patchProduct(gtin, 'en-gb', { price: '12.50' })
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ updated: 2 })
  const { link } = await stage.editor.page({ gtin, language: 'en-gb' })
  expect(await german()).toContain(`href="${link}"`)
})
