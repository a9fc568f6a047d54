import { reasonOf } from '../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { enqueueRun } from '../../jobs/control.ts'
import { toReport } from '../../src/cli/json/run-report.ts'
import { toLines } from '../../src/cli/output/report.ts'
import { markdownHead } from '../../src/core/report/markdown.ts'
import { resolveRecord } from '../../src/sync/decisions/resolve-record.ts'
import { go, only, plan, snapshotOf, sync } from '../helpers/sync/sync-run.ts'
import { withJobs, withMirror } from '../helpers/sync/with-mirror.ts'

const it = withJobs({ gtins: 12, languages: 'de-de,en-gb' })
const test = withMirror({ gtins: 6, languages: 'de-de', prepare: sync })

const odd: Record<string, unknown>[] = [
  { availability: 'discontinued' },
  { availability: 'discontinued', price: '12,50' },
  { price: '1,234' },
  { weight: '3,5 kg', erp_id: 77 },
  { attributes: [null, { name: 'Dicke', value: 0.5 }, { value: 'x' }] },
  { folded: 'true', materials: {} },
  { application: '<![CDATA[<p>Hallo Welt</p>]]>' },
  { name: 'Kleber &amp; Dichter' },
]

const phrases = [
  'attributes have an entry without a name, which is left out: 2 records',
  'attributes have the entry "null", which is left out: 2 records',
  'application has CDATA marks, which are removed: 2 records',
  'availability "discontinued" is unknown and shown as is: 4 records',
  'erp_id "77" is a number and is shown as text: 2 records',
  'folded "true" is read as true: 2 records',
  'name has HTML entities, which are decoded: 2 records',
  'price "1,234" cannot be read as a number and is left out: 2 records',
  'price "12,50" is read as "12.5": 2 records',
  'weight "3,5 kg" is shown with its unit: 2 records',
]

it('odd values in eight of twelve products: all pages are created, and the report names each oddity once', async ({
  stage,
  mirror,
  jobs,
}) => {
  mirror.languages = 'all'
  for (const [at, fields] of odd.entries())
    await stage.mock.patchProduct(mirror.listed[at] ?? '', '*', fields)
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  const runId = begun.ok ? begun.run.id : ''
  await jobs.start()
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toBe('done')
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error('no run')
  expect(run.counts).toMatchObject({ records: 24, created: 24, failed: 0 })
  expect(run.oddities.map(({ phrase, records }) => `${phrase}: ${records} records`).sort()).toEqual(
    phrases.toSorted(),
  )
  expect(toReport(run).oddities).toEqual(run.oddities)
  for (const text of [toLines(run).join('\n'), markdownHead(run, undefined).replaceAll('\\', '')])
    for (const phrase of phrases) expect(text.split(phrase)).toHaveLength(2)
  expect(toLines(run).join('\n')).toMatch(
    /discontinued" is unknown and shown as is: 4 records, for example \d{13}\/de-de/,
  )
  const page = async (at: number) => stage.editor.page({ gtin: mirror.listed[at] ?? '', language: 'de-de' })
  expect((await page(0)).content.raw).toContain('discontinued')
  expect((await page(1)).content.raw).toContain('12,50')
  expect((await page(2)).content.raw).not.toMatch(/1[.,]?234(?!\d)/)
  expect((await page(3)).content.raw).toContain('3,5&nbsp;kg')
  expect((await page(6)).content.raw).toContain('Hallo Welt')
  expect((await page(7)).title.raw).toBe('Kleber &amp; Dichter')
})

test('a page keeps its price while the new one cannot be read, until an operator accepts the product without it', async ({
  stage,
  mirror,
  key,
}) => {
  const { price } = (await snapshotOf(mirror, key)).product
  const before = await stage.editor.page(key)
  await stage.mock.patchProduct(key.gtin, '*', { price: 'auf Anfrage', intro: 'Neu' })
  const { run, outcomes } = await sync(mirror)
  expect(run).toMatchObject({ state: 'done', counts: { held: 1, updated: 0, failed: 0 } })
  expect(reasonOf(only(outcomes))).toMatch(
    /^price is "auf Anfrage", which cannot be read: the page is left unchanged\./,
  )
  expect(await stage.editor.page(key)).toEqual(before)
  expect((await snapshotOf(mirror, key)).product.price).toBe(price)
  await resolveRecord(mirror, key, { choice: 'accept', by: 'olive' }, go)
  expect((await sync(mirror)).run.counts).toMatchObject({ held: 0, updated: 1 })
  expect((await snapshotOf(mirror, key)).product).toMatchObject({ price: null, intro: 'Neu' })
})

test('an oddity that is gone is not reported any more', async ({ stage, mirror, key }) => {
  await stage.mock.patchProduct(key.gtin, '*', { availability: 'bald' })
  expect((await sync(mirror)).run.oddities).toHaveLength(1)
  await stage.mock.patchProduct(key.gtin, '*', { availability: 'limited' })
  expect((await sync(mirror)).run.oddities).toEqual([])
  expect((await plan(mirror)).planned).toMatchObject({ update: 0 })
})
