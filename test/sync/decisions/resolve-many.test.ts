import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findDecisions, listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveMany } from '../../../src/sync/decisions/resolve-many.ts'
import { openStage, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'

let stage: Stage
let mirror: Mirror
beforeAll(async () => {
  stage = await openStage({ gtins: 3 })
})
beforeEach(async () => {
  mirror = stage.openMirror()
  await sync(mirror)
  for (const gtin of mirror.listed) await edit(gtin, 'Vom Redakteur', 'Vom Partner')
  await sync(mirror)
})
afterEach(() => stage.tidy())
afterAll(() => stage.close())

/** Editor and partner both change the title of a page. */
async function edit(gtin: string, theirs: string, ours: string): Promise<void> {
  const { id } = await stage.editor.page({ gtin, language: 'de-de' })
  await stage.editor.edit(id, { title: theirs })
  await stage.mock.patchProduct(gtin, 'de-de', { name: ours })
}

const titleOf = async (gtin = '') => (await stage.editor.page({ gtin, language: 'de-de' })).title.raw
const decide = (listed: Parameters<typeof resolveMany>[1], signal = go) =>
  resolveMany(mirror, listed, { choice: 'overwrite', by: 'olive' }, signal)

describe('a decision about many records', () => {
  test('does not overwrite a conflict that changed after it was listed', async () => {
    const listed = await findDecisions(mirror, {})
    const [first = '', second = '', third = ''] = mirror.listed.toSorted()
    await edit(second, 'Noch besser', 'Noch neuer')
    await sync(mirror)
    const { done, undecided } = await decide(listed)
    expect(done.map(({ gtin }) => gtin)).toEqual([first, third])
    expect(undecided).toMatchObject([{ gtin: second, code: 'changed', obstacle: { code: 'changed' } }])
    await sync(mirror)
    expect(await Promise.all([first, second, third].map(titleOf))).toEqual([
      'Vom Partner',
      'Noch besser',
      'Vom Partner',
    ])
  })

  test('does not repeat a decision that another operator made in the meantime', async () => {
    const listed = await findDecisions(mirror, {})
    await decide(listed.slice(0, 1))
    expect((await decide(listed)).undecided).toMatchObject([{ code: 'changed' }])
  })

  test('is made without a check if the records were never listed', async () => {
    const keys = mirror.listed.map((gtin) => ({ gtin, language: 'de-de' }))
    expect((await decide(keys)).done).toEqual(keys)
  })

  test('that is interrupted reports the records that it did not reach', async () => {
    const { done, undecided } = await decide(await findDecisions(mirror, {}), AbortSignal.abort())
    expect(done).toEqual([])
    expect(undecided.map(({ code }) => code)).toEqual(['interrupted', 'interrupted', 'interrupted'])
    expect(await mirror.decisions.count()).toBe(0)
  })
})

test('the list starts with those that need a decision, and reports that there are more than its limit', async () => {
  const [first = ''] = mirror.listed.toSorted()
  await resolveMany(mirror, [{ gtin: first, language: 'de-de' }], { choice: 'hold', by: 'olive' }, go)
  const { waiting, more } = await listOpenDecisions(mirror, 2)
  expect(waiting.map(({ pending }) => pending)).toEqual([undefined, undefined])
  expect(more).toBe(true)
  const held = await listOpenDecisions(mirror, 2, { kind: 'held' })
  expect(held).toMatchObject({
    waiting: [{ gtin: first, conflict: {}, pending: { kind: 'hold' } }],
    more: false,
  })
})
