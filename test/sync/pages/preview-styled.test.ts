import { expect } from 'vitest'
import { toDocument, toMarkup, toText } from '../../../src/core/page/standalone.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { openDecisions } from '../../helpers/content/decisions.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 1, prepare: sync })
  .extend('record', async ({ stage, mirror }) => {
    const record = openDecisions(stage, mirror)
    await record.partner({ intro: 'Band für das Dach.\n\nKlebt auf Holz.' })
    await record.outcome()
    return record
  })
  .extend('preview', ({ mirror, record }) => async () => {
    const preview = await previewPage(mirror, record.key, go)
    if (!preview.ok) throw new Error(preview.obstacle.code)
    return preview.page
  })

test('a preview has styled and hidden parts as the next run writes them', async ({
  stage,
  record,
  preview,
}) => {
  const { raw } = (await stage.editor.page(record.key)).content
  const edited = raw
    .replace(
      '<!-- wp:paragraph -->\n<p>Band',
      '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>Band',
    )
    .replace(
      '<!-- wp:paragraph -->\n<p>Klebt',
      '<!-- wp:paragraph {"textColor":"red"} -->\n<p class="has-red-color has-text-color">Klebt',
    )
  await record.editor({ content: edited })
  await record.partner({ intro: 'Band für jedes Dach.\n\nKlebt auf Holz und Stein.' })
  const page = await preview()
  expect(toText(page)).toContain('\nBand für jedes Dach.   ← hidden\nKlebt auf Holz und Stein.\n')
  expect(toDocument(page)).not.toContain('Band für jedes Dach.</p>')
  expect(toDocument(page)).toContain('<p class="has-red-color has-text-color">Klebt auf Holz und Stein.</p>')
  await record.outcome()
  const written = (await stage.editor.page(record.key)).content.raw
  const [, paragraphs = ''] = /(<!-- wp:paragraph [^]*?)<!-- wp:heading/.exec(toMarkup(page)) ?? []
  expect(paragraphs.match(/blockVisibility|has-red-color/g)).toHaveLength(2)
  expect(written).toContain(paragraphs)
})
