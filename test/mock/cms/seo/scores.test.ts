import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rankReadability, rankSeo, sentenceLengths } from '../../../../src/mock/cms/seo/scores/measure.ts'
import { blankRow } from '../../../../src/mock/cms/store/rows.ts'
import { type OpenCms, openCms } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const base = '/seo/v1'
const long = `${'word '.repeat(21).trim()}. `
const short = 'A short sentence. '

test.each([
  ['', 'na'],
  [short, 'good'],
  [long + short.repeat(3), 'good'],
  [long.repeat(2) + short.repeat(5), 'ok'],
  [long + short, 'bad'],
  ['word '.repeat(20), 'good'],
])('readability depends on the share of long sentences (%#)', (text, rank) => {
  expect(rankReadability(sentenceLengths(text))).toBe(rank)
})

test.each([
  [{}, 'text', 'na'],
  [{ _seo_focuskw: 'Drill' }, 'text', 'bad'],
  [{ _seo_focuskw: 'Drill' }, 'a drill', 'bad'],
  [{ _seo_focuskw: 'Bohr' }, 'text', 'ok'],
  [{ _seo_focuskw: 'bohr' }, 'der Bohr', 'good'],
  [{ _seo_focuskw: 'Drill', _seo_metadesc: 'a drill' }, 'a drill', 'ok'],
])('the SEO score depends on the location of the focus keyphrase (%#)', (meta, text, rank) => {
  const row = { ...blankRow, id: 1, type: 'post', title: 'Böhr machine', slug: 'x', meta } as const
  expect(rankSeo(row, text)).toBe(rank)
})

test('scores count published rows of a type, with ids when troubleshooting', async () => {
  const dull = cms.add('page', { title: 'Dull', content: `<p>${long}</p>` })
  cms.add('page', { title: 'Draft', status: 'draft', content: `<p>${long}</p>` })
  const { status, body } = await cms.ask('editor1', 'GET', `${base}/readability_scores?contentType=page`)
  expect(status).toBe(200)
  expect(body).toEqual({
    scores: [
      { name: 'good', amount: 1 },
      { name: 'ok', amount: 0 },
      { name: 'bad', amount: 1 },
      { name: 'na', amount: 0 },
    ],
    total: 2,
    content_type: 'page',
  })
  const told = await cms.ask(
    'editor1',
    'GET',
    `${base}/readability_scores?contentType=page&troubleshooting=true`,
  )
  expect(told.body['scores']).toContainEqual({ name: 'bad', amount: 1, ids: [dull.id] })
})

test('scores follow changes, and can be limited to a term', async () => {
  const meta = { _seo_focuskw: 'drill' }
  const row = cms.add('post', { title: 'A drill', content: 'The drill.', meta, terms: { category: [11] } })
  const path = `${base}/seo_scores?contentType=post&taxonomy=category&term=11`
  expect((await cms.ask('editor1', 'GET', path)).body).toMatchObject({
    scores: [{ name: 'good', amount: 1 }, {}, {}, {}],
    total: 1,
  })
  await cms.ask('admin', 'POST', `/cms/v2/posts/${row.id}`, { title: 'A hammer', content: 'The hammer.' })
  expect((await cms.ask('editor1', 'GET', path)).body).toMatchObject({
    scores: [{ amount: 0 }, {}, { amount: 1 }, {}],
  })
})

test.each([
  ['/seo_scores', 'rest_missing_callback_param'],
  ['/readability_scores?contentType=shelf', 'rest_invalid_param'],
  ['/seo_scores?contentType=page&taxonomy=category', 'rest_invalid_param'],
  ['/seo_scores?contentType=post&taxonomy=category&term=13', 'rest_invalid_param'],
  ['/seo_scores?contentType=post&term=x', 'rest_invalid_param'],
  ['/seo_scores?contentType=post&troubleshooting=perhaps', 'rest_invalid_param'],
])('GET %s is rejected', async (path, code) => {
  expect(await cms.ask('editor1', 'GET', base + path)).toMatchObject({ status: 400, body: { code } })
})

test('statistics count published content', async () => {
  await cms.upload('a.jpg', 20, 20)
  cms.add('post', { title: 'Three', content: '<p>one two</p><p>three</p>' })
  expect((await cms.ask('editor1', 'GET', `${base}/statistics`)).body).toEqual({
    posts: 2,
    pages: 1,
    media: 1,
    words: 15,
    readability: { good: 3, ok: 0, bad: 0, na: 0 },
    seo: { good: 0, ok: 0, bad: 0, na: 3 },
  })
})

test('scores require an editor: an author gets 403', async () => {
  for (const path of ['/statistics', '/seo_scores?contentType=page'])
    expect(await cms.ask('author1', 'GET', base + path)).toMatchObject({ status: 403 })
})
