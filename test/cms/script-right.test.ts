import { expect } from 'vitest'
import type { CmsOptions } from '../../src/cms/cms.ts'
import { openEditor } from '../helpers/content/editor.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'
import { startMock } from '../helpers/world/mock-server.ts'

const it = withScripts().extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const mock = await startMock({ gtins: 1, languages: 'de-de' })
  onCleanup(() => mock.close())
  return mock
})

const signal = new AbortController().signal
const asUser = (user: string): Partial<CmsOptions> => ({ auth: { user, password: user.padEnd(24, 'x') } })

it('the right to write scripts is read from a page, or from another one if it is gone', async ({
  site,
  connectCms,
}) => {
  const { id } = await openEditor(site.cmsRoot).create({ title: 'Page', status: 'publish' })
  const [admin, author] = [connectCms(site.cmsRoot), connectCms(site.cmsRoot, asUser('author1'))]
  for (const pageId of [id, id + 1_000, undefined])
    expect(await admin.mayWriteScripts(pageId, signal)).toBe(true)
  await site.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])
  for (const pageId of [id, undefined]) expect(await admin.mayWriteScripts(pageId, signal)).toBe(false)
  await site.clearFaults()
  expect(await author.mayWriteScripts(id, signal)).not.toBe(true)
})

it.for<[string, unknown, boolean | undefined]>([
  ['a site without pages', [], undefined],
  ['a page with the right', [{ _links: { 'wp:action-unfiltered-html': [{ href: 'x' }] } }], true],
  ['a page with other links only', [{ _links: { self: [] } }], false],
  ['a page whose links a plug-in removed', [{}], false],
  ['PHP’s form of no links', [{ _links: [] }], false],
  ['something else', 'maintenance', undefined],
])('%s shows whether scripts may be written', async ([, body, expected], { start, connectCms }) => {
  const { url } = await start([{ json: body }])
  const cms = connectCms(url)
  expect(await cms.mayWriteScripts(undefined, signal)).toBe(expected)
})
