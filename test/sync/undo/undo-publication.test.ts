import { describe, expect } from 'vitest'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { go, only, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withWaitingDraft } from '../../helpers/sync/with-waiting-draft.ts'

const test = withWaitingDraft()

describe('of a draft that waits for fields, an undo', () => {
  test('of the create leaves the draft, which is published when the record is released', async ({
    mirror,
    key,
    partner,
    page,
    waiting,
  }) => {
    const { runId } = await waiting()
    expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
    await partner({ price: '9' })
    await sync(mirror)
    expect((await page()).status).toBe('draft')
    await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)
    await sync(mirror)
    expect((await page()).status).toBe('publish')
  })

  test('of the publication makes the page a draft that waits, until the record is released', async ({
    mirror,
    partner,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    await partner({ price: '9' })
    const { run } = await sync(mirror)
    const undone = await undo(mirror, run.id)
    expect(only(undone.outcomes)).toMatchObject({ result: 'undone' })
    expect((await page()).status).toBe('draft')
    expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
    await sync(mirror)
    expect((await page()).status).toBe('draft')
    await undo(mirror, undone.run.id)
    expect((await page()).status).toBe('publish')
    expect(await state()).toBeUndefined()
  })

  test('of a publication without another change holds the record', async ({
    another,
    key,
    page,
    waiting,
  }) => {
    await waiting()
    const lenient = another([])
    const { run } = await sync(lenient)
    expect((await page()).status).toBe('publish')
    expect(only((await undo(lenient, run.id)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await page()).status).toBe('draft')
    expect(await lenient.decisions.read([key])).toMatchObject([{ kind: 'hold' }])
    await sync(lenient)
    expect((await page()).status).toBe('draft')
    await resolveRecord(lenient, key, { choice: 'release', by: 'op' }, go)
    await sync(lenient)
    expect((await page()).status).toBe('publish')
  })

  test('of the retirement leaves a draft that waits', async ({
    stage,
    mirror,
    key,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    await stage.mock.deleteProduct(key.gtin)
    const { run } = await sync(mirror)
    await undo(mirror, run.id)
    expect((await page()).status).toBe('draft')
    expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
  })
})
