import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenCms, openCms, root, site } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/seo/v1'
type Step = { objects: Record<string, unknown>[]; next_url: string | false }

async function step(path: string): Promise<Step> {
  const { status, body } = await cms.ask('editor1', 'POST', base + path)
  expect(status).toBe(200)
  return body as Step
}

/** All steps up to the last. */
async function walk(path: string): Promise<Step[]> {
  const steps = [await step(path)]
  while (steps.at(-1)?.next_url !== false) steps.push(await step(path))
  return steps
}

test.each(['/indexing/posts', '/link-indexing/posts'])(
  '%s processes 25 objects per step and ends',
  async (path) => {
    // The store starts with three rows.
    for (let number = 0; number < 47; number++) cms.add('page', { title: `Page ${number}` })
    const steps = await walk(path)
    expect(steps.map(({ objects }) => objects.length)).toEqual([25, 25])
    expect(steps[0]?.next_url).toBe(`${root}${base}${path}`)
    const ids = steps.flatMap(({ objects }) => objects.map((one) => one['object_id']))
    expect(new Set(ids).size).toBe(50)
    expect(await step(path)).toEqual({ objects: [], next_url: false })
  },
)

test('changed and new rows are indexed again, deleted ones are not', async () => {
  const rows = Array.from({ length: 30 }, (_, number) => cms.add('page', { title: `Page ${number}` }))
  await step('/indexing/posts')
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id]
  await cms.ask('admin', 'POST', `/cms/v2/pages/${first}`, { title: 'Other' })
  await cms.ask('admin', 'DELETE', `/cms/v2/pages/${last}?force=true`)
  const rest = (await walk('/indexing/posts')).flatMap(({ objects }) =>
    objects.map((one) => one['object_id']),
  )
  expect(rest).toHaveLength(8)
  expect(rest).toContain(first)
  expect(rest).not.toContain(last)
})

test('a row is returned with its URL, scores and links', async () => {
  const content = `<a href="/x/">in</a> <a class="y" href="${site}/z/">in</a> <a href="https://o.example">out</a>`
  const { id } = cms.add('post', { title: 'Linked', slug: 'linked', content })
  expect((await step('/indexing/posts')).objects).toContainEqual({
    object_type: 'post',
    object_sub_type: 'post',
    object_id: id,
    permalink: `${site}/linked/`,
    readability_score: 'good',
    seo_score: 'na',
  })
  expect((await step('/link-indexing/posts')).objects).toContainEqual({
    object_type: 'post',
    object_sub_type: 'post',
    object_id: id,
    internal_links: 2,
    external_links: 1,
  })
})

test.each([
  ['/indexing/terms', 5],
  ['/link-indexing/terms', 5],
  ['/indexing/post-type-archives', 1],
  ['/indexing/general', 3],
])('%s processes %i objects in one step', async (path, count) => {
  const { objects, next_url: next } = await step(path)
  expect(objects).toHaveLength(count)
  expect(next).toBe(false)
})

test('indexing is complete when all objects are indexed, and prepare restarts it', async () => {
  const state = async (path: string) => (await cms.ask('editor1', 'POST', base + path)).body
  expect(await state('/indexing/complete')).toEqual({ complete: false, unindexed: 12 })
  for (const path of ['posts', 'terms', 'post-type-archives', 'general']) await walk(`/indexing/${path}`)
  expect(await state('/indexing/indexables-complete')).toEqual({ complete: true, unindexed: 0 })
  expect(await state('/indexing/complete')).toEqual({ complete: true, unindexed: 0 })
  expect(await state('/indexing/prepare')).toEqual({ complete: false, unindexed: 12 })
  await walk('/indexing/posts')
  cms.reset()
  expect(await state('/indexing/complete')).toEqual({ complete: false, unindexed: 12 })
})
