import type { RecordKey } from '../../../src/core/record/record.ts'
import type { Mirror, Stage } from './sync-deps.ts'
import { sync } from './sync-run.ts'

export const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

/** A mirrored page that was updated once (`EINS`) and will be updated again (`ZWEI`), and an editor on it. */
export async function openRace(stage: Stage, gtin: string, updates: readonly string[] = ['EINS']) {
  const mirror: Mirror = stage.openMirror()
  const key: RecordKey = { gtin, language: 'de-de' }
  const partnerChanges = (item_number: string, more: Record<string, unknown> = {}) =>
    stage.mock.patchProduct(gtin, 'de-de', { item_number, ...more })
  mirror.listed = [gtin]
  await sync(mirror)
  for (const update of updates) {
    await partnerChanges(update)
    await sync(mirror)
  }
  const page = () => stage.editor.page(key)
  const { id: pageId } = await page()
  const content = async () => (await page()).content.raw
  const edit = (body: Record<string, unknown>) => stage.editor.editAsColleague(pageId, body)
  await partnerChanges('ZWEI')
  await stage.mock.zeroStats()
  return {
    mirror,
    key,
    pageId,
    page,
    content,
    edit,
    partnerChanges,
    writeAbove: async (text: string) => edit({ content: `${paragraph(text)}\n\n${await content()}` }),
    writeBelow: async (text: string) => edit({ content: `${await content()}\n\n${paragraph(text)}` }),
    /** The number of requests to CMS routes whose name contains this. */
    async asks(route: string): Promise<number> {
      const { requests } = await stage.mock.stats()
      return Object.entries(requests.cms).reduce((sum, [name, n]) => sum + (name.includes(route) ? n : 0), 0)
    },
    /** The work of a further run and the remaining intents. If all is well, there are none. */
    async leftToDo(): Promise<{ intents: string[]; written: number; updated: number; unchanged: number }> {
      const intents = await stage.redis.hkeys(mirror.keys.intents)
      await stage.mock.zeroStats()
      const { updated, unchanged } = (await sync(mirror)).run.counts
      return { intents, written: (await stage.mock.stats()).cmsWrites.total, updated, unchanged }
    },
  }
}

export const nothing = { intents: [], written: 0, updated: 0, unchanged: 1 }

/** Lets the CMS respond like a site that keeps fewer revisions, or none. */
export function keepRevisions(mirror: Mirror, most: number) {
  const { cms } = mirror
  const capped = <P extends { revision: number; revisions: number }>(one: P): P =>
    most === 0 ? { ...one, revision: 0, revisions: 0 } : { ...one, revisions: Math.min(one.revisions, most) }
  mirror.cms = {
    ...cms,
    readPages: async (ids, signal) => (await cms.readPages(ids, signal)).map(capped),
    async readRevisions(id, signal) {
      const found = await cms.readRevisions(id, signal)
      return 'unreadable' in found ? found : found.slice(0, most)
    },
    writePages: async (writes, signal) =>
      (await cms.writePages(writes, signal)).map((one) =>
        one.ok ? { ...one, page: capped(one.page) } : one,
      ),
  }
}
