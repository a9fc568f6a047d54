import { withoutDigests } from '../../src/core/merge/text-digests.ts'
import { expect } from 'vitest'
import type { openDecisions } from '../helpers/content/decisions.ts'
import type { Stage } from '../helpers/sync/sync-deps.ts'
import { snapshotOf } from '../helpers/sync/sync-run.ts'
import { withRecord } from '../helpers/sync/with-mirror.ts'

const test = withRecord()

type Mirrored = ReturnType<typeof openDecisions>

const content = async (stage: Stage, record: Mirrored) => (await stage.editor.page(record.key)).content.raw
const repaired = expect.stringContaining(
  'restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
)
const above = '<!-- wp:paragraph -->\n<p>Von Hand.</p>\n<!-- /wp:paragraph -->\n\n'

/** The partner changes the record, a run writes it. */
async function change(record: Mirrored, item: string) {
  await record.partner({ item_number: item })
  return record.outcome()
}

test.for([1, 3])(
  'a block that is %i versions old is written over, the editor’s text around it stays',
  async (age, { stage, record }) => {
    const opened = await content(stage, record)
    for (let at = 1; at <= age; at++) await change(record, `NEU-${at}`)
    await record.editor({ content: above + opened })
    const outcome = await change(record, 'ZULETZT')
    expect(outcome).toMatchObject({ result: 'updated', reason: repaired })
    expect(outcome).not.toHaveProperty('kept')
    expect(await content(stage, record)).toContain('ZULETZT')
    expect((await content(stage, record)).startsWith(above)).toBe(true)
    expect(await record.waiting()).toBeUndefined()
  },
)

test('the engine’s own rewriting of an old block does not hide its age', async ({ stage, record }) => {
  const opened = await content(stage, record)
  await change(record, 'NEU-1')
  await record.editor({ content: opened.replaceAll('<p>', '<p class="x">').replaceAll('\n', '\r\n') })
  expect(await change(record, 'NEU-2')).toMatchObject({ result: 'updated', reason: repaired })
})

test('an old block that also has an edit is an edit', async ({ stage, record }) => {
  const opened = await content(stage, record)
  await change(record, 'NEU-1')
  await record.editor({ content: opened.replace('</p>', ' Von Hand.</p>') })
  expect(await change(record, 'NEU-2')).toMatchObject({ result: 'kept', conflicts: ['inner'] })
  expect(await content(stage, record)).toContain('Von Hand.')
})

test('an old block that the partner’s next version equals needs no write, and later changes are written as usual', async ({
  stage,
  mirror,
  record,
}) => {
  const opened = await content(stage, record)
  const { item_number } = (await snapshotOf(mirror, record.key)).product
  await change(record, 'NEU-1')
  await record.editor({ content: opened })
  expect(await change(record, item_number)).toMatchObject({ result: 'unchanged' })
  expect(await change(record, 'NEU-2')).not.toHaveProperty('kept')
  expect(await content(stage, record)).toContain('NEU-2')
})

test('a version that was decided for the editor still counts as old when it comes back', async ({
  stage,
  record,
}) => {
  const opened = await content(stage, record)
  await record.editor({ content: opened.replace('</p>', ' Von Hand.</p>') })
  await change(record, 'NEU-1')
  await record.say('keep')
  await record.editor({ content: opened })
  expect(await change(record, 'NEU-2')).toMatchObject({ result: 'updated', reason: repaired })
})

test('the last ten versions are known, retiring forgets none, and older ones are ours by their digests', async ({
  stage,
  mirror,
  record,
}) => {
  const opened = await content(stage, record)
  for (let at = 1; at <= 11; at++) await change(record, `NEU-${at}`)
  const { past = [] } = await snapshotOf(mirror, record.key)
  expect(past).toHaveLength(10)
  const { listed } = mirror
  mirror.listed = []
  await record.outcome()
  mirror.listed = listed
  await record.outcome()
  expect((await snapshotOf(mirror, record.key)).past).toEqual(past)
  await record.editor({ content: opened })
  const outcome = await change(record, 'NEU-12')
  expect(outcome).toMatchObject({ result: 'updated' })
  expect(outcome).not.toHaveProperty('conflicts')
  // Without digests, the author of the text is unknown.
  await record.editor({ content: withoutDigests(opened) })
  expect(await change(record, 'NEU-13')).toMatchObject({ conflicts: ['inner'] })
})
