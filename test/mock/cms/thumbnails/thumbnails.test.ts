import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileFacts, Row } from '../../../../src/mock/cms/store/rows.ts'
import { type OpenCms, openCms, site } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/regenerate-thumbnails/v1'

function picture(id: number): Row & { file: FileFacts } {
  const row = cms.store.get(id)
  if (row?.file === undefined) throw new Error(`no file of ${id}`)
  return { ...row, file: row.file }
}

test('existing sub-sizes are kept, and a missing one is made with its real size', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  cms.store.files.remove('2026/03/a-300x240.jpg')
  const { status, body } = await cms.ask('admin', 'POST', `${base}/regenerate/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    kept: ['thumbnail'],
    regenerated: ['medium'],
    deleted: [],
    updated_posts: [],
  })
  expect(body['sizes']).toMatchObject({
    medium: { file: 'a-300x240.jpg', width: 300, source_url: `${site}/uploads/2026/03/a-300x240.jpg` },
  })
  const bytes = cms.store.files.get('2026/03/a-300x240.jpg')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 240, format: 'jpeg' })
  expect((await cms.ask('admin', 'PUT', `${base}/regenerate/${id}`)).body).toMatchObject({
    kept: ['thumbnail', 'medium'],
    regenerated: [],
  })
})

test('all sub-sizes are regenerated on request, by any method', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  const path = `${base}/regenerate/${id}?only_regenerate_missing_thumbnails=false`
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect((await cms.ask('admin', method, path)).body).toMatchObject({
      kept: [],
      regenerated: ['medium', 'thumbnail'],
    })
})

test('files of unregistered sizes are deleted on request, and pages then show existing ones', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  const { file, ...row } = picture(id)
  const old = { file: 'a-99x99.jpg', width: 99, height: 99, mime: 'image/jpeg', bytes: 3 }
  cms.store.files.put('2026/03/a-99x99.jpg', Buffer.from('old'))
  cms.store.files.put('2026/03/own.jpg', Buffer.from('own'))
  const medium = { ...old, file: 'own.jpg' }
  cms.store.put({ ...row, file: { ...file, sizes: { ...file.sizes, banner: old, medium } } })
  const content = `<img src="${site}/uploads/2026/03/a-99x99.jpg"><img src="/uploads/2026/03/own.jpg">`
  const shown = cms.add('page', { title: 'Shown', content })
  const other = cms.add('post', { title: 'Other', content })

  const kept = await cms.ask('admin', 'POST', `${base}/regenerate/${id}`, { update_usages_in_posts: false })
  expect(kept.body).toMatchObject({
    kept: ['thumbnail'],
    regenerated: ['medium'],
    deleted: [],
    updated_posts: [],
  })
  expect(Object.keys(picture(id).file.sizes).sort()).toEqual(['banner', 'medium', 'thumbnail'])

  cms.store.put({ ...row, file: { ...file, sizes: { ...file.sizes, banner: old, medium } } })
  const { body } = await cms.ask('admin', 'POST', `${base}/regenerate/${id}`, {
    delete_unregistered_thumbnail_files: true,
    update_usages_in_posts_post_type: ['page'],
    update_usages_in_posts_posts_per_loop: 1,
  })
  expect(body).toMatchObject({
    deleted: ['2026/03/own.jpg', '2026/03/a-99x99.jpg'],
    updated_posts: [shown.id],
  })
  expect(cms.store.files.has('2026/03/a-99x99.jpg')).toBe(false)
  expect(cms.store.get(shown.id)?.content).toBe(
    `<img src="${site}/uploads/2026/03/a.jpg"><img src="/uploads/2026/03/a-300x240.jpg">`,
  )
  expect(cms.store.get(other.id)?.content).toBe(content)
})

test('only the listed posts are updated', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  const { file, ...row } = picture(id)
  cms.store.files.put('2026/03/own.jpg', Buffer.from('own'))
  const medium = { file: 'own.jpg', width: 9, height: 9, mime: 'image/jpeg', bytes: 3 }
  cms.store.put({ ...row, file: { ...file, sizes: { medium } } })
  const content = '<img src="/uploads/2026/03/own.jpg">'
  const [one, two] = [cms.add('page', { title: 'One', content }), cms.add('page', { title: 'Two', content })]
  const sent = { update_usages_in_posts_post_ids: [two.id] }
  const { body } = await cms.ask('admin', 'POST', `${base}/regenerate/${id}`, sent)
  expect(body['updated_posts']).toEqual([two.id])
  expect(cms.store.get(one.id)?.content).toBe(content)
})

test('attachmentinfo returns the sub-sizes that an image should have', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  cms.store.files.remove('2026/03/a-150x150.jpg')
  expect((await cms.ask('admin', 'GET', `${base}/attachmentinfo/${id}`)).body).toEqual({
    id,
    name: 'a',
    relative_path: '2026/03/a.jpg',
    source_url: `${site}/uploads/2026/03/a.jpg`,
    width: 500,
    height: 400,
    registered_sizes: [
      { name: 'thumbnail', width: 150, height: 150, crop: true, file: 'a-150x150.jpg', exists: false },
      { name: 'medium', width: 300, height: 240, crop: false, file: 'a-300x240.jpg', exists: true },
    ],
    unregistered_sizes: [],
  })
})

test('featured images are paged with totals', async () => {
  const ids = [
    await cms.upload('a.jpg', 20, 20),
    await cms.upload('b.jpg', 20, 20),
    await cms.upload('c.jpg', 20, 20),
  ]
  const pages = ids.slice(0, 2).map((featured) => cms.add('page', { title: 'P', featured }))
  const first = await cms.ask('admin', 'GET', `${base}/featuredimages?per_page=1`)
  expect(first.body).toEqual([
    { id: ids[0], title: 'a', source_url: `${site}/uploads/2026/03/a.jpg`, featured_in: [pages[0]?.id] },
  ])
  expect(first.headers).toMatchObject({ 'x-wp-total': '2', 'x-wp-totalpages': '2' })
  expect((await cms.ask('admin', 'GET', `${base}/featuredimages?per_page=1&page=2`)).body).toMatchObject([
    { id: ids[1] },
  ])
})

test.each([
  ['/featuredimages?per_page=101', 400, 'rest_invalid_param'],
  ['/featuredimages?page=0', 400, 'rest_invalid_param'],
  ['/regenerate/2', 404, 'rest_post_invalid_id'],
  ['/attachmentinfo/999', 404, 'rest_post_invalid_id'],
  ['/regenerate/2?update_usages_in_posts=maybe', 400, 'rest_invalid_param'],
])('GET %s returns %i %s', async (path, status, code) => {
  expect(await cms.ask('admin', 'GET', base + path)).toMatchObject({ status, body: { code } })
})

test('a file that is not an image or is missing cannot be regenerated', async () => {
  const id = await cms.upload('a.jpg', 500, 400)
  cms.store.files.remove('2026/03/a.jpg')
  expect(await cms.ask('admin', 'POST', `${base}/regenerate/${id}`)).toMatchObject({
    status: 404,
    body: { code: 'regenerate_thumbnails_file_missing' },
  })
  const { file, ...row } = picture(id)
  cms.store.put({ ...row, file: { path: file.path, mime: 'application/pdf', bytes: 1, sizes: {} } })
  expect(await cms.ask('admin', 'GET', `${base}/attachmentinfo/${id}`)).toMatchObject({ status: 400 })
})

test('an editor may not call any of these routes', async () => {
  for (const path of ['/regenerate/1', '/attachmentinfo/1', '/featuredimages'])
    expect(await cms.ask('editor1', 'GET', base + path)).toMatchObject({ status: 403 })
})
