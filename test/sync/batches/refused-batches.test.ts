import { expect } from 'vitest'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { openChangingProxy, type Meddling } from '../../helpers/world/changing-proxy.ts'
import { recordRequests } from '../../helpers/world/record-requests.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, go, inputOf, outcomesOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 8, mirror: { policy: { maxUpdateShare: 1 } } }).extend(
  'behind',
  async ({ stage }, { onCleanup }) =>
    async (meddling: Meddling): Promise<Mirror> => {
      const proxy = await openChangingProxy(stage.mock.origin, meddling)
      onCleanup(async () => {
        await stage.tidy()
        await proxy.close()
      })
      const cms = stage.mock.cmsRoot.replace(stage.mock.origin, proxy.origin)
      return stage.openMirror({
        addresses: { partner: stage.mock.partnerBaseUrl, cms },
        policy: { maxUpdateShare: 1 },
      })
    },
)

/** Plans and writes as the jobs do, until no wait is left. */
async function run(mirror: Mirror) {
  const { runId } = await plan(mirror)
  const begun = await mirror.runs.update(runId, { state: 'writing' })
  if (begun === undefined) throw new Error('no run')
  while ((await prepareParents(mirror, begun, go)).waitMs > 0) mirror.pass(60_000)
  const input = await inputOf(mirror, runId)
  while ((await writePages(mirror, input, go)).waitMs > 0) mirror.pass(60_000)
  return apply(mirror, runId)
}

const slugsOf = ({ listed }: Mirror) => listed.map((gtin) => `gtin-${gtin}-de-de`).toSorted()

test('a page that a firewall refuses fails alone with the firewall’s message, and all others are written', async ({
  stage,
  mirror,
}) => {
  const bad = mirror.listed[3] ?? ''
  const holds = `"slug":"gtin-${bad}-de-de"`
  await stage.mock.faults([
    { side: 'cms', path: '/batch/v1', holds, kind: 'status', status: 403, as: 'html' },
  ])
  const { run: ended, outcomes } = await run(mirror)
  expect(ended).toMatchObject({ state: 'partial', counts: { created: 7, failed: 1 }, notes: [] })
  expect(outcomes.get(`${bad}/de-de`)).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(
      /^the CMS could not save the page: the CMS returned 403 with .* \(\d requests with it failed/,
    ) as unknown,
  })
  expect(await stage.editor.slugs()).toHaveLength(7)
  await stage.mock.clearFaults()
  expect((await run(mirror)).run).toMatchObject({ state: 'done', counts: { created: 1 } })
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror))
})

test.for([403, 404, 405])(
  'a mirror whose batches are blocked with %i writes each page separately, and reports it once',
  async (status, { stage, mirror }) => {
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'status', status, as: 'html' }])
    const wire = recordRequests(stage.mock.origin)
    const { run: first } = await run(mirror)
    wire.stop()
    expect(first).toMatchObject({ state: 'done', counts: { created: 8, failed: 0 } })
    expect(first.notes).toEqual([
      { code: 'batches-blocked', detail: expect.stringMatching(/^40\d/) as unknown },
    ])
    const full = wire.batches().filter(({ length }) => length > 0)
    expect(full).toHaveLength(1)
    expect(await stage.editor.slugs()).toEqual(slugsOf(mirror))

    await Promise.all(
      mirror.listed.map((gtin) => stage.mock.patchProduct(gtin, 'de-de', { name: `New ${gtin}` })),
    )
    const { run: second } = await run(mirror)
    expect(second).toMatchObject({ state: 'done', counts: { updated: 8, created: 0 } })
    expect(second.notes).toHaveLength(1)

    await stage.mock.clearFaults()
    await Promise.all(mirror.listed.map((gtin) => stage.mock.patchProduct(gtin, 'de-de', { name: gtin })))
    expect((await run(mirror)).run).toMatchObject({ state: 'done', counts: { updated: 8 }, notes: [] })
  },
)

test('single requests create no second page of a record when replies are lost', async ({ stage, mirror }) => {
  await stage.mock.faults([
    { side: 'cms', path: '/batch/v1', kind: 'status', status: 405, as: 'html' },
    {
      side: 'cms',
      method: 'POST',
      path: '/cms/v2/pages',
      kind: 'reset-after',
      after: 2,
      share: 0.5,
      count: 10,
    },
  ])
  const { run: ended } = await run(mirror)
  expect(ended).toMatchObject({ state: 'done', counts: { created: 8, failed: 0 } })
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror))
})

type Responses = { responses: unknown[] }
const isBatch = (path: string) => path.endsWith('/batch/v1')

test.for<[string, (responses: unknown[]) => unknown[]]>([
  ['in reverse order', (responses) => responses.toReversed()],
  ['rotated by one', (responses) => [...responses.slice(1), ...responses.slice(0, 1)]],
  ['without the first', (responses) => responses.slice(1)],
  ['with one too many', (responses) => [...responses, ...responses.slice(0, 1)]],
  ['all as the first', (responses) => responses.map(() => responses[0])],
])(
  'responses %s remove no page and bind no record to another’s page',
  async ([, change], { stage, behind }) => {
    const mirror = await behind({
      after: ({ path }, answer) =>
        isBatch(path)
          ? {
              ...answer,
              body: JSON.stringify({ responses: change((JSON.parse(answer.body) as Responses).responses) }),
            }
          : answer,
    })
    mirror.listed = mirror.listed.slice(0, 5)
    await stage.mock.zeroStats()
    const { run: ended } = await run(mirror)
    expect(ended).toMatchObject({ state: 'done', counts: { created: 5, failed: 0 } })
    expect(await stage.editor.slugs()).toEqual(slugsOf(mirror))
    expect((await stage.mock.stats()).cmsWrites.byKind['pages.delete'] ?? 0).toBe(0)
    for (const gtin of mirror.listed) {
      const key = { gtin, language: 'de-de' }
      const [head] = await mirror.snapshots.heads([key])
      expect(head?.pageId).toBe((await stage.editor.page(key)).id)
    }
  },
)

test('a page is removed as a duplicate only if its own block names the record', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = mirror.listed.slice(0, 2)
  await sync(mirror)
  const [, other = ''] = mirror.listed
  const victim = await stage.editor.page({ gtin: other, language: 'de-de' })
  const ours = await stage.editor.page(key)
  await stage.editor.removeForGood(ours.id)
  const { cms } = mirror
  // The response contains another record's page and an unused slug; the right page has landed.
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      const answers = await cms.writePages(writes, signal)
      return answers.map((answer, index) =>
        writes[index]?.kind === 'create' && answer.ok
          ? { ok: true, page: { ...answer.page, id: victim.id, slug: 'something-else' } }
          : answer,
      )
    },
  }
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neu' })
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await writePages(mirror, input, go)
  mirror.pass(60_000)
  await writePages(mirror, input, go)
  await trashDuplicatePages(mirror, runId, go)
  expect((await stage.editor.page({ gtin: other, language: 'de-de' })).status).toBe('publish')
  expect(await stage.editor.slugs()).toEqual(slugsOf(mirror))
  expect((await outcomesOf(mirror, runId)).get(`${key.gtin}/de-de`)?.pageId).not.toBe(victim.id)
})
