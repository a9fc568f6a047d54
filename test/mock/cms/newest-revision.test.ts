import { afterAll, expect, test } from 'vitest'
import { serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
afterAll(() => cms.close())

test('the newest revision is that with the latest date: updating an autosave after a save makes it the newest', async () => {
  const later = (minute: number) => (now = new Date(Date.UTC(2026, 10, 20, 13, minute)))
  const newest = async () => {
    const path = '/cms/v2/pages/21?context=edit&_fields=_links.predecessor-version'
    const { json } = await cms.rest('admin', 'GET', path)
    const { _links: links } = json as { _links: Record<string, { id: number }[]> }
    return links['predecessor-version']?.[0]?.id
  }
  const autosave = (title: string) => cms.rest('editor1', 'POST', '/cms/v2/pages/21/autosaves', { title })
  await cms.rest('admin', 'POST', '/cms/v2/pages', { title: 'first', status: 'publish' })
  expect(await newest()).toBeUndefined()
  later(1)
  await autosave('a thought')
  expect(await newest()).toBe(22)
  later(2)
  await cms.rest('admin', 'POST', '/cms/v2/pages/21', { title: 'second' })
  expect(await newest()).toBe(23)
  await autosave('the thought, at the very second of the save')
  expect(await newest()).toBe(23)
  later(3)
  await autosave('the thought goes on')
  expect(await newest()).toBe(22)
})
