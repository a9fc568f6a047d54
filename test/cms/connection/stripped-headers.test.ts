import { expect } from 'vitest'
import type { Asked, Step } from '../../helpers/world/scripted-server.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()

const pageOf = ({ url }: Asked): number => Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)

/** A site with rows 1 to `rows`, whose headers a proxy removes or corrupts. */
function listOf(rows: number, headers: (page: number) => Record<string, string>) {
  return (asked: Asked): Step => {
    const page = pageOf(asked)
    const raw = { raw: '' }
    const fixed = { slug: 's', status: 'draft', link: '/', modified_gmt: 'm', featured_media: 0 }
    const texts = { title: raw, excerpt: raw, content: raw }
    const ids = Array.from({ length: rows }, (_, index) => index + 1).slice((page - 1) * 100, page * 100)
    if (ids.length === 0 && page > 1)
      return { status: 400, json: { code: 'rest_post_invalid_page_number', message: 'm', data: {} } }
    return { json: ids.map((id) => ({ id, ...fixed, ...texts })), headers: headers(page) }
  }
}

it.for<[string, number, (page: number) => Record<string, string>]>([
  ['no header at all', 250, () => ({})],
  ['no header at all, and the last part is full', 200, () => ({})],
  ['the number of rows alone', 250, () => ({ 'x-wp-total': '250' })],
  ['the number of parts alone', 250, () => ({ 'x-wp-totalpages': '3' })],
  ['text instead of numbers', 250, () => ({ 'x-wp-total': '2,5', 'x-wp-totalpages': 'many' })],
  ['an empty number of parts', 250, () => ({ 'x-wp-totalpages': '' })],
  ['zero parts', 250, () => ({ 'x-wp-totalpages': '0', 'x-wp-total': '0' })],
  ['one part but more rows than that', 250, () => ({ 'x-wp-totalpages': '1', 'x-wp-total': '250' })],
])('PR-29: a list is read to its end with %s', async ([, rows, headers], { start, connectCms }) => {
  const server = await start(listOf(rows, headers))
  const ids: number[] = []
  for await (const { pages } of connectCms(server.url).walkPages(0, signal))
    ids.push(...pages.map(({ id }) => id))
  expect(ids).toEqual(Array.from({ length: rows }, (_, index) => index + 1))
  expect(server.asked.length).toBeLessThanOrEqual(3)
})

it('a part that is not full is the last one if the headers do not show the end', async ({
  start,
  connectCms,
}) => {
  const server = await start(listOf(7, () => ({})))
  expect(await connectCms(server.url).findExactly(['s'], signal)).toHaveLength(7)
  expect(server.asked).toHaveLength(1)
})

it('a menu is read to its end without headers', async ({ start, connectCms }) => {
  const server = await start((asked): Step => {
    const page = pageOf(asked)
    if (page === 3) return { status: 400, json: { code: 'rest_post_invalid_page_number', message: 'm' } }
    return {
      json: Array.from({ length: 100 }, (_, index) => {
        const id = page * 100 + index
        return { id, type: 'post_type', object: 'page', object_id: id, menu_order: id }
      }),
    }
  })
  const read = await connectCms(server.url).readMenu(1, signal)
  expect(read).toMatchObject({ ok: true })
  expect(read.ok && read.items).toHaveLength(200)
})

it('changes after the first hundred are found without headers', async ({ start, connectCms }) => {
  const server = await start((asked): Step => {
    const page = pageOf(asked)
    const ids = Array.from({ length: 150 }, (_, index) => index + 1).slice((page - 1) * 100, page * 100)
    const fixed = { slug: 's', status: 'publish', modified_gmt: '2026-11-20T04:00:00' }
    return { json: ids.map((id) => ({ id, ...fixed })) }
  })
  const ids: number[] = []
  for await (const { pages } of connectCms(server.url).readModified(
    { since: '2026-11-20T03:00:00', revisions: true },
    signal,
  ))
    ids.push(...pages.map(({ id }) => id))
  expect(ids).toHaveLength(150)
})
