import { expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { sampleTemplate } from '../../../src/sync/review/sample-template.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, go, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 3, prepare: sync, mirror: { policy: { maxUpdateShare: 1 } } })
const { labels, template } = await readTemplates()

/** Stores what an earlier version stored, which had no limits. */
async function store(mirror: Mirror, gtin: string, product: Partial<Product>): Promise<void> {
  const key = { gtin, language: 'de-de' }
  const snapshot = await snapshotOf(mirror, key)
  if (snapshot === undefined) throw new Error('the record has no snapshot')
  await mirror.snapshots.replace(key, snapshot, {
    ...snapshot,
    product: { ...snapshot.product, ...product },
  })
}

const wide = `<tr>${'<td colspan="20">x</td>'.repeat(10)}</tr>`.repeat(200)
const rows = '<tr><td>x</td></tr>'.repeat(5_001)

test.for<[string, Partial<Product>, RegExp]>([
  [
    'too many rows',
    { advantages: `<table>${rows}</table>` },
    /advantages has a table of more than 5000 rows/,
  ],
  [
    'too many cells',
    {
      advantages: `<table>${wide}</table>`,
    },
    /more than 20000 cells/,
  ],
  ['too deep markup', { advantages: '<b>'.repeat(5_000) }, /advantages nests elements more than 500 deep/],
  [
    'too long a text',
    { advantages: 'x'.repeat(300_001) },
    /advantages is .* instead of at most 300000 characters/,
  ],
])(
  'a stored product with %s fails alone when its page is rendered again',
  async ([, beyond, reason], { stage, mirror }) => {
    const [gtin = '', ...others] = mirror.listed
    await store(mirror, gtin, beyond)
    const before = await stage.editor.recordPages()
    const de = { ...labels['de'], attributes: 'Daten' } as (typeof labels)[string]
    mirror.renderer = createRenderer({ template, labels: { ...labels, de } })
    const { runId } = await plan(mirror)
    const sampled = await sampleTemplate(mirror, runId, go)
    expect(new Set(sampled.map((one) => one.gtin))).toEqual(new Set(others))
    const { run, outcomes } = await apply(mirror, runId)
    expect(run).toMatchObject({ state: 'partial', counts: { failed: 1, updated: others.length } })
    expect(outcomes.get(`${gtin}/de-de`)).toMatchObject({
      result: 'failed',
      reason: expect.stringMatching(reason) as unknown,
    })
    const after = await stage.editor.recordPages()
    expect(after.find(({ slug }) => slug.includes(gtin))).toEqual(
      before.find(({ slug }) => slug.includes(gtin)),
    )
  },
)

test('the preview of a stored product beyond a limit is refused with the reason', async ({ mirror, key }) => {
  await store(mirror, key.gtin, { advantages: `<table>${rows}</table>` })
  expect(await previewPage(mirror, key, go)).toEqual({
    ok: false,
    obstacle: {
      code: 'unusable',
      detail: expect.stringContaining('advantages has a table of more than 5000 rows') as unknown,
    },
  })
})
