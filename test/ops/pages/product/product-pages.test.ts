import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpsDeps } from '../../../../src/ops/deps.ts'
import { hold } from '../../../helpers/sync/held-plan.ts'
import { openStage, type Mirror, type Stage } from '../../../helpers/sync/sync-deps.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { opsApp, startOps } from '../../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let app: FastifyInstance
const gtin = (index: number): string => stage.gtins[index] ?? ''

/**
 * 0: in conflict; 1: fails in English; 2: held back for its empty fields; 3: on hold; 4: edited, and gone at the
 * partner.
 */
beforeAll(async () => {
  ;[ops, stage] = await Promise.all([startOps(), openStage({ gtins: 5, languages: 'de-de,en-gb' })])
  mirror = stage.openMirror({ policy: { retireAfterMisses: 1 } })
  app = open()
  await sync(mirror)
  mirror.pass(3_600_000)
  const edit = async (index: number, title: string) =>
    stage.editor.edit((await stage.editor.page({ gtin: gtin(index), language: 'de-de' })).id, { title })
  await edit(0, 'Band vom Redakteur')
  await stage.mock.patchProduct(gtin(0), 'de-de', { name: 'Band vom Partner' })
  await stage.mock.patchProduct(gtin(0), 'en-gb', { price: '7.00' })
  await stage.mock.patchProduct(gtin(2), 'de-de', { intro: '', application: '', advantages: '' })
  await mirror.decisions.save([
    {
      key: { gtin: gtin(3), language: 'en-gb' },
      value: { kind: 'hold', at: '2026-11-20T04:30:00.000Z', by: 'olive', reason: '<b>Anwalt</b>' },
    },
  ])
  await edit(4, 'Nur der Redakteur')
  await stage.mock.deleteProduct(gtin(4), 'en-gb')
  await sync(mirror)
  mirror.pass(3_600_000)
  await stage.mock.patchProduct(gtin(1), 'en-gb', { name: null })
  await sync(mirror)
})
beforeEach(() => mirror.pass(60_000))
afterAll(async () => {
  await app.close()
  await stage.tidy()
  await Promise.all([ops.close(), stage.close()])
})

function open(replaced: Partial<OpsDeps> = {}): FastifyInstance {
  return opsApp(ops.deps, { ...depsOfMirror(mirror, ops.deps), ...replaced })
}

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const read = async (index: number, query = '') => (await get(`/products/${gtin(index)}${query}`)).body
/** The row of a language in the table. */
function rowOf(html: string, language: string): string {
  const found = html.split('<tr').find((row) => row.includes(`?language=${language}#record`))
  return found?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') ?? ''
}
const post = (action: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/actions/${action}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

describe('a product’s page', () => {
  test('shows the state, the reason and the page of every language', async () => {
    const html = await read(0)
    expect(rowOf(html, 'de-de')).toMatch(
      / conflict .*both changed: title\. .* page \d+ publish .* by 2026-11-20-2/,
    )
    expect(rowOf(html, 'en-gb')).toMatch(/ up to date .* publish /)
    expect(html).toMatch(/<a href="http:\/\/127[^"]+gtin-\d+-en-gb\/" rel="noreferrer">page \d+<\/a>/)
    expect(rowOf(await read(1), 'en-gb')).toMatch(/ failing Failed on 2026-11-20 .*name is null/)
    expect(rowOf(await read(2), 'de-de')).toMatch(/ held A new version has been held since 2026-11-20/)
    expect(rowOf(await read(3), 'en-gb')).toContain('&lt;b&gt;Anwalt&lt;/b&gt;')
    expect(await read(3)).not.toContain('<b>')
    expect(rowOf(await read(4), 'en-gb')).toMatch(
      / retired Retired \(the page is a draft\): absent at the partner\. .* draft /,
    )
  })

  test('shows the three versions of a conflict and offers the decisions', async () => {
    const html = await read(0)
    expect(html).toContain('<ins>Band vom Redakteur</ins>')
    for (const choice of ['keep', 'overwrite', 'hold'])
      expect(html).toContain(`<input type="hidden" name="choice" value="${choice}">`)
    expect(html).toContain('<ins>Band vom Partner</ins>')
    expect(await read(2)).toContain('name="choice" value="accept"')
    expect(await read(3)).toContain('name="choice" value="release"')
  })

  test('shows the most severe language in full, or the one in the URL', async () => {
    expect(await read(0)).toContain(`${gtin(0)} in de-de`)
    expect(await read(1)).toContain(`${gtin(1)} in en-gb`)
    const german = await read(1, '?language=de-de')
    expect(german).toContain(`${gtin(1)} in de-de`)
    expect(german).toMatch(/<dt>item number<\/dt><dd>[^<]+<\/dd>/)
    expect(german).toContain('No edits since the mirror wrote it.')
  })

  test('shows an edit without a conflict, and offers to overwrite it', async () => {
    const html = await read(4, '?language=de-de')
    expect(html).toContain('Edited since the mirror wrote it:')
    expect(html).toContain('<ins>Nur der Redakteur</ins>')
    expect(html).toContain('name="choice" value="overwrite"')
    expect(await read(1, '?language=de-de')).not.toContain('name="choice" value="overwrite"')
  })

  test('lists the history, newest first', async () => {
    const history = (await read(1)).split('id="history"')[1] ?? ''
    expect([...history.matchAll(/class="badge (\w+)"/g)].map(([, what]) => what)).toEqual([
      'failed',
      'created',
      'created',
    ])
    expect(history).toContain('href="/runs/2026-11-20-3"')
  })

  test('fetches from the partner only on request', async () => {
    const before = (await stage.mock.stats()).totals.partner
    expect(await read(1)).toContain('Fetch from the partner')
    expect((await stage.mock.stats()).totals.partner).toEqual(before)
    expect(await read(1, '?language=en-gb&ask=partner')).toContain('name is null instead of a text')
    expect(await read(1, '?language=de-de&ask=partner')).toContain('Unchanged at the partner.')
    expect(await read(4, '?language=en-gb&ask=partner')).toContain(
      'The partner has no data in this language.',
    )
    expect(await read(2, '?language=de-de&ask=partner')).toMatch(/Changed at the partner:.*<del>/s)
  })

  test('is shown even if the CMS is down', async () => {
    const failing = open({
      cms: { ...mirror.cms, readPages: () => Promise.reject(new Error('no route to the CMS')) },
    })
    const { statusCode, body } = await failing.inject(`/products/${gtin(0)}`)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('no route to the CMS')])
    expect(body).toContain('name="choice" value="keep"')
    await failing.close()
  })
})

describe('an unknown product', () => {
  test.each([
    ['4006381333931', 404, 'no run in the last 90 days processed it', 'Sync this product'],
    ['4006381333932', 400, 'its check digit should be 1', 'below the bar code'],
    ['40063813', 400, 'has 8 digits', 'below the bar code'],
    [encodeURIComponent('<img src=x>'), 400, '&lt;img src=x&gt;', 'below the bar code'],
  ])('%s is a %d with the next step', async (code, status, reason, remedy) => {
    const { statusCode, body } = await get(`/products/${code}`)
    expect(statusCode).toBe(status)
    expect(body).toContain(reason)
    expect(body).toContain(remedy)
  })
})

describe('a form of the page', () => {
  test('resolves a conflict, and the page then shows it', async () => {
    const form = { gtin: gtin(0), language: 'de-de', choice: 'keep', back: `/products/${gtin(0)}` }
    const answer = await post('resolve', form)
    expect(answer.statusCode).toBe(303)
    const html = (await get(String(answer.headers.location))).body
    expect(html).toContain('Kept: the title')
    expect(html).not.toContain('Conflict: de-de')
  })

  test('syncs one product, and the page shows the result', async () => {
    await stage.mock.patchProduct(gtin(0), 'en-gb', { price: '8.00' })
    const back = `/products/${gtin(0)}`
    const answer = await post('start', { kind: 'sync', gtin: gtin(0), back })
    expect((await get(String(answer.headers.location))).body).toContain('(sync) started.')
    expect(rowOf(await read(0), 'en-gb')).toMatch(/ up to date Written by the last run, 2026-11-20-4/)
  })
})

test('a pending plan is shown on the records that it would change', async () => {
  const { listed } = mirror
  mirror.listed = listed.slice(1)
  const held = await hold(mirror)
  expect(rowOf(await read(0), 'de-de')).toContain(
    `The pending plan of run ${held} would retire it: left the catalogue.`,
  )
  mirror.listed = listed
})
