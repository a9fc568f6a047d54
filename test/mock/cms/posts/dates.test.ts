import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'
const now = { date: '2026-03-02T11:00:00', date_gmt: '2026-03-02T10:00:00' }
const past = { date: '2020-01-01T00:00:00', date_gmt: '2019-12-31T23:00:00' }

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const write = (path: string, body: object) => cms.ask('admin', 'POST', path, body)

test.each([
  { date: null, date_gmt: past.date_gmt },
  { date: past.date, date_gmt: null },
  { date: null },
  { date_gmt: null },
])('a null date resets the row to now, whatever the other date is: %j', async (body) => {
  const made = await write(pages, { title: 'x', status: 'publish', ...body })
  expect(made).toMatchObject({ status: 201, body: now })
  const { id } = cms.add('page', { title: 'old', date: past.date, dateGmt: past.date_gmt })
  expect(await write(`${pages}/${id}`, body)).toMatchObject({ status: 200, body: now })
})

test('without a null, the local date has precedence', async () => {
  const body = { title: 'x', date: past.date, date_gmt: '2021-01-01T00:00:00' }
  expect(await write(pages, body)).toMatchObject({ body: past })
})

test('an autosave that changes a draft without a date does not set one', async () => {
  const { body } = await write(pages, { title: 'floating' })
  const autosaves = `${pages}/${Number(body['id'])}/autosaves`
  expect(await write(autosaves, { title: 'changed' })).toMatchObject({
    status: 200,
    body: { id: body['id'], date: null, date_gmt: null, modified: now.date, modified_gmt: now.date_gmt },
  })
  await write(`${pages}/${Number(body['id'])}`, { date: past.date })
  expect(await write(autosaves, { title: 'again' })).toMatchObject({ body: past })
})

test.each([
  ['date', '0000-00-00T00:00:00', '-0001-11-30T00:00:00', '-0001-11-30T00:00:00'],
  ['date_gmt', '0000-00-00T00:00:00', '-0001-11-30T00:00:00', '-0001-11-30T00:00:00'],
  ['date', '9999-12-31T23:59:59', '9999-12-31T23:59:59', '9999-12-31T22:59:59'],
  ['date', '9999-12-31T23:59:59Z', '-0001-11-30T00:00:00', '-0001-11-30T00:00:00'],
])('a comment accepts the extreme %s %s', async (name, value, date, dateGmt) => {
  const told = { status: 200, body: { date, date_gmt: dateGmt } }
  expect(await write('/cms/v2/comments/1', { [name]: value })).toMatchObject(told)
  const made = { post: 1, content: 'new', [name]: value }
  expect(await write('/cms/v2/comments', made)).toMatchObject({ status: 201, body: { date } })
  expect(await cms.ask('admin', 'GET', '/cms/v2/comments/1')).toMatchObject(told)
  expect(await cms.ask('admin', 'GET', `/cms/v2/comments?after=${value}`)).toMatchObject({ status: 200 })
})
