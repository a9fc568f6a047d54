import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStage, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../mirror-ops.ts'
import { authorization, loopback, opsApp, startOps, withLogin } from '../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let app: FastifyInstance
beforeAll(async () => {
  ;[ops, stage] = await Promise.all([startOps(), openStage({ gtins: 3 })])
})
beforeEach(async () => {
  mirror = stage.openMirror()
  await sync(mirror)
  for (const gtin of mirror.listed) {
    const { id } = await stage.editor.page({ gtin, language: 'de-de' })
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await stage.mock.patchProduct(gtin, 'de-de', { name: 'Vom Partner' })
  }
  await sync(mirror)
  app = open()
})
afterEach(async () => {
  await app.close()
  await stage.tidy()
})
afterAll(() => Promise.all([ops.close(), stage.close()]))

const open = (config = loopback): FastifyInstance =>
  opsApp(ops.deps, { ...depsOfMirror(mirror, ops.deps), config })
const post = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/decisions', payload, headers })
const sorted = () => mirror.listed.toSorted()
const audit = async () => (await ops.deps.audit.list(1))[0]

describe('a decision about many records', () => {
  test('is counted first, and applies only to the counted records', async () => {
    const dry = (await post({ choice: 'keep', all: true, kind: 'conflict', dryRun: true })).json()
    expect(dry).toEqual({
      dryRun: true,
      matched: 3,
      kinds: { conflict: 3 },
      fields: { title: 3 },
      languages: { 'de-de': 3 },
      records: sorted().map((gtin) => ({ gtin, language: 'de-de', seen: expect.any(String) })),
    })
    const [first = '', second = ''] = sorted()
    await stage.mock.patchProduct(second, 'de-de', { name: 'Noch neuer' })
    await sync(mirror)
    const answer = await post({ choice: 'keep', records: dry.records.slice(0, 2) })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        message: expect.stringContaining(`Kept: the editor’s text of 1 record (${first}/de-de) stays.`),
        matched: 2,
        done: 1,
        left: 0,
        refused: [{ gtin: second, language: 'de-de', code: 'changed', reason: expect.any(String) }],
      },
    ])
    expect(await mirror.conflicts.count()).toBe(2)
  })

  test('is one entry of the audit log with its filter and its result', async () => {
    await post({ choice: 'hold', reason: 'wird geprüft', all: true, languages: ['de-de'], field: 'title' })
    expect(await audit()).toMatchObject({
      action: 'resolve hold',
      subject: 'all records, language de-de, field title',
      done: true,
      result: expect.stringMatching(/^Held: 3 records \(/),
    })
    const { decisions } = (await app.inject('/api/decisions?kind=held&language=de-de&limit=2')).json()
    expect(decisions).toMatchObject([{ pending: { reason: 'wird geprüft' } }, {}])
  })

  test('is rejected if it applies to no record, and so is the second of two equal ones', async () => {
    expect((await post({ choice: 'accept', all: true })).json().error).toMatchObject({
      code: 'nothing_to_resolve',
      message: 'No record was decided.',
    })
    const records = [{ gtin: sorted()[0], language: 'de-de' }]
    expect((await post({ choice: 'keep', records })).statusCode).toBe(200)
    const again = await post({ choice: 'keep', records })
    expect([again.statusCode, again.json().error.code]).toEqual([409, 'nothing_to_resolve'])
  })

  test.each<[object, RegExp]>([
    [{ choice: 'keep' }, /Give either records or all: true/],
    [
      { choice: 'keep', all: true, records: [{ gtin: '4006381333931', language: 'de-de' }] },
      /either records/,
    ],
    [
      { choice: 'keep', kind: 'open', records: [{ gtin: '4006381333931', language: 'de-de' }] },
      /either records/,
    ],
    [{ choice: 'keep', records: [{ gtin: '1', language: 'de-de' }] }, /records\.0\.gtin/],
    [{ choice: 'keep', all: true, field: 'price' }, /field: .*"title"/],
    [{ choice: 'keep', all: true, reason: 'weil' }, /reason: a reason can only be given with hold/],
    [{ choice: 'keep', dryRun: true, records: [{ gtin: '4006381333931', language: 'de-de' }] }, /dryRun/],
  ])('%j is rejected with its error', async (payload, said) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toMatch(said)
    expect(await mirror.conflicts.count()).toBe(3)
  })

  test('from another site is rejected, and requires the login if one is configured', async () => {
    const foreign = await post({ choice: 'keep', all: true }, { origin: 'https://elsewhere.example' })
    expect(foreign.json()).toMatchObject({ error: { code: 'cross_site' } })
    await app.close()
    app = open(withLogin)
    expect((await post({ choice: 'keep', all: true })).statusCode).toBe(401)
    expect((await app.inject('/decisions')).statusCode).toBe(401)
    expect(await mirror.conflicts.count()).toBe(3)
  })
})

describe('the form of a decision about many records', () => {
  const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/actions/resolve-many',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const records = () =>
    sorted()
      .map((gtin) => `${gtin}/de-de`)
      .join(' ')

  test('decides, and returns to the list with the result', async () => {
    const answer = await submit({ records: records(), choice: 'keep', back: '/decisions?kind=open' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toMatch(/^\/decisions\?kind=open&flash=/)
    expect(await mirror.conflicts.count()).toBe(0)
    expect(await audit()).toMatchObject({ subject: '3 selected records', done: true })
  })

  test('without the token of the dashboard or with a wrong record changes nothing', async () => {
    const wrong = await submit({ records: '123/de-de', choice: 'keep' })
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('is not a record')])
    await app.close()
    app = open(withLogin)
    const stale = await submit({ records: records(), choice: 'keep' }, { authorization })
    expect([stale.statusCode, stale.json().error.code]).toEqual([403, 'stale_form'])
    expect(await mirror.conflicts.count()).toBe(3)
  })
})
