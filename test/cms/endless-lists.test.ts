import { expect } from 'vitest'
import { UnusableError } from '../../src/lib/errors.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()

const pageOf = ({ url }: Asked): number => Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)

function partOf(ids: readonly number[], parts: string): Step {
  const raw = { raw: '' }
  const texts = { title: raw, excerpt: raw, content: raw }
  const fixed = { slug: 's', status: 'draft', link: '/', modified_gmt: 'm', featured_media: 0, ...texts }
  return { json: ids.map((id) => ({ id, ...fixed })), headers: { 'x-wp-totalpages': parts } }
}

const hundred = (part: number): number[] => Array.from({ length: 100 }, (_, index) => part * 100 + index)

it.for<[string, (asked: Asked) => Step, string, number]>([
  [
    'claims a billion parts',
    () => partOf([1], '1000000000'),
    'the list has at least 99999999900 rows; the limit is 1000. If that is right, raise CMS_MAX_LIST_ROWS',
    1,
  ],
  [
    'always has one more part',
    (asked) => partOf(hundred(pageOf(asked)), String(pageOf(asked) + 1)),
    'raise CMS_MAX_LIST_ROWS',
    11,
  ],
  ['repeats its rows', () => partOf([1, 2, 3], '9'), 'the last 3 parts contained nothing new', 4],
  ['has empty parts', () => partOf([], '9'), 'the last 3 parts contained nothing new', 3],
])(
  'a list that %s ends with an error that explains it',
  async ([, script, said, requests], { start, connectCms }) => {
    const server = await start(script)
    const cms = connectCms(server.url, { maxListRows: 1_000 })
    const error = await cms.findExactly(['slug'], signal).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnusableError)
    expect(error).toHaveProperty('message', expect.stringContaining(said))
    expect(server.asked).toHaveLength(requests)
  },
)

it('an endless menu is reported, and does not end a run', async ({ start, connectCms }) => {
  const row = { id: 1, type: 'custom', object: 'custom', object_id: 1, menu_order: 1 }
  const server = await start([{ json: [row], headers: { 'x-wp-totalpages': '1000000000' } }])
  expect(await connectCms(server.url).readMenu(1, signal)).toEqual({
    ok: false,
    reason: expect.stringContaining('raise CMS_MAX_LIST_ROWS'),
  })
})

it('a part with very many rows is read', async ({ start, connectCms }) => {
  const many = Array.from({ length: 200_000 }, (_, id) => ({ id }))
  const server = await start([{ json: many }])
  expect((await connectCms(server.url).findExisting([1], signal)).size).toBe(200_000)
})
