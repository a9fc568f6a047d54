import { describe, expect } from 'vitest'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { apply, go, only, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const test = withRecord()

describe('hold', () => {
  const held = (note: string) => ({
    result: 'held',
    reasons: [{ code: 'held', by: 'olive', at: expect.stringMatching(/^2026-11-20/), note }],
  })

  test('stops updates, run after run, until it is released', async ({ stage, mirror, record }) => {
    expect(await record.say('hold', 'wird gerade geprüft')).toMatchObject({ ok: true })
    await record.partner({ name: 'Neues Band' })
    const before = await stage.editor.page(record.key)
    for (let run = 0; run < 2; run++) {
      const { outcomes, run: report } = await sync(mirror)
      expect(only(outcomes)).toMatchObject(held('wird gerade geprüft'))
      expect(report.counts).toMatchObject({ records: 1, held: 1, updated: 0 })
    }
    expect(await stage.editor.page(record.key)).toEqual(before)
    expect(await record.say('release')).toMatchObject({ ok: true })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await record.title()).toBe('Neues Band')
  })

  test('keeps the first page of a record from being created', async ({ stage, record }) => {
    const mirror = stage.openMirror()
    expect(await resolveRecord(mirror, record.key, { choice: 'hold', by: 'olive' }, go)).toMatchObject({
      effect: { code: 'held', hasPage: false },
    })
    const pages = await stage.editor.recordPages()
    expect(only((await sync(mirror)).outcomes)).toMatchObject(held(''))
    expect(await stage.editor.recordPages()).toEqual(pages)
  })

  test.for(['absent at the partner', 'out of the catalogue'])(
    'stops the retirement of a record that is %s',
    async (where, { stage, mirror, record }) => {
      mirror.policy = { ...mirror.policy, retireAfterMisses: 1 }
      await record.say('hold')
      if (where === 'out of the catalogue') mirror.listed = []
      else await stage.mock.deleteProduct(record.key.gtin, 'de-de')
      expect(await record.outcome()).toMatchObject(held(''))
      expect((await stage.editor.page(record.key)).status).toBe('publish')
      await record.say('release')
      expect(await record.outcome()).toMatchObject({ result: 'retired' })
    },
  )

  test('stops the return of a retired page', async ({ stage, mirror, record }) => {
    const listed = mirror.listed
    mirror.listed = []
    await record.outcome()
    await record.say('hold')
    mirror.listed = listed
    expect(await record.outcome()).toMatchObject(held(''))
    expect((await stage.editor.page(record.key)).status).toBe('draft')
    await record.say('release')
    expect(await record.outcome()).toMatchObject({ result: 'restored' })
  })

  test.for(['an update', 'a retirement'])(
    'stops %s that is already planned',
    async (what, { stage, mirror, record }) => {
      if (what === 'a retirement') mirror.listed = []
      else await record.partner({ name: 'Neues Band' })
      const { runId } = await plan(mirror)
      const before = await stage.editor.page(record.key)
      await record.say('hold')
      const { outcomes } = await apply(mirror, runId)
      expect(only(outcomes)).toMatchObject(held(''))
      expect(await stage.editor.page(record.key)).toEqual(before)
    },
  )

  test('refuses every other decision until it is released, and a conflict waits', async ({ record }) => {
    await record.conflict()
    await record.say('hold')
    for (const choice of ['keep', 'overwrite', 'accept'] as const)
      expect(await record.say(choice)).toMatchObject({
        ok: false,
        code: 'held',
        allowed: ['hold', 'release'],
        obstacle: { code: 'held', hold: { by: 'olive' } },
      })
    await record.outcome()
    expect((await record.waiting())?.conflict).toBeDefined()
    await record.say('release')
    expect(await record.say('keep')).toMatchObject({ ok: true })
  })
})

describe('accept', () => {
  const blanks = { application: '', advantages: '', item_number: '' }

  test('writes only the version that was held', async ({ mirror, record }) => {
    await record.partner(blanks)
    const first = await record.outcome()
    expect(first).toMatchObject({
      result: 'held',
      reasons: [{ code: 'suspect', blanks: { code: 'fields' } }],
    })
    expect((await record.waiting())?.suspect).toMatchObject({
      blanks: { code: 'fields', fields: [expect.anything(), expect.anything(), expect.anything()] },
    })
    expect(await record.say('accept')).toMatchObject({ ok: true })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await record.waiting()).toBeUndefined()
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, held: 0 })
  })

  test('ends when the partner sends another version, which is judged again', async ({ record }) => {
    await record.partner(blanks)
    await record.outcome()
    await record.say('accept')
    await record.partner({ price: 99 })
    expect(await record.outcome()).toMatchObject({ result: 'held' })
    expect((await record.waiting())?.pending).toBeUndefined()
    expect((await record.waiting())?.suspect).toBeDefined()
    await record.partner({ application: 'Kleben.', advantages: 'dicht', item_number: '4711' })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await record.waiting()).toBeUndefined()
  })

  test('is refused when no version is held', async ({ record }) => {
    expect(await record.say('accept')).toMatchObject({
      ok: false,
      obstacle: { code: 'nothing-blocked' },
      allowed: ['overwrite', 'hold'],
    })
  })
})

test('a refusal reports that a record is not mirrored or not in conflict, with the allowed choices', async ({
  mirror,
  record,
}) => {
  const stranger = { gtin: '4006381333931', language: 'de-de' }
  expect(await resolveRecord(mirror, stranger, { choice: 'keep', by: 'olive' }, go)).toMatchObject({
    ok: false,
    code: 'no_such_record',
    obstacle: { code: 'no-page' },
    allowed: ['hold'],
  })
  expect(await record.say('keep')).toMatchObject({ code: 'nothing_to_resolve' })
  expect(await record.say('release')).toMatchObject({ obstacle: { code: 'nothing-pending' } })
})

test('open decisions are listed by record, up to a limit', async ({ mirror, record }) => {
  await record.conflict()
  await record.say('hold')
  for (const gtin of ['1', '2']) {
    const suspect = { digest: 'd', blanks: { code: 'name' as const }, runId: 'r', at: 'x' }
    await mirror.suspects.save([{ key: { gtin, language: 'de-de' }, value: suspect }])
  }
  const all = await listOpenDecisions(mirror, 10)
  expect(all).toMatchObject({
    more: false,
    waiting: [
      { gtin: '1', suspect: {} },
      { gtin: '2', suspect: {} },
      { ...record.key, conflict: {}, pending: { kind: 'hold' } },
    ],
  })
  expect(await listOpenDecisions(mirror, 2)).toMatchObject({ more: true, waiting: [{}, {}] })
})
