import { beforeEach, expect, test } from 'vitest'
import type { PageWrite } from '../../src/core/page/page.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { writeGraceMs, type Mirror } from '../helpers/sync/sync-deps.ts'
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
import { useStage } from '../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 2 })
let mirror: Mirror
let key: { gtin: string; language: string }
beforeEach(() => {
  mirror = stage.openMirror()
  mirror.listed = mirror.listed.slice(0, 1)
  key = { gtin: mirror.listed[0] ?? '', language: 'de-de' }
  addPlugin(mirror)
})

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

const partnerChanges = (fields: Record<string, unknown>) => stage.mock.patchProduct(key.gtin, 'de-de', fields)
const page = () => stage.editor.page(key)
const writesOf = async () => (await stage.mock.stats()).cmsWrites.total
const asksWho = async () =>
  Object.entries((await stage.mock.stats()).requests.cms).reduce(
    (sum, [name, n]) => sum + (name.includes('users/me') ? n : 0),
    0,
  )

/** A run whose only batch is done and its answer lost. */
async function lose(): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
  return runId
}

/** A run whose process dies at its only batch. */
async function loseAndDie(send: 'sends' | 'sends nothing' = 'sends'): Promise<string> {
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
async function expectInStep(): Promise<void> {
  await partnerChanges({ name: 'Drittes Band', item_number: 'DREI' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  expect((await page()).title.raw).toBe('Drittes Band ©')
  expect((await page()).content.raw).toContain('DREI ©')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
}

test('a page of a lost create that nobody saved since is ours as it stands, without a write', async () => {
  const runId = await lose()
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'created' })
  expect(await writesOf()).toBe(0)
  expect(await asksWho()).toBe(1)
  const { title, content } = await page()
  const { base } = await snapshotOf(mirror, key)
  expect(base.title).toBe(title.raw)
  expect(content.raw).toContain(base.inner)
  await expectInStep()
})

test('what the partner changed before the next run is written', async () => {
  const runId = await lose()
  await mirror.runs.update(runId, { state: 'failed' })
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'created' })
  expect((await page()).title.raw).toBe('Neues Band ©')
  expect((await page()).content.raw).toContain('ZWEI ©')
  await expectInStep()
})

test.each(['title', 'content'])('what a person wrote there meanwhile stays: %s', async (field) => {
  const runId = await lose()
  const { id, content, title } = await page()
  const edit = { title: `${title.raw} Von Hand`, content: content.raw.replace(' ©', ' Von Hand ©') }[field]
  await stage.editor.edit(id, { [field]: edit })
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'kept' })
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  await sync(mirror)
  expect(JSON.stringify(await page())).toContain('Von Hand')
})

test('a page that another user made is not ours', async () => {
  const runId = await lose()
  const { cms } = mirror
  mirror.cms = { ...cms, fetchUser: async (signal) => ({ ...(await cms.fetchUser(signal)), id: 99 }) }
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'kept' })
})

test('nothing is asked when the page says what is wanted', async () => {
  const plain = stage.openMirror()
  plain.listed = mirror.listed
  mirror = plain
  await apply(mirror, await lose())
  expect(await asksWho()).toBe(0)
})

test('an update that is there is taken as it stands', async () => {
  await sync(mirror)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const runId = await loseAndDie()
  await apply(mirror, runId)
  expect(await writesOf()).toBe(0)
  expect((await snapshotOf(mirror, key)).base.title).toBe('Neues Band ©')
  await expectInStep()
})

test('what the partner changed after an update that is there is written', async () => {
  await sync(mirror)
  await partnerChanges({ name: 'Neues Band', item_number: 'ZWEI' })
  const runId = await loseAndDie()
  await mirror.runs.update(runId, { state: 'failed' })
  await partnerChanges({ item_number: 'ANDERS' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect((await page()).content.raw).toContain('ANDERS ©')
  await expectInStep()
})

test('in an update that is there, what was left to an editor stays left', async () => {
  await sync(mirror)
  await stage.editor.edit((await page()).id, { title: 'Von Hand' })
  await partnerChanges({ item_number: 'ZWEI' })
  const runId = await loseAndDie()
  const { outcomes } = await apply(mirror, runId)
  expect(only(outcomes)).toMatchObject({ result: 'kept', kept: ['title'] })
  await partnerChanges({ name: 'Neues Band', item_number: 'DREI' })
  await sync(mirror)
  expect((await page()).title.raw).toBe('Von Hand')
  expect((await page()).content.raw).toContain('DREI ©')
})

test('a person’s save where the update never came is theirs', async () => {
  await sync(mirror)
  await partnerChanges({ item_number: 'ZWEI' })
  const runId = await loseAndDie('sends nothing')
  const { id, content } = await page()
  await stage.editor.edit(id, { content: content.raw.replace(' ©', ' Von Hand ©') })
  mirror.pass(writeGraceMs)
  await apply(mirror, runId)
  expect(only(await outcomesOf(mirror, runId))).toMatchObject({ conflicts: ['inner'] })
  expect((await page()).content.raw).toContain('Von Hand')
})
