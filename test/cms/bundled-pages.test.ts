import { expect } from 'vitest'
import type { CmsOptions } from '../../src/cms/cms.ts'
import type { PageWrite, PageWritten } from '../../src/core/record/page.ts'
import { OutcomeUnknownError, UnusableError } from '../../src/lib/errors.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { withBundled } from '../helpers/upstream-fixtures.ts'

const it = withBundled()

const signal = new AbortController().signal

const slugs = Array.from({ length: 25 }, (_, i) => `gtin-${4_026_639_012_300 + i}-de-de`)
const creates = slugs.map((each): PageWrite => ({
  kind: 'create',
  body: { slug: each, status: 'publish', title: 'T & <b>x</b>', content: '<p>c</p>', excerpt: 'e' },
}))

function idsOf(written: readonly PageWritten[]): number[] {
  return written.map((each) => {
    if (!each.ok) throw new Error(each.reason)
    return each.page.id
  })
}

it('25 pages are created in one batch, read back as written, and found by slug, the trash included', async ({
  mock,
  connectCms,
}) => {
  const cms = connectCms(mock.cmsRoot)
  const written = await cms.writePages(creates, signal)
  const ids = idsOf(written)
  expect(await cms.readPages(ids, signal)).toEqual(written.map((each) => each.ok && each.page))
  const [first = 0, second = 0, third = 0] = ids
  const changed = await cms.writePages(
    [
      { kind: 'update', id: first, body: { title: 'new' } },
      { kind: 'delete', id: second, force: false },
      { kind: 'delete', id: third, force: true },
      { kind: 'delete', id: 99_999, force: true },
    ],
    signal,
  )
  expect(changed).toMatchObject([
    { ok: true, page: { id: first, title: 'new', content: '<p>c</p>' } },
    { ok: true, page: { id: second, slug: `${slugs[1]}__trashed`, status: 'trash' } },
    { ok: true, page: { id: third, slug: slugs[2], content: '<p>c</p>' } },
    { ok: false, status: 404, code: 'rest_post_invalid_id' },
  ])
  const found = await cms.findPages(slugs, signal)
  expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id !== third))
  expect(await cms.writePages([{ kind: 'delete', id: second, force: false }], signal)).toMatchObject([
    { ok: false, status: 410, code: 'rest_already_trashed' },
  ])
})

it('the user may create pages, and the index lists the batch route', async ({ mock, connectCms }) => {
  const cms = connectCms(mock.cmsRoot)
  expect((await cms.fetchUser(signal)).capabilities.has('publish_pages')).toBe(true)
  expect((await cms.fetchRoutes(signal)).routes.has('/batch/v1')).toBe(true)
})

it.for<[string, Partial<CmsOptions>, string]>([
  ['credentials', { auth: { user: 'admin', password: 'wrong' } }, 'CMS_PASSWORD'],
  ['a namespace', { namespace: 'wp/v2' }, 'CMS_NAMESPACE'],
])(
  'every call distinguishes wrong %s from a CMS that is down',
  async ([, options, said], { mock, connectCms }) => {
    const cms = connectCms(mock.cmsRoot, options)
    const calls = [
      () => cms.fetchUser(signal),
      () => cms.readPages([2], signal),
      () => cms.findPages(['sample-page'], signal),
      () => cms.writePages(creates.slice(0, 2), signal),
    ]
    for (const call of calls) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(UnusableError)
      expect(error).toHaveProperty('message', expect.stringContaining(said))
    }
  },
)

it('a create whose reply was lost is sent once, and may exist', async ({ mock, connectCms }) => {
  const cms = connectCms(mock.cmsRoot)
  await mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  await expect(cms.writePages(creates.slice(0, 2), signal)).rejects.toThrow(OutcomeUnknownError)
  await expect.poll(async () => (await cms.findPages(slugs, signal)).length).toBe(2)
  expect((await mock.stats()).batches.calls).toBe(1)
})

it('content whose reply was lost is sent once, so that an editor’s later save survives', async ({
  mock,
  connectCms,
}) => {
  const cms = connectCms(mock.cmsRoot)
  const [id = 0] = idsOf(await cms.writePages(creates.slice(0, 1), signal))
  await mock.zeroStats()
  await mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  const update = { kind: 'update', id, body: { title: 'new' } } as const
  await expect(cms.writePages([update], signal)).rejects.toThrow(OutcomeUnknownError)
  expect(await cms.readPages([id], signal)).toMatchObject([{ id, title: 'T & <b>x</b>' }])
})

it('a status change whose reply was lost is sent again, and limits are waited out', async ({
  mock,
  connectCms,
}) => {
  const gate = openGate()
  const cms = connectCms(mock.cmsRoot, { gate, retry: { tries: 3, baseMs: 1, capMs: 2 } })
  const [id = 0] = idsOf(await cms.writePages(creates.slice(0, 1), signal))
  await mock.faults([
    { side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 },
    { side: 'cms', path: '/batch/v1', kind: 'status', status: 502, count: 1 },
    { side: 'cms', path: '/batch/v1', kind: 'retry-after', seconds: 7, count: 3 },
  ])
  const written = await cms.writePages([{ kind: 'update', id, body: { status: 'private' } }], signal)
  expect(written).toMatchObject([{ ok: true, page: { id, status: 'private' } }])
  expect(gate.closed).toEqual([7_000, 7_000, 7_000])
})
