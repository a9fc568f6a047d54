import { describe, expect } from 'vitest'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, beforeNext, sync } from '../../helpers/sync/sync-run.ts'
import { putBack, startUndo, undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

// A page shows the content from before an undo, and the partner still sends the undone version. This is listed until one of
// them changes, whatever else happens to the record.

const test = withRecord()
  .extend('undone', { auto: true }, async ({ mirror, record }) => {
    const before = await record.title()
    await record.partner({ name: 'Falsches Band' })
    const wrong = await sync(mirror)
    const { run } = await undo(mirror, wrong.run.id)
    return { before, runId: run.id }
  })
  .extend(
    'pending',
    ({ mirror, record }) =>
      async () =>
        (await mirror.decisions.read([record.key]))[0],
  )

const listed = async (mirror: Mirror) =>
  (await listOpenDecisions(mirror, 9)).waiting.map((waiting) => waiting.pending?.kind)

function changeTemplate(mirror: Mirror, digest = 'another template'): void {
  const old = mirror.renderer
  const render: typeof old.render = (...all) => ({ ...old.render(...all), excerpt: digest })
  mirror.renderer = { ...old, digest, render }
}

describe('a release is not carried out by a write of the old product', () => {
  test('that an approved plan holds', async ({ mirror, record, undone, pending }) => {
    changeTemplate(mirror)
    const runId = await hold(mirror)
    await record.say('release')
    expect((await approve(mirror, runId)).passed).toBe(true)
    await apply(mirror, runId)
    expect(await record.title()).toBe(undone.before)
    await sync(mirror)
    expect(await record.title()).toBe('Falsches Band')
    expect(await pending()).toBeUndefined()
  })

  test('that verify repairs', async ({ stage, mirror, record, undone }) => {
    await record.say('release')
    await stage.editor.removeForGood((await stage.editor.page(record.key)).id)
    await verify(mirror, { repair: true })
    expect(await record.title()).toBe(undone.before)
    await sync(mirror)
    expect(await record.title()).toBe('Falsches Band')
  })
})

test('the run that wrote the partner’s version again can also be undone, and that is listed', async ({
  mirror,
  record,
  undone,
}) => {
  await record.say('release')
  const released = await sync(mirror)
  expect(await listed(mirror)).toEqual([])
  await undo(mirror, released.run.id)
  expect(await record.title()).toBe(undone.before)
  expect(await listed(mirror)).toEqual(['skip'])
  changeTemplate(mirror)
  await sync(mirror)
  expect(await record.title()).toBe(undone.before)
  expect(await listed(mirror)).toEqual(['skip'])
})

describe('a version that was only seen ends nothing', () => {
  test('the partner takes its change back, and makes it again', async ({ mirror, record, undone }) => {
    await record.partner({ name: undone.before })
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
    expect(await listed(mirror)).toEqual([])
    await record.partner({ name: 'Falsches Band' })
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1 })
    expect(await record.title()).toBe('Falsches Band')
  })

  test.for(['skip', 'accept'])(
    'a plan of the next one is dropped, and the partner goes back: %s',
    async (kind, { mirror, record, undone }) => {
      if (kind === 'accept') await record.say('release')
      await record.partner({ name: 'Ganz anders' })
      const runId = await hold(mirror)
      await mirror.runs.update(runId, { state: 'cancelled' })
      expect(await listed(mirror)).toEqual([kind])
      await record.partner({ name: 'Falsches Band' })
      await sync(mirror)
      expect(await record.title()).toBe(kind === 'skip' ? undone.before : 'Falsches Band')
      expect(await listed(mirror)).toEqual(kind === 'skip' ? ['skip'] : [])
    },
  )

  test('the next one is suspiciously blank, and the partner goes back', async ({ mirror, record }) => {
    await record.partner({ name: '' })
    await sync(mirror)
    await record.partner({ name: 'Falsches Band' })
    await sync(mirror)
    expect(await listed(mirror)).toEqual(['skip'])
  })
})

describe('released twice', () => {
  test('it still gets the partner’s version', async ({ mirror, record }) => {
    await record.say('release')
    expect(await record.say('release')).toMatchObject({
      ok: true,
      effect: { code: 'restores' },
    })
    await sync(mirror)
    expect(await record.title()).toBe('Falsches Band')
  })

  test('even with a hold in between, and the release is not reported as cancelled', async ({
    mirror,
    record,
  }) => {
    await record.say('release')
    expect(await record.say('hold')).toEqual({ ok: true, effect: { code: 'held', hasPage: true } })
    await record.say('release')
    await sync(mirror)
    expect(await record.title()).toBe('Falsches Band')
  })

  test('an overwrite in between is refused with the reason', async ({ record, pending }) => {
    await record.say('release')
    expect(await record.say('overwrite')).toMatchObject({
      ok: false,
      obstacle: { code: 'not-shown' },
    })
    expect(await pending()).toMatchObject({ kind: 'accept' })
  })
})

test('a release that meets an editor’s text ends in a conflict', async ({ mirror, record }) => {
  await record.say('release')
  await record.editor({ title: 'Vom Redakteur' })
  expect(await record.outcome()).toMatchObject({ conflicts: ['title'] })
  expect(await listed(mirror)).toEqual([undefined])
})

test('without a stored decision the snapshot decides, and a release works', async ({ mirror, record }) => {
  await mirror.decisions.remove([record.key])
  expect(await record.say('accept')).toMatchObject({ ok: false, allowed: ['hold', 'release'] })
  await record.say('release')
  await sync(mirror)
  expect(await record.title()).toBe('Falsches Band')
})

test('keeping an editor’s text leaves a release as it is', async ({ mirror, record }) => {
  await record.editor({ excerpt: 'Vom Redakteur' })
  changeTemplate(mirror)
  expect(await record.outcome()).toMatchObject({ conflicts: ['excerpt'] })
  await record.say('release')
  expect(await record.say('keep')).toMatchObject({ ok: true })
  await sync(mirror)
  expect(await record.title()).toBe('Falsches Band')
})

describe('another undo takes nothing off the list', () => {
  test('of a template, nor does undoing that', async ({ mirror, record, undone, pending }) => {
    changeTemplate(mirror)
    const template = await sync(mirror)
    const again = await undo(mirror, template.run.id)
    expect(await pending()).toMatchObject({ kind: 'skip', reason: `undone with run ${undone.runId}` })
    await undo(mirror, again.run.id)
    expect(await pending()).toMatchObject({ kind: 'skip' })
    expect(await record.title()).toBe(undone.before)
  })

  test('of a retirement, and its release writes the partner’s version', async ({
    mirror,
    record,
    pending,
  }) => {
    const { listed: all } = mirror
    mirror.listed = []
    const retired = await sync(mirror)
    expect(retired.run.counts.retired).toBe(1)
    await undo(mirror, retired.run.id)
    expect(await pending()).toMatchObject({ kind: 'hold', skips: expect.any(String) })
    mirror.listed = all
    await record.say('release')
    await sync(mirror)
    expect(await record.title()).toBe('Falsches Band')
  })
})

test('a record that was retired and returns shows the same content as before, and stays listed', async ({
  mirror,
  record,
  undone,
}) => {
  const { listed: all } = mirror
  mirror.listed = []
  await sync(mirror)
  mirror.listed = all
  // A full response with a product, not HTTP 304.
  const [head] = await mirror.snapshots.heads([record.key])
  await mirror.snapshots.confirm([{ key: record.key, etag: undefined, digest: head?.digest }])
  expect((await sync(mirror)).run.counts).toMatchObject({ restored: 1 })
  expect(await record.title()).toBe(undone.before)
  expect(await listed(mirror)).toEqual(['skip'])
})

test('an undo does not overwrite a decision that was made while it was running', async ({
  mirror,
  record,
  undone,
  pending,
}) => {
  await record.say('release')
  const released = await sync(mirror)
  const run = await startUndo(mirror, released.run.id)
  beforeNext(mirror, 'writePages', () => record.say('hold', 'wird geprüft'))
  await putBack(mirror, run)
  expect(await pending()).toMatchObject({ kind: 'hold', by: 'olive' })
  expect(await record.title()).toBe(undone.before)
  await record.say('release')
  expect(await pending()).toMatchObject({ kind: 'accept', released: true })
})
