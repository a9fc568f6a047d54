import { describe, expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { apply, go, only, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 4,
  mirror: { policy: { retireAfterMisses: 1, retireTo: 'notice', maxRetireShare: 1 } },
  async prepare(mirror) {
    await sync(mirror)
    await observePages(mirror, '2026-11-20-9', go)
  },
})
  .extend('keys', ({ stage }) => stage.gtins.map((gtin): RecordKey => ({ gtin, language: 'de-de' })))
  /** Sets the successor of each product: that at a position in the catalogue, or a text. */
  .extend('succeed', ({ mirror, keys }) => (successors: Record<number, number | string>) => {
    mirror.columns.clear()
    for (const [at, { gtin }] of keys.entries()) {
      const to = successors[at] ?? ''
      mirror.columns.set(gtin, { successor: typeof to === 'number' ? (keys[to]?.gtin ?? '') : to })
    }
  })
  .extend('vanish', ({ stage, keys }) => async (...places: number[]) => {
    for (const at of places) await stage.mock.deleteProduct(keys[at]?.gtin ?? '')
  })
  .extend('pageOf', ({ stage, keys }) => async (at: number) => {
    const key = keys[at]
    if (key === undefined) throw new Error(`no product ${at}`)
    return stage.editor.page(key)
  })
  /** The link in the notice of a product's page, and its text. */
  .extend('linkOf', ({ pageOf }) => async (at: number) => {
    const { content } = await pageOf(at)
    const notice = /mirror-notice.*\n(.*)\n/.exec(content.raw)?.[1]
    const [, url, title] = /<a href="(.*?)">(.*?)<\/a>/.exec(notice ?? '') ?? []
    return notice === undefined ? 'no notice' : url === undefined ? 'no link' : { url, title }
  })
  .extend('expected', ({ mirror, keys, pageOf }) => async (at: number) => {
    const { product } = await snapshotOf(mirror, keys[at] ?? { gtin: '', language: '' })
    return { url: (await pageOf(at)).link, title: product.name }
  })
  .extend('writes', ({ stage, mirror }) => async () => {
    await stage.mock.zeroStats()
    await sync(mirror)
    return (await stage.mock.stats()).cmsWrites.total
  })

describe('the notice on a retired page', () => {
  test('links the product in the column “successor”, and the next run writes nothing', async ({
    mirror,
    succeed,
    vanish,
    linkOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 1 })
    await vanish(0)
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'retired' })
    expect(await linkOf(0)).toEqual(await expected(1))
    expect(await writes()).toBe(0)
    expect((await verify(mirror)).findings).toEqual([])
  })

  test('links the last known successor of a product that left the catalogue', async ({
    mirror,
    keys,
    succeed,
    linkOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 2 })
    await sync(mirror)
    mirror.listed.shift()
    mirror.columns.delete(keys[0]?.gtin ?? '')
    await sync(mirror)
    expect(await linkOf(0)).toEqual(await expected(2))
    mirror.columns.clear()
    expect(await writes()).toBe(0)
    expect(await linkOf(0)).toEqual(await expected(2))
  })

  test('links the successor as any form of GTIN names it', async ({
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
    expected,
  }) => {
    succeed({ 0: ` 0${keys[1]?.gtin ?? ''} ` })
    await vanish(0)
    await sync(mirror)
    expect(await linkOf(0)).toEqual(await expected(1))
  })

  test('gets the link if the successor is named later, and loses it with the cell', async ({
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
    expected,
    writes,
  }) => {
    await vanish(0)
    await sync(mirror)
    expect(await linkOf(0)).toBe('no link')
    succeed({ 0: 3 })
    expect((await verify(mirror)).findings).toEqual([])
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated', fields: ['successor'] })
    expect(await linkOf(0)).toEqual(await expected(3))
    expect(await snapshotOf(mirror, keys[0] ?? { gtin: '', language: '' })).toMatchObject({
      state: 'retired',
      retiredTo: 'notice',
    })
    expect(await writes()).toBe(0)
    succeed({})
    expect(await writes()).toBe(1)
    expect(await linkOf(0)).toBe('no link')
    expect(await writes()).toBe(0)
  })

  test('follows the page of the successor when it moves, is hidden and is public again', async ({
    stage,
    mirror,
    succeed,
    vanish,
    linkOf,
    pageOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 1 })
    await vanish(0)
    await sync(mirror)
    const { id } = await pageOf(1)
    await stage.editor.edit(id, { slug: 'nachfolger' })
    await observePages(mirror, '2026-11-20-9', go)
    expect((await verify(mirror)).findings).toMatchObject([
      { kind: 'moved' },
      { kind: 'links', reason: { code: 'successor-outdated' } },
    ])
    expect(await writes()).toBe(1)
    const page = (await stage.editor.pages()).find((one) => one.id === id)
    expect(await linkOf(0)).toMatchObject({ url: page?.link })
    expect(page?.link).toContain('nachfolger')
    await stage.editor.edit(id, { status: 'draft' })
    await observePages(mirror, '2026-11-20-9', go)
    expect(await writes()).toBe(1)
    expect(await linkOf(0)).toBe('no link')
    await stage.editor.edit(id, { status: 'publish', slug: `gtin-${stage.gtins[1]}-de-de` })
    await observePages(mirror, '2026-11-20-9', go)
    expect(await writes()).toBe(1)
    expect(await linkOf(0)).toEqual(await expected(1))
    expect(await writes()).toBe(0)
  })

  test('links a page that the same run restores or renames, and the next run writes nothing', async ({
    stage,
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 1, 2: 3 })
    await vanish(0, 1, 2)
    await sync(mirror)
    expect(await linkOf(0)).toBe('no link')
    await stage.mock.patchProduct(keys[1]?.gtin ?? '', '*', {})
    await stage.mock.patchProduct(keys[3]?.gtin ?? '', '*', { name: 'Umbenannt' })
    await sync(mirror)
    expect(await linkOf(0)).toEqual(await expected(1))
    expect(await linkOf(2)).toMatchObject({ title: 'Umbenannt' })
    expect(await writes()).toBe(0)
  })

  test('follows a chain of retired products to the first live one, and stops at a loop', async ({
    mirror,
    succeed,
    vanish,
    linkOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 1, 1: 2, 2: 3 })
    await vanish(0, 1, 2)
    await sync(mirror)
    for (const at of [0, 1, 2]) expect(await linkOf(at)).toEqual(await expected(3))
    expect(await writes()).toBe(0)
    succeed({ 0: 1, 1: 2, 2: 0 })
    await sync(mirror)
    for (const at of [0, 1, 2]) expect(await linkOf(at)).toBe('no link')
    expect(await writes()).toBe(0)
  })

  test('has no link if the cell is unusable, which is reported once', async ({
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
  }) => {
    succeed({ 0: 'Nachfolger folgt', 1: '4026639012341', 2: keys[2]?.gtin ?? '' })
    await vanish(0)
    const { run } = await sync(mirror)
    expect(run.counts).toMatchObject({ retired: 1, failed: 0 })
    expect(run.notes.filter(({ code }) => code === 'successors-unusable')).toMatchObject([
      { count: 3, example: `${keys[0]?.gtin}: "Nachfolger folgt" is not a GTIN-13: 13 digits are expected` },
    ])
    expect(await linkOf(0)).toBe('no link')
  })

  test('is not updated if an editor changed or removed it', async ({
    stage,
    mirror,
    succeed,
    vanish,
    linkOf,
    pageOf,
    writes,
  }) => {
    succeed({ 0: 1, 1: 2 })
    await vanish(0, 1)
    await sync(mirror)
    const first = await pageOf(0)
    const changed = first.content.raw.replace('Nachfolger:', 'Nehmen Sie')
    await stage.editor.edit(first.id, { content: changed })
    const second = await pageOf(1)
    const removed = second.content.raw.replace(/<!-- wp:paragraph \{[^}]*mirror-notice.*\n.*\n.*\n\n/, '')
    await stage.editor.edit(second.id, { content: removed })
    await observePages(mirror, '2026-11-20-9', go)
    succeed({ 0: 3, 1: 3 })
    expect(await writes()).toBe(0)
    expect((await pageOf(0)).content.raw).toContain('Nehmen Sie')
    expect(await linkOf(1)).toBe('no notice')
    expect(await writes()).toBe(0)
  })

  test('loses the link with an undo, and the page stays retired', async ({
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
  }) => {
    await vanish(0)
    await sync(mirror)
    succeed({ 0: 1 })
    const { run } = await sync(mirror)
    expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
    expect(await linkOf(0)).toBe('no link')
    expect(await snapshotOf(mirror, keys[0] ?? { gtin: '', language: '' })).toMatchObject({
      state: 'retired',
      retiredTo: 'notice',
    })
  })

  test('is removed when the product returns', async ({
    stage,
    mirror,
    keys,
    succeed,
    vanish,
    linkOf,
    writes,
  }) => {
    succeed({ 0: 1 })
    await vanish(0)
    await sync(mirror)
    await stage.mock.patchProduct(keys[0]?.gtin ?? '', '*', {})
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored' })
    expect(await linkOf(0)).toBe('no notice')
    expect(await writes()).toBe(0)
  })

  test('is not created again with its page, which an editor deleted', async ({
    stage,
    mirror,
    succeed,
    vanish,
    pageOf,
  }) => {
    succeed({ 0: 1 })
    await vanish(0)
    await sync(mirror)
    const { id } = await pageOf(0)
    succeed({ 0: 2 })
    const { runId } = await plan(mirror)
    await stage.editor.removeForGood(id)
    const { outcomes } = await apply(mirror, runId)
    expect(only(outcomes)).toMatchObject({ result: 'failed', reasons: [{ code: 'vanished' }] })
    expect((await stage.editor.pages()).map((page) => page.id)).not.toContain(id)
  })
})

describe('an older version of a retired page', () => {
  test('that a backup or a stale save restored gets its notice again in the next run', async ({
    stage,
    mirror,
    succeed,
    vanish,
    linkOf,
    pageOf,
    expected,
    writes,
  }) => {
    succeed({ 0: 1 })
    const { id, content } = await pageOf(0)
    await vanish(0)
    await sync(mirror)
    await stage.editor.edit(id, { content: content.raw })
    expect(await linkOf(0)).toBe('no notice')
    expect((await verify(mirror)).findings).toMatchObject([{ kind: 'stale' }])
    await observePages(mirror, '2026-11-20-9', go)
    expect(await writes()).toBe(1)
    expect(await linkOf(0)).toEqual(await expected(1))
    expect(await writes()).toBe(0)
  })
})
