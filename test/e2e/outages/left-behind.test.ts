import { expect } from 'vitest'
import { withOwnWorld, withWorld } from '../../helpers/fixtures.ts'
import type { PageRow } from '../../helpers/world/mirror-world.ts'

type WholePage = PageRow & { excerpt: { raw: string }; featured_media: number }

const test = withWorld({ gtins: 3, languages: ['de-de'] }, (world) => world.report('sync', '--json'))
const it = withOwnWorld({ gtins: 1, languages: ['de-de'] })

test('a run removes the duplicate that a crash left between two creates and their snapshot', async ({
  world,
}) => {
  const [bound] = await world.recordPages()
  const gtin = bound?.slug.slice('gtin-'.length, 'gtin-'.length + 13) ?? ''
  const whole = await world.cms<WholePage>('GET', `/cms/v2/pages/${bound?.id ?? 0}?context=edit`)
  const { slug, status, parent, featured_media, title, excerpt, content } = whole
  const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
  const copy = { slug, status, parent, featured_media, ...texts }
  const duplicate = await world.cms<{ id: number; slug: string }>('POST', '/cms/v2/pages', copy)
  expect(duplicate.slug).toBe(`${slug}-2`)
  await world.redis.hdel('pm:default:heads:de-de', gtin)
  await world.redis.hset(
    'pm:default:intents',
    `${gtin}/de-de`,
    JSON.stringify({ runId: 'gone', sentAt: 0, since: 0 }),
  )

  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', failed: 0 })
  const left = (await world.recordPages()).filter(({ slug: name }) => name.includes(gtin))
  expect(left.map(({ id, status: now }) => ({ id, status: now }))).toEqual([
    { id: bound?.id, status: 'publish' },
    { id: duplicate.id, status: 'trash' },
  ])
})

test('a run finds parent pages that Redis lost, even with nothing to create', async ({ world }) => {
  const known = await world.redis.hgetall('pm:default:parents')
  await world.redis.del('pm:default:parents')
  await world.mock.zeroStats()
  expect((await world.report('sync', '--json')).report).toMatchObject({ state: 'done', created: 0 })
  expect(await world.redis.hgetall('pm:default:parents')).toEqual(known)
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
})

it('a run creates a parent page once when its first create is lost', async ({ world }) => {
  await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  const { code, report } = await world.report('sync', '--json')
  expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 1, failed: 0 })
  expect((await world.mock.stats()).cmsWrites.byKind).toMatchObject({ 'pages.create': 3 })
})
