import { expect } from 'vitest'
import { apply, only, snapshotOf, sync } from '../helpers/sync/sync-run.ts'
import { asksWho, expectInStep, lose, withPlugin, writesOf } from '../helpers/sync/with-plugin.ts'

const test = withPlugin()

test('a page of a lost create that was not saved since is ours as it is, without a write', async ({
  stage,
  mirror,
  key,
  page,
}) => {
  const runId = await lose(stage, mirror)
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'created' })
  expect(await writesOf(stage)).toBe(0)
  expect(await asksWho(stage)).toBe(1)
  const { title, content } = await page()
  const { base } = await snapshotOf(mirror, key)
  expect(base.title).toBe(title.raw)
  expect(content.raw).toContain(base.inner)
  await expectInStep(stage, mirror, key)
})

test('the partner’s change before the next run is written', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  page,
}) => {
  const runId = await lose(stage, mirror)
  await mirror.runs.update(runId, { state: 'failed' })
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'created' })
  expect((await page()).title.raw).toBe('Neues Band ©')
  expect((await page()).content.raw).toContain('ZWEI ©')
  await expectInStep(stage, mirror, key)
})

test.for(['title', 'content'])(
  'an editor’s text on the page from the meantime stays: %s',
  async (field, { stage, mirror, partnerChanges, page }) => {
    const runId = await lose(stage, mirror)
    const { id, content, title } = await page()
    const edit = { title: `${title.raw} Von Hand`, content: content.raw.replace(' ©', ' Von Hand ©') }[field]
    await stage.editor.edit(id, { [field]: edit })
    const { outcomes } = await apply(mirror, runId)
    expect(only(outcomes)).toMatchObject({ result: 'kept' })
    await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
    await sync(mirror)
    expect(JSON.stringify(await page())).toContain('Von Hand')
  },
)

test('a page that another user made is not ours', async ({ stage, mirror }) => {
  const runId = await lose(stage, mirror)
  const { cms } = mirror
  mirror.cms = { ...cms, fetchUser: async (signal) => ({ ...(await cms.fetchUser(signal)), id: 99 }) }
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'kept' })
})

test('no request for the page’s author is sent when the page has the wanted text', async ({
  stage,
  mirror,
}) => {
  const plain = stage.openMirror()
  plain.listed = mirror.listed
  await apply(plain, await lose(stage, plain))
  expect(await asksWho(stage)).toBe(0)
})
