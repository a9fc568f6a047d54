import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBlock } from '../../src/core/block/find.ts'
import type { RecordKey } from '../../src/core/record.ts'
import { writePages } from '../../src/sync/write-pages.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync-deps.ts'
import {
  apply,
  beforeNext,
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../helpers/sync-run.ts'

let stage: Stage
let mirror: Mirror
let key: RecordKey
let pageId: number
beforeAll(async () => {
  stage = await openStage({ gtins: 26 })
})
beforeEach(async () => {
  mirror = stage.openMirror()
  key = { gtin: mirror.listed[0] ?? '', language: 'de-de' }
  mirror.listed = [key.gtin]
  await sync(mirror)
  await partnerChanges('EINS')
  await sync(mirror)
  pageId = (await stage.editor.page(key)).id
  await partnerChanges('ZWEI')
  await stage.mock.zeroStats()
})
afterEach(() => stage.tidy())
afterAll(() => stage.close())

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const partnerChanges = (item_number: string, more: Record<string, unknown> = {}) =>
  stage.mock.patchProduct(key.gtin, 'de-de', { item_number, ...more })
const page = () => stage.editor.page(key)
const content = async () => (await page()).content.raw
const edit = (body: Record<string, unknown>) => stage.editor.edit(pageId, body)
const asks = async (route: string) => {
  const { requests } = await stage.mock.stats()
  return Object.entries(requests.cms).reduce((sum, [name, n]) => sum + (name.includes(route) ? n : 0), 0)
}
const writeAbove = async (text: string) => edit({ content: `${paragraph(text)}\n\n${await content()}` })
const writeBelow = async (text: string) => edit({ content: `${await content()}\n\n${paragraph(text)}` })
const putBack = expect.stringContaining('what they wrote was put back')

/** What the editor says inside the block. */
async function writeInside(text: string) {
  const raw = await content()
  return edit({ content: raw.replace('EINS', text) })
}

async function expectQuiet() {
  expect(await stage.redis.hkeys(mirror.keys.intents)).toEqual([])
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0, failed: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
}

describe('an editor saves between our reading and our update', () => {
  test.each([
    ['above', writeAbove],
    ['below', writeBelow],
  ])('%s the block: their text stands and ours too', async (_, write) => {
    const before = await content()
    beforeNext(mirror, 'writePages', () => write('Von Hand.'))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
    expect(only(outcomes)).not.toHaveProperty('kept')
    const now = await content()
    expect(now).toContain('ZWEI')
    expect(now.match(/Von Hand\./g)).toHaveLength(1)
    const found = findBlock(now, key)
    expect(found.state).toBe('ok')
    expect(now.length).toBeGreaterThan(before.length + 40)
    expect(await asks('revisions')).toBe(1)
    await expectQuiet()
  })

  test('inside the block: their words stay and wait as a conflict', async () => {
    beforeNext(mirror, 'writePages', () => writeInside('VON HAND'))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({
      conflicts: ['inner'],
      kept: ['inner'],
      reason: expect.stringMatching(/was put back; editor and partner both changed mirrored block.*settle/),
    })
    expect(await content()).toContain('VON HAND')
    expect(await content()).not.toContain('ZWEI')
    expect((await mirror.conflicts.read([key]))[0]?.fields[0]?.theirs).toContain('VON HAND')
    await expectQuiet()
  })

  test('inside and with ON_EDIT=overwrite ours stays, and what is around it is theirs', async () => {
    mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
    beforeNext(mirror, 'writePages', async () =>
      edit({ content: `${paragraph('Davor.')}\n\n${(await content()).replace('EINS', 'VON HAND')}` }),
    )
    await sync(mirror)
    expect(await content()).toContain('Davor.')
    expect(await content()).toContain('ZWEI')
    expect(await content()).not.toContain('VON HAND')
  })

  test('the title: it stays theirs, also when the partner changes it later', async () => {
    beforeNext(mirror, 'writePages', () => edit({ title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
    expect(await page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await content()).toContain('ZWEI')
    await partnerChanges('DREI', { name: 'Neues Band' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ conflicts: ['title'] })
    expect(await page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await content()).toContain('DREI')
  })

  test('a title that the partner changed as well is put back and waits as a conflict', async () => {
    await partnerChanges('ZWEI', { name: 'Neues Band' })
    beforeNext(mirror, 'writePages', () => edit({ title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ conflicts: ['title'], reason: putBack })
    expect(await page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await content()).toContain('ZWEI')
    await expectQuiet()
  })

  test('twice: the last text stands', async () => {
    beforeNext(mirror, 'writePages', async () => {
      await writeAbove('Eins.')
      await writeBelow('Zwei.')
    })
    await sync(mirror)
    for (const text of ['Eins.', 'Zwei.', 'ZWEI']) expect(await content()).toContain(text)
    await expectQuiet()
  })

  test('on a page that was never saved since it was made', async () => {
    const gtin = stage.gtins[1] ?? ''
    key = { gtin, language: 'de-de' }
    mirror.listed = [gtin]
    mirror.policy = { ...mirror.policy, maxRetireShare: 1 }
    await sync(mirror)
    pageId = (await page()).id
    await partnerChanges('ZWEI')
    beforeNext(mirror, 'writePages', () => writeAbove('Von Hand.'))
    await sync(mirror)
    expect(await content()).toContain('Von Hand.')
    expect(await content()).toContain('ZWEI')
  })

  test('and again while their text is put back: both times it is', async () => {
    const { cms } = mirror
    const texts = ['Eins.', 'Zwei.']
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        const text = texts.shift()
        // The second one is saved from an editor that still shows the first.
        if (text !== undefined) await writeAbove(text)
        if (text === 'Zwei.') await edit({ content: `${paragraph('Eins.')}\n\n${await content()}` })
        return cms.writePages(writes, signal)
      },
    }
    await sync(mirror)
    for (const text of ['Eins.', 'Zwei.', 'ZWEI']) expect(await content()).toContain(text)
    await expectQuiet()
  })

  test('without an end: it is given up after three times, with a word about it', async () => {
    const { cms } = mirror
    let n = 0
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        await writeAbove(`Nr ${++n}.`)
        return cms.writePages(writes, signal)
      },
    }
    const { outcomes } = await sync(mirror)
    expect(n).toBe(4)
    expect(only(outcomes)?.reason).toMatch(/saved again and again .* revision \d+/)
  })

  test('one page among 26 costs two requests, and the others none', async () => {
    mirror.listed = [...stage.gtins]
    await sync(mirror)
    for (const gtin of stage.gtins) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'DREI' })
    await stage.mock.zeroStats()
    beforeNext(mirror, 'writePages', () => writeAbove('Von Hand.'))
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 26, failed: 0 })
    expect((await stage.mock.stats()).requests.cms).toEqual({
      // One is the editor's own.
      'GET /cms/v2/pages': 2,
      'PUT /cms/v2/pages/:id': 1,
      'POST /batch/v1': 3,
      'GET /cms/v2/pages/:id/revisions': 1,
    })
    expect(await content()).toContain('Von Hand.')
    for (const { content: each } of await stage.editor.recordPages()) expect(each.raw).toContain('DREI')
  })
})

test('an autosave at the same moment is no save: nothing is mended', async () => {
  beforeNext(mirror, 'writePages', () => stage.mock.edit({ do: 'autosave', page: pageId, text: 'Halb.' }))
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(only(outcomes)).not.toHaveProperty('reason')
  expect(await content()).toContain('ZWEI')
  expect(await content()).not.toContain('Halb.')
  expect(await asks('/batch/v1')).toBe(1)
  expect(await asks('/revisions')).toBe(1)
})

/** Lets the CMS answer as a site that keeps fewer revisions, or none. */
function keepRevisions(most: number) {
  const { cms } = mirror
  const capped = <P extends { revision: number; revisions: number }>(one: P): P =>
    most === 0 ? { ...one, revision: 0, revisions: 0 } : { ...one, revisions: Math.min(one.revisions, most) }
  mirror.cms = {
    ...cms,
    readPages: async (ids, signal) => (await cms.readPages(ids, signal)).map(capped),
    readRevisions: async (id, signal) => (await cms.readRevisions(id, signal)).slice(0, most),
    writePages: async (writes, signal) =>
      (await cms.writePages(writes, signal)).map((one) =>
        one.ok ? { ...one, page: capped(one.page) } : one,
      ),
  }
}

test('a site that keeps two revisions: the count does not grow, so it is looked at', async () => {
  await writeBelow('Vorher.')
  keepRevisions(2)
  beforeNext(mirror, 'writePages', () => writeAbove('Von Hand.'))
  await sync(mirror)
  expect(await content()).toContain('Von Hand.')
  expect(await content()).toContain('Vorher.')
  expect(await content()).toContain('ZWEI')
  await partnerChanges('DREI')
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).not.toHaveProperty('reason')
})

test('a site that keeps none: nothing can be told, and nothing is asked', async () => {
  keepRevisions(0)
  beforeNext(mirror, 'writePages', () => writeAbove('Von Hand.'))
  await sync(mirror)
  expect(await content()).toContain('ZWEI')
  expect(await asks('revisions')).toBe(0)
})

describe('the process dies after the batch and before its acknowledgement', () => {
  /** A run whose first batch is answered and then lost. */
  async function lose(before: () => Promise<unknown>): Promise<string> {
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const input = await inputOf(mirror, runId)
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        await before()
        await cms.writePages(writes, signal)
        throw new Error('killed')
      },
    }
    await expect(writePages(mirror, input, go)).rejects.toThrow('killed')
    mirror.cms = cms
    return runId
  }

  test('the next try puts back what an editor had saved', async () => {
    const runId = await lose(() => writeAbove('Von Hand.'))
    expect(await content()).not.toContain('Von Hand.')
    const { outcomes } = await apply(mirror, runId)
    expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
    expect(await content()).toContain('Von Hand.')
    expect(await content()).toContain('ZWEI')
    await expectQuiet()
  })

  test('also when that try dies too, before or after its write', async () => {
    const runId = await lose(() => writeAbove('Von Hand.'))
    for (const dies of ['before', 'after']) {
      const { cms } = mirror
      mirror.cms = {
        ...cms,
        async writePages(writes, signal) {
          if (dies === 'after') await cms.writePages(writes, signal)
          throw new Error('killed')
        },
      }
      const input = await inputOf(mirror, runId)
      await expect(writePages(mirror, input, go)).rejects.toThrow('killed')
      mirror.cms = cms
    }
    await apply(mirror, runId)
    expect((await content()).match(/Von Hand\./g)).toHaveLength(1)
    expect(await content()).toContain('ZWEI')
    await expectQuiet()
  })

  test('what was saved after our write is not touched', async () => {
    const runId = await lose(async () => undefined)
    await writeAbove('Danach.')
    await apply(mirror, runId)
    expect(await content()).toContain('Danach.')
    expect(await content()).toContain('ZWEI')
    await expectQuiet()
  })

  test('without an editor nothing is asked and nothing written again', async () => {
    const runId = await lose(async () => undefined)
    await stage.mock.zeroStats()
    await apply(mirror, runId)
    expect(await asks('revisions')).toBe(0)
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect((await outcomesOf(mirror, runId)).size).toBe(1)
    await expectQuiet()
  })

  test('on a page that was never saved since it was made', async () => {
    key = { gtin: stage.gtins[1] ?? '', language: 'de-de' }
    mirror.listed = [key.gtin]
    await sync(mirror)
    pageId = (await page()).id
    await partnerChanges('ZWEI')
    const runId = await lose(() => writeBelow('Von Hand.'))
    await apply(mirror, runId)
    expect(await content()).toContain('Von Hand.')
    expect(await content()).toContain('ZWEI')
    expect((await snapshotOf(mirror, key)).base.inner).toContain('ZWEI')
  })
})
