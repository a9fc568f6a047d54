import { expect } from 'vitest'
import type { PageWrite } from '../../src/core/page/page.ts'
import type { RecordKey } from '../../src/core/record/record.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { writeGraceMs, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'
import {
  apply,
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  async prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
    addPlugin(mirror)
  },
})
  .extend(
    'partnerChanges',
    ({ stage, key }) =>
      (fields: Record<string, unknown>) =>
        stage.mock.patchProduct(key.gtin, 'de-de', fields),
  )
  .extend(
    'page',
    ({ stage, key }) =>
      () =>
        stage.editor.page(key),
  )

/** Every text that is saved ends with a mark for readers, as a plug-in may do it. */
function addPlugin(to: Mirror): void {
  const marked = (text: string) => text.replaceAll(/(?<! ©)(?=<\/(?:td|p)>)/g, ' ©')
  const rewrite = (write: PageWrite): PageWrite => {
    if (write.kind === 'delete') return write
    const { title, content } = write.body
    const body = {
      ...write.body,
      ...(title !== undefined && { title: title.replace(/(?<! ©)$/, ' ©') }),
      ...(content !== undefined && { content: marked(content) }),
    }
    return { ...write, body }
  }
  const { cms } = to
  to.cms = { ...cms, writePages: (writes, signal) => cms.writePages(writes.map(rewrite), signal) }
}

const writesOf = async (stage: Stage) => (await stage.mock.stats()).cmsWrites.total
const asksWho = async (stage: Stage) =>
  Object.entries((await stage.mock.stats()).requests.cms).reduce(
    (sum, [name, n]) => sum + (name.includes('users/me') ? n : 0),
    0,
  )

/** A run whose only batch is done and its answer lost. */
async function lose(stage: Stage, mirror: Mirror): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
  return runId
}

/** A run whose process dies at its only batch. */
async function loseAndDie(
  stage: Stage,
  mirror: Mirror,
  send: 'sends' | 'sends nothing' = 'sends',
): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      if (send === 'sends') await cms.writePages(writes, signal)
      throw new Error('killed')
    },
  }
  await expect(writePages(mirror, await inputOf(mirror, runId), go)).rejects.toThrow('killed')
  mirror.cms = cms
  await stage.mock.zeroStats()
  return runId
}

/** The partner’s next change comes, and then there is nothing more to do. */
async function expectInStep(stage: Stage, mirror: Mirror, key: RecordKey): Promise<void> {
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Drittes Band', item_number: 'DREI' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  const { title, content } = await stage.editor.page(key)
  expect(title.raw).toBe('Drittes Band ©')
  expect(content.raw).toContain('DREI ©')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
}

test('a page of a lost create that nobody saved since is ours as it stands, without a write', async ({
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

test('what the partner changed before the next run is written', async ({
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
  'what a person wrote there meanwhile stays: %s',
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

test('nothing is asked when the page says what is wanted', async ({ stage, mirror }) => {
  const plain = stage.openMirror()
  plain.listed = mirror.listed
  await apply(plain, await lose(stage, plain))
  expect(await asksWho(stage)).toBe(0)
})

test('an update that is there is taken as it stands', async ({ stage, mirror, key, partnerChanges }) => {
  await sync(mirror)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const runId = await loseAndDie(stage, mirror)
  await apply(mirror, runId)
  expect(await writesOf(stage)).toBe(0)
  expect((await snapshotOf(mirror, key)).base.title).toBe('Neues Band ©')
  await expectInStep(stage, mirror, key)
})

test('what the partner changed after an update that is there is written', async ({
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

test('in an update that is there, what was left to an editor stays left', async ({
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

test('a person’s save where the update never came is theirs', async ({
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
