import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'

const test = withWorld({ gtins: 4, languages: ['de-de', 'en-gb'] }, (world) => world.report('sync', '--json'))

test('sync --rewrite is held until it is approved, and then adds the digests that pages lack', async ({
  world,
}) => {
  const first = await world.recordPages()
  const [touched] = first
  // Three pages as an earlier version of the mirror left them, one of them with an editor's paragraph.
  for (const { id, content } of first.slice(0, 3))
    await world.cms('PUT', `/cms/v2/pages/${id}`, {
      content: withoutDigests(
        id === touched?.id
          ? `${content.raw}\n\n<!-- wp:paragraph -->\n<p>Danach.</p>\n<!-- /wp:paragraph -->`
          : content.raw,
      ),
    })
  await world.mock.zeroStats()
  const held = await world.report('sync', '--rewrite', '--json')
  expect({ code: held.code, ...held.report }).toMatchObject({ code: 4, state: 'held', updated: 0 })
  expect(held.report.guards).toEqual([
    expect.stringContaining('Would write 8 of 8 pages because every page is to be written again'),
  ])
  expect((await world.run('plan', held.report.runId)).stdout).toContain(
    'an operator requested a rewrite of every page',
  )
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)

  const { code, report } = await world.report('approve', held.report.runId, '--yes', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, updated: 3, unchanged: 5, failed: 0 })
  const now = await world.recordPages()
  for (const [index, { content }] of now.entries())
    expect(content.raw).toBe(
      first[index]?.content.raw +
        (index === 0 ? '\n\n<!-- wp:paragraph -->\n<p>Danach.</p>\n<!-- /wp:paragraph -->' : ''),
    )

  await world.mock.zeroStats()
  expect((await world.report('sync', '--json')).report).toMatchObject({ unchanged: 8 })
  expect((await world.report('sync', '--rewrite', '--approve', '--json')).report).toMatchObject({
    updated: 0,
    unchanged: 8,
  })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})
