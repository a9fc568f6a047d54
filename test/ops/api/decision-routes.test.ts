import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDecisions } from '../../helpers/content/decisions.ts'
import { openStage, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../mirror-ops.ts'
import { authorization, loopback, opsApp, startOps, withLogin } from '../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let record: ReturnType<typeof openDecisions>
let app: FastifyInstance
let url: string
beforeAll(async () => {
  ;[ops, stage] = await Promise.all([startOps(), openStage({ gtins: 1 })])
})
beforeEach(async () => {
  mirror = stage.openMirror()
  record = openDecisions(stage, mirror)
  await sync(mirror)
  app = open()
  url = `/api/decisions/${record.key.gtin}/de-de`
})
afterEach(async () => {
  await app.close()
  await stage.tidy()
})
afterAll(() => Promise.all([ops.close(), stage.close()]))

function open(config = loopback): FastifyInstance {
  return opsApp(ops.deps, { ...depsOfMirror(mirror, ops.deps), config })
}

const say = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers })
const read = async () => (await app.inject(url)).json()

describe('the list of decisions', () => {
  test('is empty at first', async () => {
    expect((await app.inject('/api/decisions')).json()).toEqual({ decisions: [], more: false })
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      error: {
        code: 'no_decision_needed',
        message: `${record.key.gtin}/de-de needs no decision. See GET /api/decisions.`,
      },
    })
  })

  test('has excerpts, and one record shows the full text', async () => {
    const { content } = await stage.editor.page(record.key)
    const row = /(?<=Artikelnummer<\/th><td>[^<]*)<\/td>/
    await record.editor({ content: content.raw.replace(row, ' Von Hand.</td>') })
    await record.partner({ item_number: 'NEU-1' })
    await record.outcome()
    const { decisions } = (await app.inject('/api/decisions')).json()
    const choices = ['keep', 'overwrite', 'hold']
    expect(decisions).toMatchObject([{ ...record.key, choices, conflict: { fields: [{ field: 'inner' }] } }])
    expect(decisions[0].conflict.fields[0].theirs).toMatch(/^[^<]* Von Hand\.$/)
    const full = await read()
    expect(full).toMatchObject({ ...record.key, choices, conflict: { fields: [{ field: 'inner' }] } })
    const [{ base, theirs, ours }] = full.conflict.fields
    expect(theirs).toContain(' Von Hand.</td>')
    expect(ours).toContain('NEU-1')
    expect(base).toMatch(/^<tr>.*<\/tr>$/)
  })

  test('ends at the limit and shows that there are more', async () => {
    const value = { digest: 'd', blanks: { code: 'name' as const }, runId: 'r', at: 'x' }
    for (const language of ['de-de', 'en-gb'])
      await mirror.suspects.save([{ key: { ...record.key, language }, value }])
    const { decisions, more } = (await app.inject('/api/decisions?limit=1')).json()
    expect({ count: decisions.length, more }).toEqual({ count: 1, more: true })
    expect(decisions[0]).toMatchObject({
      suspect: { digest: 'd', code: 'name', reason: 'the name became empty', runId: 'r', at: 'x' },
      choices: ['accept', 'hold'],
    })
  })
})

describe('a decision', () => {
  test('to overwrite is carried out by the next run', async () => {
    await record.conflict()
    const answer = await say({ choice: 'overwrite' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ message: expect.stringMatching(/^Saved: the next run overwrites/) })
    expect((await read()).pending).toMatchObject({ kind: 'overwrite', by: 'the dashboard' })
    await record.outcome()
    expect(await record.title()).toBe('Neues Band')
    expect((await app.inject(url)).statusCode).toBe(404)
  })

  test('to overwrite an edit without a conflict is accepted over a real connection', async () => {
    await record.editor({ title: 'Vom Redakteur' })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(address + url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choice: 'overwrite' }),
    })
    expect(await answer.json()).toEqual({
      message: expect.stringMatching(/^Saved: the next run overwrites the title/),
    })
  })

  test('to keep ends the conflict at once', async () => {
    await record.conflict()
    expect((await say({ choice: 'keep' })).statusCode).toBe(200)
    expect((await app.inject(url)).statusCode).toBe(404)
  })

  test('to hold stores its reason and the user', async () => {
    await app.close()
    app = open(withLogin)
    const answer = await say({ choice: 'hold', reason: 'wird geprüft' }, { authorization })
    expect(answer.statusCode).toBe(200)
    expect((await record.waiting())?.pending).toMatchObject({
      kind: 'hold',
      by: 'olive',
      reason: 'wird geprüft',
    })
  })

  test('that is impossible is rejected with the allowed choices, and an unknown record with 404', async () => {
    const none = await say({ choice: 'keep' })
    expect([none.statusCode, none.json().error]).toEqual([
      409,
      {
        code: 'nothing_to_resolve',
        message: expect.stringContaining('has no conflict'),
        allowed: ['overwrite', 'hold'],
      },
    ])
    await say({ choice: 'hold' })
    const held = await say({ choice: 'overwrite' })
    expect([held.statusCode, held.json().error]).toEqual([
      409,
      {
        code: 'held',
        message: expect.stringContaining('held by the dashboard'),
        allowed: ['hold', 'release'],
      },
    ])
    url = '/api/decisions/4006381333931/en-gb'
    const unknown = await say({ choice: 'release' })
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'no_such_record'])
  })

  test.each<[object, RegExp]>([
    [{}, /choice: .*"keep"\|"overwrite"\|"hold"\|"release"\|"accept"/],
    [{ choice: 'adopt' }, /choice: .*"keep"/],
    [{ choice: 'keep', reason: 'weil' }, /reason: a reason can only be given with hold, not with keep/],
    [{ choice: 'hold', reason: 'x'.repeat(501) }, /reason: a reason may have at most 500 characters/],
    [{ choice: 'hold', by: 'somebody else' }, /by: unknown; allowed are choice, reason/],
  ])('%j is rejected with its error', async (payload, said) => {
    const answer = await say(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(said),
    })
    expect(await record.waiting()).toBeUndefined()
  })

  test.each([
    ['GET', '/api/decisions?limit=0', 'limit'],
    ['GET', '/api/decisions/123/de-de', 'gtin'],
    ['POST', '/api/decisions/4006381333931/DE', 'language'],
  ] as const)('%s %s is rejected with its error', async (method, wrong, field) => {
    const answer = await app.inject({ method, url: wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toContain(field)
  })

  test('from another site is rejected, and requires the login if one is configured', async () => {
    const foreign = await say({ choice: 'hold' }, { origin: 'https://elsewhere.example' })
    expect(foreign.json()).toMatchObject({ error: { code: 'cross_site' } })
    await app.close()
    app = open(withLogin)
    expect((await say({ choice: 'hold' })).statusCode).toBe(401)
    expect((await app.inject('/api/decisions')).statusCode).toBe(401)
    expect(await record.waiting()).toBeUndefined()
  })
})
