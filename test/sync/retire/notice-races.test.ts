import { expect } from 'vitest'
import { retirePages } from '../../../src/sync/retire/retire-pages.ts'
import { writeGraceMs, type Mirror } from '../../helpers/sync/sync-deps.ts'
import {
  apply,
  beforeNext,
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { notice, withNotices } from '../../helpers/sync/with-notices.ts'

const test = withNotices().extend('asks', ({ stage }) => async (part: string) => {
  const asked = Object.entries((await stage.mock.stats()).requests.cms)
  return asked.reduce((sum, [route, count]) => sum + (route.includes(part) ? count : 0), 0)
})

/** A run whose retirement is carried out, unless `isSent` is false, before its process is killed. */
async function die(mirror: Mirror, before: () => Promise<unknown>, isSent = true): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      await before()
      if (isSent) await cms.writePages(writes, signal)
      throw new Error('killed')
    },
  }
  await expect(retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)).rejects.toThrow('killed')
  mirror.cms = cms
  return runId
}

const nothing = async (): Promise<void> => undefined

test.for(['keep', 'overwrite'] as const)(
  'a notice whose response was lost is not written again, and can be undone (ON_EDIT=%s)',
  async (onEdit, { stage, mirror, key, vanish, content, isNoticed, writes, setPolicy }) => {
    setPolicy({ onEdit })
    const before = await content()
    await vanish()
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const input = await inputOf(mirror, runId, 'retire')
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
    expect(await retirePages(mirror, input, go)).toEqual({ waitMs: writeGraceMs })
    mirror.pass(writeGraceMs)
    expect(await writes(() => apply(mirror, runId))).toBe(0)
    expect(only(await outcomesOf(mirror, runId))).toMatchObject({ result: 'retired' })
    expect(await isNoticed()).toBe(true)
    expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'notice', runId })
    expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
    expect(await content()).toBe(before)
  },
)

test('a notice that was not sent before a crash waits until it can no longer land, and is then written', async ({
  mirror,
  vanish,
  isNoticed,
}) => {
  await vanish()
  const runId = await die(mirror, nothing, false)
  const input = await inputOf(mirror, runId, 'retire')
  expect(await retirePages(mirror, input, go)).toEqual({ waitMs: writeGraceMs })
  expect(await isNoticed()).toBe(false)
  mirror.pass(writeGraceMs)
  expect(await retirePages(mirror, input, go)).toEqual({ waitMs: 0 })
  expect(await isNoticed()).toBe(true)
  expect(only(await outcomesOf(mirror, runId))).toMatchObject({ result: 'retired' })
})

test('an editor’s save at the same moment is restored below the notice', async ({
  mirror,
  vanish,
  comeBack,
  content,
  edit,
  isNoticed,
}) => {
  await vanish()
  beforeNext(mirror, 'writePages', () => edit((text) => text.replace('</h2>', ' Von Hand</h2>')))
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'retired', kept: ['inner'] })
  expect(only(outcomes)?.reasons).toContainEqual({ code: 'edit-restored' })
  expect(await content()).toContain(' Von Hand</h2>')
  expect(await isNoticed()).toBe(true)
  await comeBack()
  await sync(mirror)
  expect(await content()).toContain(' Von Hand</h2>')
  expect(await isNoticed()).toBe(false)
})

test('an editor’s save that was overwritten before a crash is restored by the next try', async ({
  mirror,
  vanish,
  content,
  edit,
  isNoticed,
}) => {
  await vanish()
  const runId = await die(mirror, () => edit((text) => text.replace('</h2>', ' Von Hand</h2>')))
  expect(await content()).not.toContain(' Von Hand</h2>')
  await retirePages(mirror, await inputOf(mirror, runId, 'retire'), go)
  expect(only(await outcomesOf(mirror, runId))?.reasons).toContainEqual({ code: 'edit-restored' })
  expect(await content()).toContain(' Von Hand</h2>')
  expect(await isNoticed()).toBe(true)
})

test('a page whose block an editor removes at the same moment stays without it', async ({
  mirror,
  key,
  vanish,
  content,
  edit,
}) => {
  await vanish()
  beforeNext(mirror, 'writePages', () => edit(() => '<p>Nur noch das.</p>'))
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'no-notice', block: 'missing' }],
  })
  expect(await content()).toBe('<p>Nur noch das.</p>')
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored' })
})

test('a page that is open in the editor is deferred, and gets its notice after the editor’s save', async ({
  stage,
  mirror,
  key,
  vanish,
  content,
  edit,
  isNoticed,
  writes,
}) => {
  await edit((text) => `${text}\n\n<p>Danach.</p>`)
  const { id } = await stage.editor.page(key)
  await stage.mock.edit({ do: 'autosave', page: id, text: 'Halber Satz.' })
  await vanish()
  expect(await writes(() => sync(mirror))).toBe(0)
  expect(await mirror.deferrals.count()).toBe(1)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored' })
  await edit((text) => `${text}\n\n<p>Ganzer Satz.</p>`)
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
  expect(await isNoticed()).toBe(true)
  expect(await content()).toContain('Ganzer Satz.')
  expect(await mirror.deferrals.count()).toBe(0)
})

test('a page that vanishes before its write is retired by the next try', async ({
  stage,
  mirror,
  key,
  vanish,
}) => {
  const { id } = await stage.editor.page(key)
  await vanish()
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId, 'retire')
  beforeNext(mirror, 'writePages', () => stage.editor.removeForGood(id))
  expect((await retirePages(mirror, input, go)).waitMs).toBeGreaterThan(0)
  expect(await retirePages(mirror, input, go)).toEqual({ waitMs: 0 })
  expect(only(await outcomesOf(mirror, runId))).toMatchObject({
    result: 'retired',
    reasons: [{ code: 'retired' }, { code: 'gone-already' }],
  })
})

test('a refused or unsaved notice leaves the page, and the next run tries again', async ({
  stage,
  mirror,
  vanish,
  content,
}) => {
  const before = await content()
  await vanish()
  await stage.mock.faults([{ side: 'cms', kind: 'oddity', name: 'ignored-texts' }])
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'failed', reasons: [{ code: 'not-stored' }] })
  expect(await content()).toBe(before)
  await stage.mock.faults([])
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
  expect(await content()).toContain(notice)
})
