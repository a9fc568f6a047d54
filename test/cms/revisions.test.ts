import { expect } from 'vitest'
import { createCms } from '../../src/cms/cms.ts'
import type { PageWrite } from '../../src/core/record/page.ts'
import { openEditor } from '../helpers/content/editor.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startScripted } from '../helpers/world/scripted-server.ts'
import { withBundled } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

const it = withBundled()
  .extend('cms', ({ mock, connectCms }) => connectCms(mock.cmsRoot))
  .extend('write', ({ cms }) => async (one: PageWrite) => {
    const [written] = await cms.writePages([one], signal)
    if (!written?.ok) throw new Error(written?.reason)
    return written.page
  })
  .extend(
    'newPage',
    ({ write }) =>
      () =>
        write({ kind: 'create', body: { slug: 'band', status: 'publish', content: 'a' } }),
  )
  .extend(
    'autosave',
    ({ mock }) =>
      (id: number) =>
        mock.edit({ do: 'autosave', page: id, text: 'Halb.' }),
  )

it('a new page has no revision; the response to an update contains the new one, and so does the next read', async ({
  cms,
  write,
  newPage,
}) => {
  const { id, revision } = await newPage()
  expect(revision).toBe(0)
  const updated = await write({ kind: 'update', id, body: { content: 'b' } })
  expect(updated.revision).toBeGreaterThan(id)
  expect(await cms.readPages([id], signal)).toEqual([updated])
  expect((await cms.findExactly(['band'], signal))[0]?.revision).toBe(updated.revision)
})

it('an autosave is the newest revision until the page is saved', async ({
  cms,
  write,
  newPage,
  autosave,
}) => {
  const { id } = await newPage()
  const revisionNow = async () => (await cms.readPages([id], signal))[0]?.revision
  await autosave(id)
  const drafted = (await revisionNow()) ?? 0
  expect(drafted).toBeGreaterThan(id)
  const saved = await write({ kind: 'update', id, body: { content: 'b' } })
  expect(saved.revision).toBeGreaterThan(drafted)
  expect(await revisionNow()).toBe(saved.revision)
})

it('autosaves have an author and a time; a missing page has none', async ({ cms, newPage, autosave }) => {
  const { id } = await newPage()
  expect(await cms.readAutosaves(id, signal)).toEqual([])
  await autosave(id)
  const autosaves = await cms.readAutosaves(id, signal)
  const [found] = 'unreadable' in autosaves ? [] : autosaves
  expect(found?.author).toBe(2)
  expect(found?.modifiedGmt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  expect(await cms.readAutosaves(99_999, signal)).toEqual([])
})

it('a page has its author and creation time, by the clock of the CMS’s responses', async ({
  cms,
  newPage,
}) => {
  expect(cms.clock()).toBeUndefined()
  const { id: me } = await cms.fetchUser(signal)
  const before = cms.clock() ?? Number.NaN
  const page = await newPage()
  expect(page.author).toBe(me)
  expect(Date.parse(`${page.createdGmt}Z`)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(`${page.createdGmt}Z`)).toBeLessThanOrEqual(cms.clock() ?? 0)
})

it('child pages are found in every status', async ({ mock, cms, newPage }) => {
  const { id } = await newPage()
  expect(await cms.hasChildren(id, signal)).toBe(false)
  const editor = openEditor(mock.cmsRoot)
  const child = await editor.create({ title: 'Kind', parent: id })
  expect(await cms.hasChildren(id, signal)).toBe(true)
  await editor.trash(child.id)
  expect(await cms.hasChildren(id, signal)).toBe(true)
})

it('25 slugs with their numbered neighbours, as far as -2 in the trash too, are one request', async ({
  mock,
  cms,
}) => {
  await mock.zeroStats()
  const slugs = Array.from({ length: 25 }, (_, i) => `gtin-${4_026_639_012_300 + i}-de-de`)
  const all = slugs.flatMap((slug) => [
    slug,
    `${slug}__trashed`,
    ...[2, 3, 4, 5].map((number) => `${slug}-${number}`),
    `${slug}-2__trashed`,
  ])
  await cms.findExactly(all, signal)
  expect((await mock.stats()).totals.cms).toBe(1)
})

it('pages without links, author and date are read', async () => {
  const raw = { raw: '' }
  const texts = { title: raw, excerpt: raw, content: raw }
  const bare = {
    id: 3,
    slug: 's',
    status: 'draft',
    parent: 0,
    link: '/',
    modified_gmt: 'm',
    featured_media: 0,
  }
  const server = await startScripted([{ json: [{ ...bare, ...texts, date_gmt: null, _links: [] }] }])
  const other = createCms({
    apiRoot: server.url,
    namespace: 'cms/v2',
    auth: { token: 't' },
    gate: openGate(),
  })
  expect(await other.readPages([3], signal)).toMatchObject([{ author: 0, createdGmt: '', revision: 0 }])
  await other.close()
  await server.close()
})
