import { readTemplates } from '../../../../config/templates.ts'
import { createRenderer } from '../../../../src/core/render/renderer.ts'
import { because } from '../../../helpers/content/reason-of.ts'
import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hold } from '../../../helpers/sync/held-plan.ts'
import { openStage, type Mirror, type Stage } from '../../../helpers/sync/sync-deps.ts'
import { plan, sync } from '../../../helpers/sync/sync-run.ts'
import { verify } from '../../../helpers/sync/verify-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { aRun, opsApp, startOps } from '../../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let app: FastifyInstance
let first: string
let second: string
let third: string
let held: string
const gtin = (index: number): string => stage.gtins[index] ?? ''

beforeAll(async () => {
  ;[ops, stage] = await Promise.all([startOps(), openStage({ gtins: 6, languages: 'de-de,en-gb' })])
  const renderer = createRenderer({ ...(await readTemplates()), jsonLd: 'off' })
  mirror = stage.openMirror({ policy: { retireAfterMisses: 1 }, renderer })
  app = opsApp(ops.deps, depsOfMirror(mirror, ops.deps))
  first = (await sync(mirror)).run.id
  mirror.pass(3_600_000)
  await stage.mock.patchProduct(gtin(0), 'de-de', { name: '=cmd|calc', price: '99.90' })
  await stage.mock.patchProduct(gtin(1), 'en-gb', { language: 'fr-fr' })
  const edited = await stage.editor.page({ gtin: gtin(2), language: 'de-de' })
  await stage.editor.edit(edited.id, { title: 'Vom Redakteur' })
  await stage.mock.patchProduct(gtin(2), 'de-de', { name: 'Vom Partner' })
  await stage.mock.patchProduct(gtin(3), 'en-gb', { price: '7.00' })
  second = (await sync(mirror)).run.id
  mirror.pass(3_600_000)
  // A run with many failures retires nothing.
  await stage.mock.patchProduct(gtin(1), 'en-gb', { price: '1.00', language: 'en-gb' })
  await stage.mock.patchProduct(gtin(3), 'en-gb', { price: '8.00' })
  third = (await sync(mirror)).run.id
  mirror.pass(3_600_000)
  mirror.listed = mirror.listed.slice(0, 2)
  await stage.mock.patchProduct(gtin(0), 'de-de', { price: '101.00' })
  held = await hold(mirror)
})
afterAll(async () => {
  await app.close()
  await stage.tidy()
  await Promise.all([ops.close(), stage.close()])
})

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })
const read = async (url: string) => (await get(url)).body
/** The lines of the changes: product, kind, content and languages. */
const linesOf = (html: string): string[] =>
  html
    .split('<article class="change" data-gtin="')
    .slice(1)
    .flatMap((article) => {
      const code = article.slice(0, 13)
      return [...article.matchAll(/<(?:summary|div class="line")>(.*?)<\/(?:summary|div)>/gs)].map(
        ([, line = '']) =>
          `${code} ${line
            .replace(/<[^>]*>/g, '')
            .replace(/\s+/g, ' ')
            .trim()}`,
      )
    })
/** The records of a list that is not grouped over languages. */
const changesOf = (html: string): string[] => [
  ...new Set(
    linesOf(html).map((line) => {
      const [code, what] = line.split(' ')
      return `${what} ${code}/${/(\w\w-\w\w)(?: page \d+)?$/.exec(line)?.[1]}`
    }),
  ),
]

describe('the list of runs', () => {
  test('shows each with its state and result, the newest first', async () => {
    const html = await read('/runs')
    const ids = [...html.matchAll(/<th scope="row"><a href="\/runs\/([^"]+)">/g)].map(([, id]) => id)
    expect(ids).toEqual([held, third, second, first])
    expect(html).toContain('12 created')
    expect(html).toMatch(/<small>sync from (a terminal|the schedule|the API|the dashboard)<\/small>/)
    expect(html).toContain('planned: 8 retirements, 1 update')
    expect(html).not.toContain('Older')
  })

  test('explains what to do before the first run', async () => {
    const fresh = opsApp(ops.deps)
    expect((await fresh.inject('/runs')).body).toContain('No run yet')
    await fresh.close()
  })
})

describe('a run’s page', () => {
  test('shows first the records that need a decision, by kind, language and reason', async () => {
    const html = await read(`/runs/${second}`)
    expect(changesOf(html)).toEqual([
      `failed ${gtin(1)}/en-gb`,
      `kept ${gtin(2)}/de-de`,
      ...[`${gtin(0)}/de-de`, `${gtin(3)}/en-gb`].sort().map((id) => `updated ${id}`),
    ])
    expect(html).toMatch(/failed 1<\/a>.*kept 1<\/a>.*updated 2<\/a>/s)
    expect(html).toContain('1 of 12 records failed. 2 updated, 1 kept.')
    const reason = html.match(/href="([^"]+)"[^>]*>Editor and partner both changed title/)?.[1] ?? ''
    expect(changesOf(await read(reason.replaceAll('&amp;', '&')))).toEqual([`kept ${gtin(2)}/de-de`])
    expect(changesOf(await read(`/runs/${second}?language=en-gb`))).toEqual([
      `failed ${gtin(1)}/en-gb`,
      `updated ${gtin(3)}/en-gb`,
    ])
  })

  test('shows a change word by word, in the partner’s version and on the page', async () => {
    const html = await read(`/runs/${second}?what=updated`)
    expect(linesOf(html)).toContainEqual(
      expect.stringMatching(new RegExp(`^${gtin(0)} updated price [\\d.]+ → 99\\.9 de-de$`)),
    )
    expect(html).toMatch(
      /<td data-side="before"><del>[\d.]+<\/del><\/td>\s*<td data-side="after"><ins>99.9<\/ins>/,
    )
    expect(html).toContain('<ins>=cmd|calc</ins>')
    expect(html.split('On the page')[1]).toContain('<ins>99,90')
  })

  test('keeps the fields and versions of a change when a later run has written the record', async () => {
    const change = (await read(`/runs/${second}?what=updated`))
      .split('<article')
      .find((part) => part.includes(gtin(3)))
    expect(change).toContain('<span class="label">price</span>')
    expect(change).toMatch(/no longer kept\. Product version \S{7} → \S{7}/)
    expect(change).not.toContain('<del>')
  })

  test('of a held plan shows the planned changes, with buttons to approve and to discard', async () => {
    const html = await read(`/runs/${held}`)
    expect(linesOf(html).filter((line) => line.includes(' retire '))).toEqual(
      [2, 3, 4, 5]
        .map(gtin)
        .sort()
        .map((code) => `${code} retire Left the catalogue. de-de, en-gb`),
    )
    expect(changesOf(html)).toContain(`update ${gtin(0)}/de-de`)
    expect(html).toMatch(/all 9<\/a>.*>retire 8<\/a>.*>update 1<\/a><\/li>\s*<\/ul>/s)
    expect(html).toContain('Would retire 8 of 12 pages')
    expect(html).toMatch(
      /class="lead">Run \S+ has been held since <time [^>]*>[^<]*<\/time>: [^<]*\. Nothing has been written\.</,
    )
    expect(html).toMatch(/<del>99.9<\/del>.*<ins>101<\/ins>/s)
    expect(html).toContain('action="/actions/approve"')
    expect(html).toMatch(/name="only" value="updates".*Approve only 1 update</s)
    expect(html).toMatch(/name="only" value="retirements".*Approve only 8 retirements</s)
    expect(html).toContain('action="/actions/cancel"')
    expect(html).not.toContain('action="/actions/undo"')
  })

  test('filters the changes by kind, language, field and text', async () => {
    const of = async (query: string) => [
      ...new Set(linesOf(await read(`/runs/${second}?${query}`)).map((line) => line.slice(0, 13))),
    ]
    expect(await of('field=price')).toEqual([gtin(0), gtin(3)].sort())
    expect(await of('field=price&language=en-gb')).toEqual([gtin(3)])
    expect(await of('field=title')).toEqual([gtin(2)])
    expect(await of('what=updated&text=CALC')).toEqual([gtin(0)])
    expect(await of(`text=${gtin(2).slice(3, 11)}`)).toContain(gtin(2))
    const none = await read(`/runs/${second}?text=nothing+like+this`)
    expect(none).toContain('No matching records')
    expect(none).toContain('value="nothing like this"')
    const planned = await read(`/runs/${held}?field=price`)
    expect(linesOf(planned)).toEqual([`${gtin(0)} update price 99.9 → 101 de-de`])
    expect(planned).toContain('<option value="price" selected>price (1)</option>')
  })

  test('offers a sample, a language, a kind and a pattern of a held plan for approval', async () => {
    const html = await read(`/runs/${held}`)
    const forms = html.split('<form').filter((form) => form.includes('action="/actions/approve"'))
    expect(forms.find((form) => form.includes('name="sample"'))).toMatch(
      /type="number" min="1" max="8" value="8"/,
    )
    expect(forms.find((form) => form.includes('name="language"'))).toMatch(
      /<option value="de-de">de-de \(5\)<\/option><option value="en-gb">en-gb \(4\)<\/option>/,
    )
    expect(forms.filter((form) => form.includes('name="only"'))).toHaveLength(2)
    expect(forms.filter((form) => /name="pattern" value="[12]"/.test(form))).toHaveLength(2)
    expect(html.indexOf('aria-label="Changes by pattern"')).toBeLessThan(html.indexOf('id="changes"'))
  })

  test('offers undo after a write, and cancel while the run is active', async () => {
    expect(await read(`/runs/${second}`)).toContain('action="/actions/undo"')
    const runs = { ...mirror.runs, read: async () => aRun({ state: 'writing' }) }
    const busy = opsApp(ops.deps, { ...depsOfMirror(mirror, ops.deps), runs })
    const html = (await busy.inject('/runs/2026-11-20-1')).body
    expect(html).toContain('action="/actions/cancel"')
    expect(html).not.toMatch(/action="\/actions\/(approve|undo)"/)
    await busy.close()
  })

  test('that does not exist is reported as such', async () => {
    const answer = await get('/runs/2020-01-01-1')
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      expect.stringContaining('Run 2020-01-01-1 does not exist'),
    ])
    expect((await get('/runs/2020-01-01-1.csv')).statusCode).toBe(404)
  })
})

describe('a download', () => {
  test('as JSON contains the run and every change with its content', async () => {
    const answer = await get(`/runs/${second}.json`)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="run-${second}.json"`)
    const { run, changes } = answer.json()
    expect(run).toMatchObject({ id: second, state: 'partial' })
    expect(changes).toHaveLength(4)
    const updated = changes.find(({ gtin: code }: { gtin: string }) => code === gtin(0))
    expect(updated.product).toContainEqual({ field: 'price', before: expect.any(String), after: '99.9' })
    expect(updated.page.map(({ field }: { field: string }) => field)).toContain('title')
    expect((await get(`/runs/${held}.json`)).json().changes).toHaveLength(9)
  })

  test('as CSV has a line per field, and no cell that a spreadsheet would evaluate', async () => {
    const { body, headers } = await get(`/runs/${second}.csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows: Record<string, string>[] = parse(body, { columns: true, bom: true })
    expect(rows.map(({ gtin: code, what }) => `${what} ${code}`)).toContain(`failed ${gtin(1)}`)
    const name = rows.find(({ of, field }) => of === 'partner' && field === 'name')
    expect(name).toMatchObject({ name: "'=cmd|calc", after: "'=cmd|calc" })
  })

  test('as Markdown has a section per record', async () => {
    const { body } = await get(`/runs/${second}.md`)
    expect(body).toContain(`# Run ${second}`)
    expect(body).toContain(`## ${gtin(0)}/de-de: updated`)
    expect(body).toMatch(/@@ partner: price @@\n- [\d.]+\n\+ 99\.9/)
  })
})

test.each(['json', 'csv', 'md'])(
  'a download as %s names one of several mirrors in commands',
  async (format) => {
    const place = { id: 'brand-a', base: '/m/brand-a' }
    const named = opsApp(ops.deps, { ...depsOfMirror(mirror, ops.deps), place })
    const { body } = await named.inject(`/runs/${second}.${format}`)
    expect(body).toContain(`product-mirror resolve --mirror brand-a ${gtin(2)} de-de keep`)
    expect(body).not.toMatch(/product-mirror \w+ (?!--mirror)/)
    await named.close()
  },
)

test('the page of an active run shows its progress and updates it', async () => {
  const { runId } = await plan(mirror)
  const html = await read(`/runs/${runId}`)
  expect(html).toContain(`data-run="${runId}"`)
  expect(html).toMatch(/<script type="module" src="\/assets\/live.js/)
  expect(html).toContain('action="/actions/cancel"')
  // As after an approval: the run still contains the time when it was held.
  await mirror.runs.update(runId, { state: 'writing', finishedAt: mirror.now().toISOString() })
  const before = changesOf(await read(`/runs/${runId}`))
  const failed = {
    gtin: gtin(5),
    language: 'de-de',
    result: 'failed',
    reasons: because('no answer'),
  } as const
  await mirror.runs.saveOutcomes(runId, [failed])
  const after = changesOf(await read(`/runs/${runId}`))
  expect(after.filter((change) => !before.includes(change))).toEqual([`failed ${gtin(5)}/de-de`])
  await mirror.runs.update(runId, { state: 'cancelled', finishedAt: mirror.now().toISOString() })
  expect(await read(`/runs/${runId}`)).not.toContain('live.js')
})

test('the page of a verify and its downloads list the findings', async () => {
  const { id } = await stage.editor.page({ gtin: gtin(4), language: 'en-gb' })
  await stage.editor.removeForGood(id)
  const { run } = await verify(mirror)
  const html = await read(`/runs/${run.id}`)
  expect(html).toMatch(new RegExp(`Findings.*${gtin(4)}/en-gb.*<td>missing</td>`, 's'))
  const found = (await get(`/runs/${run.id}.json`)).json().findings
  expect(found).toContainEqual(expect.objectContaining({ gtin: gtin(4), language: 'en-gb', kind: 'missing' }))
  expect((await get(`/runs/${run.id}.csv`)).body).toContain(`${gtin(4)},en-gb,missing,`)
  expect((await get(`/runs/${run.id}.md`)).body).toContain(`## ${gtin(4)}/en-gb: missing`)
})
