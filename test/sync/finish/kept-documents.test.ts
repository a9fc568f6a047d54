import { expect } from 'vitest'
import { pdfFields } from '../../../src/contracts/partner.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { trashDuplicateMedia } from '../../../src/sync/finish/trash-duplicate-media.ts'
import { tidyMedia } from '../../../src/sync/finish/trash-unused-media.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, beforeNext, go, plan, snapshotOf, uploading } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const cleaning = {
  mediaCleanup: 'trash',
  maxUpdateShare: 1,
  retireTo: 'delete',
  retireAfterMisses: 1,
} as const
const test = withMirror({ gtins: 1, mediaTrash: 'on', mirror: { policy: cleaning } }).extend(
  'gtin',
  async ({ stage, mirror, key }) => {
    const at = (kind: string) => `${stage.mock.origin}/media/documents/${kind}/${key.gtin}-de-de.pdf`
    await stage.mock.patchProduct(key.gtin, 'de-de', {
      datasheet: at('datasheet'),
      safety_datasheet: at('safety'),
      declaration_of_performance: at('performance'),
    })
    await fullRun(mirror)
    return key.gtin
  },
)
const stays = ['safety_datasheet', 'declaration_of_performance'] as const

async function fullRun(mirror: Mirror): Promise<void> {
  const { runId } = await plan(mirror)
  await apply(mirror, runId, { media: true })
  const run = await mirror.runs.read(runId)
  if (run !== undefined) await tidyMedia(mirror, run, go)
}

/** The attachment of each document of a record. */
async function documentsOf(
  mirror: Mirror,
  gtin: string,
): Promise<Record<(typeof pdfFields)[number], number>> {
  const { product } = await snapshotOf(mirror, { gtin, language: 'de-de' })
  const known = await mirror.media.assets(pdfFields.map((field) => product[field]))
  const media = await mirror.media.media(known.map((asset) => asset?.sha256 ?? ''))
  const [datasheet = 0, safety = 0, declaration = 0] = media.map((one) => one?.id)
  return { datasheet, safety_datasheet: safety, declaration_of_performance: declaration }
}

test.for(['replaced', 'of a product that is gone', 'of a field that the partner emptied'] as const)(
  'declarations of performance and safety data sheets never go to the trash: %s',
  async (how, { stage, mirror, gtin }) => {
    const before = await documentsOf(mirror, gtin)
    if (how === 'replaced') await stage.mock.patchProduct(gtin, 'de-de', { intro: 'Neue Dokumente.' })
    else if (how === 'of a product that is gone') await stage.mock.deleteProduct(gtin)
    else
      await stage.mock.patchProduct(gtin, 'de-de', {
        datasheet: '',
        safety_datasheet: '',
        declaration_of_performance: '',
      })
    for (let run = 0; run < 3; run++) {
      await fullRun(mirror)
      mirror.pass(86_400_000)
    }
    const held = new Set((await stage.editor.media()).map(({ id }) => id))
    expect(stays.map((field) => held.has(before[field]))).toEqual([true, true])
    expect(held.has(before.datasheet)).toBe(false)
    expect(await mirror.unusedMedia.count()).toBe(0)
  },
)

test('a document that was a safety data sheet once stays, even if a data sheet has the same file later', async ({
  stage,
  mirror,
  gtin,
}) => {
  const { safety_datasheet: id } = await documentsOf(mirror, gtin)
  const { product } = await snapshotOf(mirror, { gtin, language: 'de-de' })
  await stage.mock.patchProduct(gtin, 'de-de', { safety_datasheet: '', datasheet: product.safety_datasheet })
  await fullRun(mirror)
  await stage.mock.patchProduct(gtin, 'de-de', { datasheet: '' })
  for (let run = 0; run < 3; run++) await fullRun(mirror)
  expect((await stage.editor.media()).map((one) => one.id)).toContain(id)
})

test('a document whose use is not known stays', async ({ stage, mirror, gtin }) => {
  const { datasheet: id } = await documentsOf(mirror, gtin)
  await stage.mock.patchProduct(gtin, 'de-de', { datasheet: '' })
  const { runId } = await plan(mirror)
  await apply(mirror, runId, { media: true })
  await stage.redis.del(mirror.keys.documents)
  for (let run = 0; run < 3; run++) await fullRun(mirror)
  expect((await stage.editor.media()).map((one) => one.id)).toContain(id)
})

test.for(stays)('a %s that was uploaded twice is not deleted', async (field, { stage, mirror, gtin }) => {
  const { product } = await snapshotOf(mirror, { gtin, language: 'de-de' })
  const [known] = await mirror.media.assets([product[field]])
  const { cms } = mirror
  const fetched = await mirror.partner.fetchAsset({ url: product[field], kind: 'pdf' }, {}, go)
  if (fetched.state !== 'present') throw new Error(fetched.state)
  const slug = mediaSlug(known?.sha256 ?? '')
  const file = {
    slug,
    filename: 'zweitexemplar.pdf',
    title: 'Zweit',
    mime: fetched.mime,
    bytes: fetched.bytes,
  }
  const twice = await cms.uploadMedia(file, go)
  expect(twice).toMatchObject({ ok: true, slug: `${slug}-2` })
  await mirror.media.markUncertain(known?.sha256 ?? '')
  expect(await trashDuplicateMedia(mirror, go)).toBe(0)
  expect((await stage.editor.media()).map((one) => one.slug)).toContain(`${slug}-2`)
})

test('of a document that another process uploads at the same time, both copies stay until its use is known', async ({
  stage,
  mirror,
  key,
}) => {
  await plan(mirror)
  const fetched = await mirror.partner.fetchProduct(key, undefined, go)
  if (fetched.state !== 'present') throw new Error(fetched.state)
  const asset = { url: fetched.product.safety_datasheet || fetched.product.datasheet, kind: 'pdf' } as const
  const file = await mirror.partner.fetchAsset(asset, {}, go)
  if (file.state !== 'present') throw new Error(file.state)
  const slug = mediaSlug(file.sha256)
  const { cms } = mirror
  beforeNext(mirror, 'uploadMedia', () =>
    cms.uploadMedia({ slug, filename: 'a.pdf', title: 'a', mime: file.mime, bytes: file.bytes }, go),
  )
  expect(await uploadMedia(mirror, [asset], go, uploading)).toMatchObject({ uploaded: 1, failed: [] })
  const slugs = (await stage.editor.media()).map((one) => one.slug)
  expect(slugs.filter((one) => one.startsWith(slug)).sort()).toEqual([slug, `${slug}-2`])
})
