import { expect } from 'vitest'
import { resolveRecord } from '../../src/sync/decisions/resolve-record.ts'
import { finishRun } from '../../src/sync/runs/finish-run.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { notUndone } from '../helpers/content/reason-of.ts'
import { withoutDigests } from '../../src/core/merge/text-digests.ts'
import { slugOf } from '../../src/core/record/record.ts'
import { writeGraceMs } from '../helpers/sync/sync-deps.ts'
import { apply, go, inputOf, only, outcomesOf, snapshotOf, sync } from '../helpers/sync/sync-run.ts'
import {
  addPlugin,
  expectInStep,
  lose,
  loseAndDie,
  withPlugin,
  writesOf,
} from '../helpers/sync/with-plugin.ts'
import { undo } from '../helpers/sync/undo.ts'

const test = withPlugin()

test('an update that landed is accepted as it is', async ({ stage, mirror, key, partnerChanges }) => {
  await sync(mirror)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const runId = await loseAndDie(stage, mirror)
  await apply(mirror, runId)
  expect(await writesOf(stage)).toBe(0)
  expect((await snapshotOf(mirror, key)).base.title).toBe('Neues Band ©')
  await expectInStep(stage, mirror, key)
})

test('an update that only removes text is recognised too, and an undo restores the text', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await partnerChanges({ trade_unit: 'Rolle', bundle_unit: 'Palette' })
  await sync(mirror)
  const text = async () => withoutDigests((await page()).content.raw)
  const before = await text()
  await partnerChanges({ bundle_unit: '' })
  const runId = await loseAndDie(stage, mirror)
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(await writesOf(stage)).toBe(0)
  expect(await text()).not.toContain('Palette')
  await undo(mirror, runId)
  expect(await text()).toBe(before)
})

test('an adopted page whose reply is lost is still mirrored, and its own content stays', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const adopting = stage.openMirror({ policy: { onSlugTaken: 'adopt' } })
  adopting.listed = mirror.listed
  addPlugin(adopting)
  const { id } = await stage.editor.create({
    title: 'Von Hand',
    content: '<p>Von Hand</p>',
    slug: slugOf(key),
    status: 'publish',
  })
  const runId = await loseAndDie(stage, adopting)
  await apply(adopting, runId)
  expect(await writesOf(stage)).toBe(0)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  expect(only((await sync(adopting)).outcomes)).toMatchObject({ result: 'updated', pageId: id })
  const { title, content } = await stage.editor.page(key)
  expect(title.raw).toBe('Von Hand')
  expect(content.raw).toMatch(/^<p>Von Hand ©<\/p>[^]*ZWEI ©/)
})

test('the partner’s change after an update that landed is written', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const runId = await loseAndDie(stage, mirror)
  await mirror.runs.update(runId, { state: 'failed' })
  await partnerChanges({ item_number: 'ANDERS' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect((await page()).content.raw).toContain('ANDERS ©')
  await expectInStep(stage, mirror, key)
})

test('in an update that landed, fields that were left to an editor stay left', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  await stage.editor.edit((await page()).id, { title: 'Von Hand' })
  await partnerChanges({ item_number: 'ZWEI' })
  const runId = await loseAndDie(stage, mirror)
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
  await partnerChanges({ name: 'Neues Band', item_number: 'DREI' })
  await sync(mirror)
  expect((await page()).title.raw).toBe('Von Hand')
  expect((await page()).content.raw).toContain('DREI ©')
})

test('an editor’s save on a page that the update never reached stays the editor’s', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  await partnerChanges({ item_number: 'ZWEI' })
  const runId = await loseAndDie(stage, mirror, 'sends nothing')
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.raw.replace(' ©', ' Von Hand ©') })
  mirror.pass(writeGraceMs)
  await apply(mirror, runId)
  expect(only(await outcomesOf(mirror, runId))).toMatchObject({ conflicts: ['inner'] })
  expect((await page()).content.raw).toContain('Von Hand')
})

test('an undo does not claim to restore a block whose update had a lost reply and was written once more', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.raw.replace(' ©', ' Von Hand ©') })
  await partnerChanges({ name: 'Neues Band', intro: 'Neu', item_number: 'ZWEI', application: 'Anders' })
  const runId = await loseAndDie(stage, mirror)
  await apply(mirror, runId)
  expect(await writesOf(stage)).toBe(1)
  expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({
    result: 'kept',
    reason: expect.stringContaining('its earlier text was not kept'),
  })
  expect((await page()).content.raw).toContain('Von Hand')
})

test('an undo also restores the content that an unacknowledged update before its run replaced', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  const before = await page()
  await partnerChanges({ name: 'Neues Band', intro: 'Neu', item_number: 'ZWEI' })
  const lost = await loseAndDie(stage, mirror)
  await mirror.runs.update(lost, { state: 'failed' })
  await partnerChanges({ item_number: 'ANDERS' })
  const { run } = await sync(mirror)
  await undo(mirror, run.id)
  const { title, excerpt, content } = await page()
  expect({ title: title.raw, excerpt: excerpt.raw }).toEqual({
    title: before.title.raw,
    excerpt: before.excerpt.raw,
  })
  expect(content.raw).not.toMatch(/ZWEI|ANDERS/)
})

test('an undo does not take an update that landed for the earlier text of an edited page, though a second try was lost', async ({
  stage,
  mirror,
  partnerChanges,
  page,
}) => {
  await sync(mirror)
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.raw.replace(/(<h2[^>]*>)[^<]*/, '$1Von Hand') })
  await partnerChanges({ name: 'Falsches Band', item_number: 'NEU-1' })
  const runId = await lose(stage, mirror)
  mirror.pass(writeGraceMs)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  expect((await writePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
  await stage.mock.clearFaults()
  mirror.pass(writeGraceMs)
  expect(await writePages(mirror, input, go)).toMatchObject({ waitMs: 0 })
  await finishRun(mirror, runId)

  const { outcomes } = await undo(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'kept', reasons: notUndone({ code: 'undo-no-text' }) })
  expect((await page()).title.raw).toBe('Falsches Band ©')
})

test('an editor’s text that the plug-in rewrote with our update can be overwritten', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  page,
}) => {
  await partnerChanges({ item_number: 'EINS', trade_unit: 'Rolle' })
  await sync(mirror)
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.raw.replace('EINS ©', 'VON HAND') })
  await partnerChanges({ item_number: 'ZWEI', trade_unit: 'Palette' })
  await sync(mirror)
  expect((await page()).content.raw).toContain('VON HAND ©')
  expect(await resolveRecord(mirror, key, { choice: 'overwrite', by: 'olive' }, go)).toMatchObject({
    ok: true,
  })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ reasons: [{ code: 'overwritten' }] })
  expect((await page()).content.raw).not.toContain('VON HAND')
})
