import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenCms, type Told, openCms, site } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/seo/v1'
const get = (path: string): Promise<Told> => cms.ask('editor1', 'GET', base + path)

test('published rows are found by words of their titles, newest first', async () => {
  const one = cms.add('page', { title: 'Cordless drill', slug: 'drill' })
  const two = cms.add('page', { title: 'Drill bits' })
  cms.add('page', { title: 'Drill to come', status: 'draft' })
  const found = await get('/available_posts?search=DRILL')
  expect(found.body).toMatchObject({ posts: [{ id: two.id }, { id: one.id }], total: 2 })
  expect((await get('/available_posts?search=drill+-bits')).body).toEqual({
    posts: [{ id: one.id, title: 'Cordless drill', slug: 'drill', link: `${site}/drill/` }],
    total: 1,
  })
  expect((await get('/available_posts?postType=post')).body).toMatchObject({ posts: [{ id: 1 }], total: 1 })
  expect((await get('/available_posts')).body).toMatchObject({ total: 3 })
  expect(await get('/available_posts?postType=shelf')).toMatchObject({ status: 400 })
})

test('at most a hundred rows are listed', async () => {
  for (let number = 0; number < 105; number++) cms.add('page', { title: `Page ${number}` })
  const { body } = await get('/available_posts')
  expect(body['posts']).toHaveLength(100)
  expect(body['total']).toBe(106)
})

test('meta is found by name, value and row', async () => {
  const one = cms.add('post', { title: 'One', meta: { _seo_focuskw: 'Drill', footnotes: '[]' } })
  const two = cms.add('page', { title: 'Two', meta: { footnotes: 'of a drill', _crdt_document: 'drill' } })
  const keyphrase = { post_id: one.id, key: '_seo_focuskw', value: 'Drill' }
  const note = { post_id: two.id, key: 'footnotes', value: 'of a drill' }
  expect((await get('/meta/search?search=drill')).body).toEqual({ meta: [keyphrase, note], total: 2 })
  expect((await get('/meta/search?search=focuskw')).body).toEqual({ meta: [keyphrase], total: 1 })
  expect((await get(`/meta/search?post_id=${two.id}`)).body).toEqual({ meta: [note], total: 1 })
  expect((await get('/meta/search')).body).toMatchObject({ total: 3 })
})

test('file_size returns the size of a file of this site, by its URL or path', async () => {
  cms.store.files.put('2026/03/ä b.txt', Buffer.from('12345'))
  const address = `${site}/uploads/2026/03/%C3%A4%20b.txt`
  expect((await get(`/file_size?url=${encodeURIComponent(address)}`)).body).toEqual({
    url: address,
    size_in_bytes: 5,
  })
  expect((await get(`/file_size?url=${encodeURIComponent('/uploads/2026/03/ä b.txt')}`)).body).toMatchObject({
    size_in_bytes: 5,
  })
})

test.each([
  ['https://elsewhere.example/uploads/a.jpg', 400, 'seo_foreign_url'],
  ['//elsewhere.example/a.jpg', 400, 'seo_foreign_url'],
  ['http://cms.test:81/uploads/a.jpg', 400, 'seo_foreign_url'],
  ['http://cms.test@elsewhere.example/a.jpg', 400, 'seo_foreign_url'],
  ['file:///etc/passwd', 400, 'seo_foreign_url'],
  [`${site}/uploads/none.jpg`, 404, 'seo_file_not_found'],
  [`${site}/sample-page/`, 404, 'seo_file_not_found'],
])('file_size of %s is rejected: %i %s', async (url, status, code) => {
  expect(await get(`/file_size?url=${encodeURIComponent(url)}`)).toMatchObject({ status, body: { code } })
})

test('finds nothing to import from other plug-ins', async () => {
  expect((await cms.ask('admin', 'POST', `${base}/import/other-seo/posts`)).body).toEqual({
    plugin: 'other-seo',
    type: 'posts',
    found: 0,
    imported: 0,
    skipped: 0,
    next_url: false,
  })
  expect((await cms.ask('admin', 'POST', `${base}/import/a.b/posts`)).body['code']).toBe('rest_no_route')
})

test('related keyphrases depend on the requested one and the country', async () => {
  const path = '/keyword_research/related_keyphrases?keyphrase=drill&country_code='
  const { body } = await get(`${path}de`)
  const told = body['related_keyphrases'] as { keyphrase: string; volume: number }[]
  expect(body).toMatchObject({ keyphrase: 'drill', country_code: 'de' })
  expect(told.map(({ keyphrase }) => keyphrase).sort()).toEqual([
    'best drill',
    'buy drill',
    'drill online',
    'drill price',
    'drill test',
  ])
  expect(told).toEqual(told.toSorted((left, right) => right.volume - left.volume))
  expect((await get(`${path}de`)).body).toEqual(body)
  expect((await get(`${path}fr`)).body['related_keyphrases']).not.toEqual(told)
  expect(await get('/keyword_research/related_keyphrases?keyphrase=drill')).toMatchObject({ status: 400 })
})

test('workouts are stored and replaced by name', async () => {
  expect((await get('/workouts')).body).toEqual({ workouts: {} })
  await cms.ask('editor1', 'POST', `${base}/workouts`, { cornerstone: { finished: ['one'] }, orphaned: {} })
  const { body } = await cms.ask('editor1', 'POST', `${base}/workouts?_locale=user`, {
    cornerstone: { finished: [] },
  })
  expect(body).toEqual({ workouts: { cornerstone: { finished: [] }, orphaned: {} } })
  expect((await get('/workouts')).body).toEqual(body)
  expect(await cms.ask('author1', 'GET', `${base}/workouts`)).toMatchObject({ status: 403 })
  cms.reset()
  expect((await get('/workouts')).body).toEqual({ workouts: {} })
})

test('tasks are listed, filtered and limited', async () => {
  const { body } = await get('/get_tasks')
  expect(body).toMatchObject({ total: 6 })
  expect((body['tasks'] as unknown[])[0]).toEqual({
    id: 'finish-configuration',
    title: 'Finish the first configuration',
    priority: 'high',
    is_completed: false,
  })
  expect((await get('/get_tasks?options[filter]=social')).body).toMatchObject({
    tasks: [{ id: 'add-social-profiles' }],
    total: 1,
  })
  const { body: few } = await get('/get_tasks?options[filter]=open&options[limit]=2')
  expect(few['tasks']).toHaveLength(2)
  expect(few['total']).toBe(5)
  expect(await get('/get_tasks?options[limit]=x')).toMatchObject({ status: 400 })
})

test('a task is completed by its condition or by a request', async () => {
  const completed = async (): Promise<unknown[]> => {
    const { body } = await get('/get_tasks?options[filter]=completed')
    return (body['tasks'] as { id: string }[]).map(({ id }) => id)
  }
  const complete = (sent: object): Promise<Told> => cms.ask('admin', 'POST', `${base}/complete_task`, sent)
  expect(await completed()).toEqual(['improve-readability'])
  await cms.ask('admin', 'DELETE', '/cms/v2/pages/2?force=true')
  expect(await complete({ options: { task: 'add-social-profiles' } })).toMatchObject({
    status: 200,
    body: { id: 'add-social-profiles', is_completed: true },
  })
  expect(await completed()).toEqual(['improve-readability', 'add-social-profiles', 'remove-sample-page'])
  expect(await complete({ options: { task: 'none' } })).toMatchObject({ status: 404 })
  expect((await complete({})).body['code']).toBe('rest_missing_callback_param')
  expect((await complete({ options: {} })).body['message']).toBe('Invalid parameter(s): options')
  expect(await cms.ask('editor1', 'POST', `${base}/complete_task`, { options: { task: 'x' } })).toMatchObject(
    {
      status: 403,
    },
  )
})

test('tracked actions are counted', async () => {
  const track = (): Promise<Told> => cms.ask('admin', 'POST', `${base}/action_tracking`, { action: 'opened' })
  expect((await track()).body).toEqual({ action: 'opened', count: 1 })
  expect((await track()).body).toEqual({ action: 'opened', count: 2 })
})
