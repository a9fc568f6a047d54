import { beforeEach, expect, test } from 'vitest'
import { openDecisions } from '../helpers/content/decisions.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { snapshotOf, sync } from '../helpers/sync/sync-run.ts'
import { useStage } from '../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 1 })
let mirror: Mirror
let record: ReturnType<typeof openDecisions>
beforeEach(async () => {
  mirror = stage.openMirror()
  record = openDecisions(stage, mirror)
  await sync(mirror)
})

const content = async () => (await stage.editor.page(record.key)).content.raw
const repaired = expect.stringContaining('restored an old version of the mirrored block: repaired')
const above = '<!-- wp:paragraph -->\n<p>Von Hand.</p>\n<!-- /wp:paragraph -->\n\n'

/** The partner changes the record, a run writes it. */
async function change(item: string) {
  await record.partner({ item_number: item })
  return record.outcome()
}

test.each([1, 3])(
  'a block that is %i versions old is written over, the editor’s text around it stays',
  async (age) => {
    const opened = await content()
    for (let at = 1; at <= age; at++) await change(`NEU-${at}`)
    await record.editor({ content: above + opened })
    const outcome = await change('ZULETZT')
    expect(outcome).toMatchObject({ result: 'updated', reason: repaired })
    expect(outcome).not.toHaveProperty('kept')
    expect(await content()).toContain('ZULETZT')
    expect((await content()).startsWith(above)).toBe(true)
    expect(await record.waiting()).toBeUndefined()
  },
)

test('the engine’s own rewriting of an old block does not hide its age', async () => {
  const opened = await content()
  await change('NEU-1')
  await record.editor({ content: opened.replaceAll('<p>', '<p class="x">').replaceAll('\n', '\r\n') })
  expect(await change('NEU-2')).toMatchObject({ result: 'updated', reason: repaired })
})

test('an old block with an edit of its own in it is an edit', async () => {
  const opened = await content()
  await change('NEU-1')
  await record.editor({ content: opened.replace('</p>', ' Von Hand.</p>') })
  expect(await change('NEU-2')).toMatchObject({ result: 'kept', conflicts: ['inner'] })
  expect(await content()).toContain('Von Hand.')
})

test('an old block that the partner’s next version equals needs no write, and later changes go on as ever', async () => {
  const opened = await content()
  const { item_number } = (await snapshotOf(mirror, record.key)).product
  await change('NEU-1')
  await record.editor({ content: opened })
  expect(await change(item_number)).toMatchObject({ result: 'unchanged' })
  expect(await change('NEU-2')).not.toHaveProperty('kept')
  expect(await content()).toContain('NEU-2')
})

test('a version that was decided for the editor still counts as old when it comes back', async () => {
  const opened = await content()
  await record.editor({ content: opened.replace('</p>', ' Von Hand.</p>') })
  await change('NEU-1')
  await record.say('keep')
  await record.editor({ content: opened })
  expect(await change('NEU-2')).toMatchObject({ result: 'updated', reason: repaired })
})

test('only the last ten versions are known, and retiring forgets none', async () => {
  const opened = await content()
  for (let at = 1; at <= 11; at++) await change(`NEU-${at}`)
  const { past = [] } = await snapshotOf(mirror, record.key)
  expect(past).toHaveLength(10)
  const { listed } = mirror
  mirror.listed = []
  await record.outcome()
  mirror.listed = listed
  await record.outcome()
  expect((await snapshotOf(mirror, record.key)).past).toEqual(past)
  await record.editor({ content: opened })
  expect(await change('NEU-12')).toMatchObject({ conflicts: ['inner'] })
})
