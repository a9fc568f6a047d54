import { describe, expect } from 'vitest'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { openEditor } from '../../helpers/content/editor.ts'
import { drawPng } from '../../helpers/content/files.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { beforeNext, go, inputOf, plan, snapshotOf, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { editInSameSecond, editWithinSecond } from '../../helpers/sync/edit-within-second.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const observe = (mirror: Mirror): Promise<void> => observePages(mirror, '2026-11-20-9', go)

/** A mirror of four products that has observed the CMS before and after its first run. */
const test = withMirror({
  gtins: 4,
  async prepare(mirror) {
    await observe(mirror)
    await sync(mirror)
    await observe(mirror)
  },
})

/** The stored states of edited pages, by record id. */
async function statesIn(mirror: Mirror): Promise<Record<string, unknown>> {
  const states: Record<string, unknown> = {}
  for await (const some of mirror.pageStates.scan())
    for (const { key, value } of some) states[recordId(key)] = value
  return states
}

/** The requests to the CMS during an observation. */
async function requestsOf({ mock }: Stage, mirror: Mirror): Promise<number> {
  await mock.zeroStats()
  await observe(mirror)
  return (await mock.stats()).totals.cms
}

describe('an observation of changed pages', () => {
  test('starts with the time of the CMS, without earlier changes', async ({ stage, mirror, key }) => {
    const { id } = await stage.editor.page(key)
    await stage.redis.del(mirror.keys.cmsCursor)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    expect(await requestsOf(stage, mirror)).toBe(1)
    expect(await statesIn(mirror)).toEqual({})
    expect(await requestsOf(stage, mirror)).toBe(1)
    const cursor = await mirror.observed.readCursor()
    expect(cursor).toMatchObject({ since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) })
    expect(cursor?.total).toBe((await stage.editor.pages()).length)
  })

  test('finds a save of the same second as our write', async ({ stage, mirror, key }) => {
    const { gtin, language } = key
    await stage.mock.patchProduct(gtin, language, { item_number: 'NEU-1' })
    await sync(mirror)
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { status: 'draft' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'hidden', pageId: id } })
  })

  for (const [what, edit] of [
    ['our update', editWithinSecond],
    ['our create', editInSameSecond],
  ] as const)
    test(`finds another title of the same second as ${what}, of which only the revision is new`, async ({
      stage,
      mirror,
      key,
    }) => {
      await edit(stage, mirror, key, { title: 'Vom Redakteur' })
      expect(await statesIn(mirror)).toMatchObject({
        [recordId(key)]: { state: 'edited', edited: ['title'] },
      })
    })

  describe('finds a change of the same second as our write, for which the CMS makes no revision:', () => {
    test('another slug', async ({ stage, mirror, key }) => {
      await editWithinSecond(stage, mirror, key, { slug: 'moved-away' })
      expect((await snapshotOf(mirror, key)).link).toMatch(/\/moved-away\/$/)
      expect(await mirror.staleLinks.count()).toBe(1)
    })

    test('another parent', async ({ stage, mirror, key }) => {
      const shelf = await stage.editor.create({ slug: 'shelf', title: 'Regal', status: 'publish' })
      await editWithinSecond(stage, mirror, key, { parent: shelf.id })
      expect((await snapshotOf(mirror, key)).link).toMatch(/\/shelf\/gtin-/)
      expect(await mirror.staleLinks.count()).toBe(1)
    })

    test('a password', async ({ stage, mirror, key }) => {
      await editWithinSecond(stage, mirror, key, { password: 'geheim' })
      expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'hidden' } })
    })

    test('another image', async ({ stage, mirror, key }) => {
      const { id } = await stage.editor.uploadPng('bild', await drawPng())
      await editWithinSecond(stage, mirror, key, { featured_media: id })
      expect(await statesIn(mirror)).toMatchObject({
        [recordId(key)]: { state: 'edited', edited: ['featuredMedia'] },
      })
    })
  })

  test('finds an editor’s save on another page while a run wrote', async ({ stage, mirror, key }) => {
    const [, other = ''] = mirror.listed
    const { id } = await stage.editor.page({ gtin: other, language: 'de-de' })
    await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU-1' })
    beforeNext(mirror, 'writePages', () => stage.editor.edit(id, { title: 'Vom Redakteur' }))
    await sync(mirror)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({
      [`${other}/de-de`]: { state: 'edited', pageId: id, edited: ['title'] },
    })
  })

  test('finds later changes although a page has a date in the future', async ({ stage, mirror, key }) => {
    const ahead = { status: 'draft', date: '2090-01-01T00:00:00' }
    await stage.editor.create({ slug: 'jubilee', title: 'x', ...ahead })
    await observe(mirror)
    expect(await requestsOf(stage, mirror)).toBe(1)
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'edited' } })
  })

  test('finds later changes after the clock of the CMS was ahead', async ({ stage, mirror, key }) => {
    await mirror.observed.saveCursor({ since: '2100-01-01T00:00:00', newestId: 1 }, '2100')
    await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Vom Redakteur' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'edited' } })
  })

  test('finds a later save although the clock of a proxy is minutes ahead, or the response was slow', async ({
    stage,
    mirror,
    key,
  }) => {
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async *readModified(wanted, signal) {
        for await (const part of cms.readModified(wanted, signal))
          yield { ...part, ...(part.at !== undefined && { at: part.at + 300_000 }) }
      },
    }
    await observe(mirror)
    await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Vom Redakteur' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'edited' } })
    expect(await requestsOf(stage, mirror)).toBe(1)
  })

  test('recognises a renamed page by its block', async ({ stage, mirror, key }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { slug: 'anders', title: 'Vom Redakteur' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { pageId: id, edited: ['title'] } })
  })

  test('recognises a page by its id if an editor changed both its block and its slug', async ({
    stage,
    mirror,
    key,
  }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { slug: 'something-else', content: '<p>Etwas anderes</p>' })
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'edited', pageId: id } })
    const page = (await stage.editor.pages()).find((one) => one.id === id)
    expect((await snapshotOf(mirror, key)).link).toBe(page?.link)
    await stage.editor.trash(id)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'trashed', pageId: id } })
  })

  test('ignores pages of other authors, copies, and pages that the mirror retired', async ({
    stage,
    mirror,
    key,
  }) => {
    const page = await stage.editor.page(key)
    await stage.editor.create({ slug: 'about-us', title: 'x', status: 'draft' })
    await stage.editor.create({ slug: page.slug, status: 'draft', content: page.content.raw })
    mirror.policy.retireAfterMisses = 1
    const gone = mirror.listed.pop() ?? ''
    await sync(mirror)
    const retired = await stage.editor.page({ gtin: gone, language: 'de-de' })
    expect(retired.status).toBe('draft')
    await stage.editor.edit(retired.id, { title: 'x' })
    await observe(mirror)
    expect(await statesIn(mirror)).toEqual({})
    expect(await requestsOf(stage, mirror)).toBe(1)
  })

  test('keeps the start of a lasting state', async ({ stage, mirror, key }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await observe(mirror)
    const [first] = await mirror.pageStates.read([key])
    mirror.pass(60_000)
    await stage.editor.edit(id, { excerpt: 'Vom Redakteur' })
    await observe(mirror)
    const [second] = await mirror.pageStates.read([key])
    expect(second).toEqual({ ...first, edited: ['title', 'excerpt'] })
    await stage.editor.trash(id)
    await observe(mirror)
    const [third] = await mirror.pageStates.read([key])
    expect(third).toMatchObject({ state: 'trashed', since: mirror.now().toISOString() })
  })
})

test('reads revisions only if the mirror wrote pages since the last observation', async ({
  stage,
  mirror,
  key,
}) => {
  const { cms } = mirror
  const requested: boolean[] = []
  mirror.cms = {
    ...cms,
    readModified(wanted, signal) {
      requested.push(wanted.revisions)
      return cms.readModified(wanted, signal)
    },
  }
  const last = async (): Promise<boolean | undefined> => {
    await observe(mirror)
    return requested.at(-1)
  }
  const forget = async (): Promise<void> => void (await stage.redis.del(mirror.keys.knownPages))
  expect(await last()).toBe(true)
  await forget()
  expect(await last()).toBe(false)
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU-1' })
  await sync(mirror)
  expect(await last()).toBe(true)
  await stage.redis.del(mirror.keys.cmsCursor)
  await forget()
  expect(await last()).toBe(true)
})

test('finds an editor’s save without the revisions of unknown pages', async ({ stage, mirror, key }) => {
  await stage.redis.del(mirror.keys.knownPages)
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { title: 'Vom Redakteur' })
  await observe(mirror)
  expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'edited', edited: ['title'] } })
  expect(await requestsOf(stage, mirror)).toBe(1)
})

describe('pages that are deleted permanently', () => {
  test('are noticed though others were created in the meantime', async ({ stage, mirror, key }) => {
    await stage.editor.create({ slug: 'about-us', title: 'x', status: 'publish' })
    await stage.editor.removeForGood((await stage.editor.page(key)).id)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'deleted', edited: [] } })
    expect(await requestsOf(stage, mirror)).toBe(1)
  })

  test('are searched by id only when the number of pages is not the expected one', async ({
    stage,
    mirror,
  }) => {
    const { id } = await stage.editor.create({ slug: 'about-us', title: 'x', status: 'publish' })
    // The newest page is read for a block of ours.
    expect(await requestsOf(stage, mirror)).toBe(2)
    expect(await requestsOf(stage, mirror)).toBe(1)
    await stage.editor.removeForGood(id)
    // The page that the lists omit is requested directly.
    expect(await requestsOf(stage, mirror)).toBe(4)
    expect(await requestsOf(stage, mirror)).toBe(1)
    expect(await statesIn(mirror)).toEqual({})
  })

  test('are recognised when a backup restores them', async ({ stage, mirror, key }) => {
    const { id: pageId } = await stage.editor.page(key)
    const since = mirror.now().toISOString()
    await mirror.pageStates.replace([{ key, state: { state: 'deleted', pageId, edited: [], since } }])
    const cursor = await mirror.observed.readCursor()
    if (cursor === undefined) throw new Error('no cursor')
    await mirror.observed.saveCursor({ ...cursor, total: (cursor.total ?? 0) - 1 }, cursor.since)
    await observe(mirror)
    expect(await statesIn(mirror)).toEqual({})
  })
})

test('a page that an undo wrote is not read again', async ({ stage, mirror, key }) => {
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU-1' })
  const { run } = await sync(mirror)
  await observe(mirror)
  await undo(mirror, run.id)
  expect(await requestsOf(stage, mirror)).toBe(1)
})

describe('a verify', () => {
  test('brings the states of all pages up to date', async ({ stage, mirror }) => {
    const keys = mirror.listed.map((gtin): RecordKey => ({ gtin, language: 'de-de' }))
    const [edited, trashed, deleted, same] = await Promise.all(keys.map((each) => stage.editor.page(each)))
    if (!edited || !trashed || !deleted || !same) throw new Error('The mirror has too few pages.')
    await stage.editor.edit(edited.id, { title: 'Vom Redakteur' })
    await stage.editor.trash(trashed.id)
    await stage.editor.removeForGood(deleted.id)
    const since = mirror.now().toISOString()
    const last = keys.slice(3).map((key) => ({
      key,
      state: { state: 'edited' as const, pageId: same.id, edited: [], since },
    }))
    await mirror.pageStates.replace(last)
    await verify(mirror)
    const ids = keys.map(recordId)
    expect(await statesIn(mirror)).toMatchObject({
      [`${ids[0]}`]: { state: 'edited', pageId: edited.id, edited: ['title'] },
      [`${ids[1]}`]: { state: 'trashed', pageId: trashed.id },
      [`${ids[2]}`]: { state: 'deleted', pageId: deleted.id },
    })
    expect(Object.keys(await statesIn(mirror))).toHaveLength(3)
  })
})

describe('if products are posts', () => {
  test('one that was deleted right after the run that created it is noticed', async ({ stage, key }) => {
    const mirror = stage.openMirror({ policy: { cmsType: 'posts' } })
    await observe(mirror)
    await sync(mirror)
    const editor = openEditor(stage.mock.cmsRoot, 'posts')
    const { id } = await editor.page(key)
    await editor.removeForGood(id)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'deleted', pageId: id } })
    expect(await requestsOf(stage, mirror)).toBe(1)
  })

  test('one whose create had lost its reply, and that was deleted since, is noticed', async ({
    stage,
    key,
  }) => {
    const mirror = stage.openMirror({ policy: { cmsType: 'posts' } })
    await observe(mirror)
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const input = await inputOf(mirror, runId)
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
    const { waitMs } = await writePages(mirror, input, go)
    mirror.pass(waitMs)
    expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: mirror.listed.length, waitMs: 0 })
    const editor = openEditor(stage.mock.cmsRoot, 'posts')
    await editor.removeForGood((await editor.page(key)).id)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'deleted' } })
  })

  test('changes of posts are noticed', async ({ stage, key }) => {
    const mirror = stage.openMirror({ policy: { cmsType: 'posts' } })
    await observe(mirror)
    await sync(mirror)
    const editor = openEditor(stage.mock.cmsRoot, 'posts')
    const { id } = await editor.page(key)
    await editor.trash(id)
    await observe(mirror)
    expect(await statesIn(mirror)).toMatchObject({ [recordId(key)]: { state: 'trashed', pageId: id } })
    expect(await requestsOf(stage, mirror)).toBe(1)
  })
})

test('a changed page that cannot be read gets a note with its id and the reason, and others are noticed', async ({
  stage,
  mirror,
  key,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { title: 'Vom Redakteur' })
  const other = { ...key, gtin: mirror.listed[1] ?? '' }
  await stage.editor.edit((await stage.editor.page(other)).id, { title: 'Auch vom Redakteur' })
  const unreadable = { side: 'cms', method: 'GET', kind: 'status', status: 500, as: 'html' } as const
  const { runId } = await plan(mirror)
  await stage.mock.faults([
    { ...unreadable, path: `/cms/v2/pages/${id}` },
    { ...unreadable, path: '/cms/v2/pages', holds: String(id) },
  ])
  await observePages(mirror, runId, go)
  await stage.mock.clearFaults()
  expect((await mirror.runs.read(runId))?.notes).toEqual([
    { code: 'edits-unreadable', pageId: id, detail: expect.stringContaining('500') as unknown },
  ])
  expect(await statesIn(mirror)).toMatchObject({ [recordId(other)]: { state: 'edited' } })
})
