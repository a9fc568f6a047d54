import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  languages: 'de-de,en-gb',
  mirror: { policy: { retireAfterMisses: 1, retireTo: 'notice', maxRetireShare: 1 } },
  prepare: sync,
})

test('a notice in a language that is no longer mirrored follows the successor', async ({ stage, mirror }) => {
  const [gtin = '', successor = ''] = stage.gtins
  const [retired, kept] = [
    { gtin, language: 'en-gb' },
    { gtin: successor, language: 'en-gb' },
  ]
  const noticeOf = async (): Promise<string> =>
    /mirror-notice.*\n(.*)\n/.exec((await stage.editor.page(retired)).content.raw)?.[1] ?? ''
  mirror.columns.set(gtin, { successor })
  await stage.mock.setLanguages(['de-de'])
  // The page of the successor is held, so it stays public.
  const at = mirror.now().toISOString()
  await mirror.decisions.save([{ key: kept, value: { at, by: 'anna', kind: 'hold', reason: '' } }])
  await sync(mirror)
  const { id, link } = await stage.editor.page(kept)
  expect(await noticeOf()).toContain(`href="${link}"`)

  await observePages(mirror, '2026-11-20-8', go)
  await stage.editor.edit(id, { status: 'private' })
  await observePages(mirror, '2026-11-20-9', go)
  await sync(mirror)
  expect(await noticeOf()).not.toContain('href')
  expect((await verify(mirror)).findings).toEqual([])
  await stage.mock.zeroStats()
  await sync(mirror)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})
