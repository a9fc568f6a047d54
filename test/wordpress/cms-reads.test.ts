import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCms } from '../../src/cms/cms.ts'
import { toGmt } from '../../src/lib/gmt.ts'
import type { Cms } from '../../src/sync/ports/cms.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startEngine, type Engine } from './engine/start.ts'

const { signal } = new AbortController()
let engine: Engine
let cms: Cms & { close(): Promise<void> }

beforeAll(async () => {
  engine = await startEngine({ workers: 2 })
  const { apiRoot, namespace, user, password } = engine
  const retry = { tries: 1, baseMs: 1, capMs: 1 }
  cms = createCms({ apiRoot, namespace, auth: { user, password }, gate: openGate(), retry })
})
afterAll(async () => {
  await cms.close()
  await engine.stop()
})

test('the revisions of a page are read with their content, the newest first', async () => {
  const create = { slug: 'page', status: 'publish', title: 'One', content: 'First text' } as const
  const [made] = await cms.writePages([{ kind: 'create', body: create }], signal)
  const id = made?.ok === true ? made.page.id : 0
  await cms.writePages([{ kind: 'update', id, body: { title: 'Two', content: 'Second text' } }], signal)
  await cms.writePages([{ kind: 'update', id, body: { excerpt: 'Short' } }], signal)
  expect(await cms.readRevisions(id, signal)).toMatchObject([
    { title: 'Two', excerpt: 'Short', content: 'Second text', autosave: false },
    { title: 'Two', excerpt: '', content: 'Second text', autosave: false },
  ])
})

const summer = { from: Date.parse('2026-03-29T01:00:00Z'), until: Date.parse('2026-10-25T01:00:00Z') }
const hour = 3_600_000

/** A time in the time zone of Vienna. */
function toLocal(ms: number): string {
  return toGmt(ms + (ms >= summer.from && ms < summer.until ? 2 : 1) * hour)
}

test('thousands of changes are found exactly once, even on the nights when the site’s clock changes', async () => {
  await engine.dbQuery(
    "UPDATE wp_options SET option_value = 'Europe/Vienna' WHERE option_name = 'timezone_string'",
  )
  for (const since of ['2026-03-28T23:50:00', '2026-10-24T23:40:00']) {
    const start = Date.parse(`${since}Z`)
    // 3,000 pages, one every two seconds.
    const rows = Array.from({ length: 3_000 }, (_, index) => {
      const ms = start + 2_000 * index
      const [local, gmt] = [toLocal(ms), toGmt(ms)]
      return `(1,'${local}','${gmt}','','p','','publish','closed','closed','','p-${ms}','','','${local}','${gmt}','',0,'',0,'page','',0)`
    })
    await engine.dbQuery(`DELETE FROM wp_posts; INSERT INTO wp_posts (post_author, post_date, post_date_gmt,
      post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name,
      to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order,
      post_type, post_mime_type, comment_count) VALUES ${rows.join(',')}`)
    const found: string[] = []
    for await (const { pages } of cms.readModified({ since, revisions: true }, signal))
      for (const { slug } of pages) found.push(slug)
    expect(found).toHaveLength(rows.length)
    expect(new Set(found).size).toBe(rows.length)
  }
})
