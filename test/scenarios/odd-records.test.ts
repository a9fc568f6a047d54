import { expect } from 'vitest'
import { toReport } from '../../src/cli/json/run-report.ts'
import { toLines } from '../../src/cli/output/report.ts'
import { sync } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

/** A mirror of 200 products; a sync of the tests creates at most 100 pages. */
const test = withMirror({
  gtins: 200,
  async prepare(mirror) {
    const all = mirror.listed
    mirror.listed = all.slice(0, 100)
    await sync(mirror)
    mirror.listed = all
    await sync(mirror)
  },
})

/** A value of each kind that the partner’s documentation does not have, and the phrase about it. */
const odd: readonly [fields: Record<string, unknown>, phrase: string][] = [
  [{ availability: 'discontinued' }, 'availability "discontinued" is unknown and shown as is'],
  [{ price: '12,50' }, 'price "12,50" is read as "12.5"'],
  [{ length: 'about 5' }, 'length "about 5" cannot be read as a number and is left out'],
  [{ weight: '3,5 kg' }, 'weight "3,5 kg" is shown with its unit'],
  [{ width: 'n/a' }, 'width "n/a" is read as no value'],
  [{ erp_id: 77 }, 'erp_id "77" is a number and is shown as text'],
  [{ folded: 'true' }, 'folded "true" is read as true'],
  [{ attributes: [{ value: 'x' }] }, 'attributes have an entry without a name, which is left out'],
  [{ datasheet: '-' }, 'datasheet "-" is read as no file'],
  [{ name: 'Kleber &amp; Dichter' }, 'name has HTML entities, which are decoded'],
  [{ intro: 'Für <b>außen</b>' }, 'intro has HTML tags, which are removed'],
  [{ intro: 'fÃ¼r auÃŸen' }, 'intro is encoded as UTF-8 twice and is decoded'],
  [{ intro: '5 \u0080' }, 'intro has characters of Windows-1252, which are converted'],
  [{ intro: 'a\u0007b' }, 'intro has control characters, which are removed'],
  [{ intro: '"Zeile\\n"' }, 'intro is encoded as JSON twice and is decoded'],
  [{ application: '<![CDATA[<p>Hallo</p>]]>' }, 'application has CDATA marks, which are removed'],
  [{ application: '&lt;p&gt;Putz&lt;/p&gt;' }, 'application is encoded as HTML twice and is decoded'],
  [
    { application: '<p>Putz &amp;amp; Farbe</p>' },
    'application has entities that are encoded twice and are decoded',
  ],
  [{ application: 'Eins\nZwei' }, 'application is plain text instead of HTML, and its lines are kept'],
  [{ application: '<p>A <img src="/a.png"></p>' }, 'application has images, which are left out'],
  [{ application: '<p><a href="/a">A</a></p>' }, 'application has relative links, which are left out'],
  [
    { substrate: `<p>${'x'.repeat(300_001)}</p>` },
    'substrate has more than 300000 characters and is left out',
  ],
]

/** Ways in which the partner does not send a product, and the reason of its failure. */
const refusals: readonly [Refusal, reason: string][] = [
  [{ fault: { kind: 'status', status: 403 } }, 'the partner returned 403'],
  [{ fault: { kind: 'status', status: 500 } }, 'the partner returned 500'],
  [{ fault: { kind: 'html', status: 404 } }, 'it does not prove that the product is gone'],
  [{ fields: { gtin: '4006381333931' } }, 'the partner returned GTIN 4006381333931'],
  [{ fields: { name: '' } }, 'the record has no name'],
]

type Refusal = { fault: { kind: 'status' | 'html'; status: number } } | { fields: Record<string, unknown> }

test('odd records, one of each kind, leave all other products mirrored, and the report names each oddity once', async ({
  stage,
  mirror,
}) => {
  const before = await stage.editor.recordPages()
  expect(before).toHaveLength(200)
  const oddGtins = mirror.listed.slice(0, odd.length)
  for (const [at, [fields]] of odd.entries()) await stage.mock.patchProduct(oddGtins[at] ?? '', '*', fields)
  const refused = mirror.listed.slice(-refusals.length)
  for (const [at, [refusal]] of refusals.entries())
    if ('fields' in refusal) await stage.mock.patchProduct(refused[at] ?? '', '*', refusal.fields)
  await stage.mock.faults(
    refusals.flatMap(([refusal], at) =>
      'fault' in refusal
        ? [{ side: 'partner' as const, path: `/product/${refused[at] ?? ''}`, ...refusal.fault }]
        : [],
    ),
  )

  const { run, outcomes } = await sync(mirror)
  const { updated, unchanged } = run.counts
  expect(run.counts).toMatchObject({ records: 200, created: 0, retired: 0, held: 0, failed: refusals.length })
  expect(updated + unchanged).toBe(200 - refusals.length)
  for (const [at, [, reason]] of refusals.entries())
    expect(outcomes.get(`${refused[at] ?? ''}/de-de`)).toMatchObject({
      result: 'failed',
      reason: expect.stringContaining(reason),
    })

  const expected = odd.map(([, phrase], at) => ({
    phrase,
    records: 1,
    example: `${oddGtins[at] ?? ''}/de-de`,
  }))
  expect(toReport(run).oddities).toHaveLength(odd.length)
  expect(toReport(run).oddities).toEqual(expect.arrayContaining(expected))
  const lines = toLines(run).join('\n')
  for (const { phrase } of expected) expect(lines.split(phrase).length).toBeLessThanOrEqual(2)

  const after = await stage.editor.recordPages()
  const isOdd = new Set(oddGtins.map((gtin) => `gtin-${gtin}-de-de`))
  expect(after.map(({ id, status }) => `${id} ${status}`)).toEqual(before.map(({ id }) => `${id} publish`))
  expect(after.filter(({ slug }) => !isOdd.has(slug))).toEqual(before.filter(({ slug }) => !isOdd.has(slug)))
})
