import { expect } from 'vitest'
import type { Media } from '../../../src/core/record/media.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import type { MediaCheck } from '../../../src/sync/ports/cms.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 8, mirror: { policy: { maxUpdateShare: 0.1 } } })

/** From now on the CMS reports other addresses of its files. */
function moveFiles(mirror: Mirror, move: (url: string) => string): void {
  const { cms } = mirror
  const moved = ({ large, ...media }: Omit<Media, 'sha256'>) => ({
    ...media,
    url: move(media.url),
    ...(large && { large: { ...large, url: move(large.url) } }),
  })
  mirror.cms = {
    ...cms,
    async checkMedia(ids, signal) {
      const checks = [...(await cms.checkMedia(ids, signal))].map(([id, check]): [number, MediaCheck] => [
        id,
        check.state === 'usable' ? { state: 'usable', media: moved(check.media) } : check,
      ])
      return new Map(checks)
    },
  }
}

async function storedUrls(mirror: Mirror): Promise<string[]> {
  const files = (await Array.fromAsync(mirror.media.scanMedia())).flat()
  return files.flatMap(({ url, large }) => [url, ...(large ? [large.url] : [])])
}

const toOtherHost = (url: string): string => url.replace('//127.0.0.1:', '//localhost:')

test('PR-16: after a move of the site, one check of a file brings all stored addresses up to date, and every page', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const before = await storedUrls(mirror)
  moveFiles(mirror, toOtherHost)
  const [known] = (await mirror.media.walkAssets('0', 1000)).found
  await recheckAssets(mirror, [known?.url ?? ''], go)
  expect((await storedUrls(mirror)).sort()).toEqual(before.map(toOtherHost).sort())

  const { run, verdicts, outcomes } = await sync(mirror, { media: true })
  expect(verdicts).toEqual([])
  expect(run.counts).toMatchObject({ updated: 8, failed: 0 })
  expect(run.notes).toContainEqual({ code: 'moved-files', count: 8 })
  for (const { fields } of outcomes.values()) expect(fields).toEqual(['address'])
  for (const gtin of stage.gtins) {
    const { content } = await stage.editor.page({ gtin, language: 'de-de' })
    expect(content.raw).toContain('//localhost:')
    expect(content.raw).not.toMatch(/127\.0\.0\.1:\d+\/[^"]*\/uploads\//)
  }
  expect(await mirror.conflicts.count()).toBe(0)
  expect((await sync(mirror, { media: true })).run.counts).toMatchObject({ updated: 0 })
})

test('a file that was renamed in the media library is updated alone, and does not count as a move of the site', async ({
  stage,
  mirror,
}) => {
  await sync(mirror, { media: true })
  const before = await storedUrls(mirror)
  const [gtin = ''] = stage.gtins
  const [snapshot] = await mirror.snapshots.read([{ gtin, language: 'de-de' }])
  const url = snapshot?.product.datasheet ?? ''
  const [known] = await mirror.media.assets([url])
  const [file] = await mirror.media.media([known?.sha256 ?? ''])
  moveFiles(mirror, (address) => (address === file?.url ? address.replace('.pdf', '-neu.pdf') : address))
  await recheckAssets(mirror, [url], go)
  expect((await storedUrls(mirror)).filter((address) => !before.includes(address))).toEqual([
    file?.url.replace('.pdf', '-neu.pdf'),
  ])
  const { outcomes } = await sync(mirror, { media: true })
  expect(outcomes.get(`${gtin}/de-de`)).toMatchObject({ result: 'updated', fields: ['file'] })
})
