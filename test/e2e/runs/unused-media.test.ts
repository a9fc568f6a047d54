import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de']
const env = { MEDIA_RECHECK_DAYS: '0' }
/** The introduction of the first product before any change: its documents are made of it. */
let original = ''

const it = withWorld({ gtins: 6, languages, env, mediaTrash: 'on' })

async function mediaIds({ cms }: World): Promise<number[]> {
  return (await cms<{ id: number }[]>('GET', '/cms/v2/media?per_page=100&_fields=id')).map(({ id }) => id)
}

describe('files that no page shows any more', () => {
  it('are listed by the run that replaced them, and by status', async ({ world }) => {
    await world.report('sync', '--json')
    expect((await world.run('status', '--unused-media')).stdout).toContain(
      'Every file of the mirror is shown',
    )
    const [gtin = ''] = world.gtins
    const headers = { authorization: `Token ${world.mock.token}` }
    const answer = await fetch(`${world.mock.partnerUrl}/product/${gtin}/?language=de-de`, { headers })
    original = ((await answer.json()) as { intro: string }).intro
    await world.mock.patchProduct(gtin, 'de-de', { intro: 'Neue Worte.' })
    const { stdout } = await world.run('sync')
    expect(stdout).toMatch(
      /files? (?:is|are) no longer shown by any page. To list them: product-mirror status --unused-media/,
    )
    const listed = (await world.run('status', '--unused-media')).stdout
    expect(listed).toMatch(/media \d+ {2}unused since .*-produktdatenblatt-de-[0-9a-f]{8}\.pdf/)
    const { stdout: status } = await world.run('status')
    expect(status).toMatch(/no longer shown by any page/)
  })

  it('stay in the media library without MEDIA_CLEANUP=trash', async ({ world }) => {
    const before = await mediaIds(world)
    await world.report('sync', '--json')
    await world.report('sync', '--json')
    expect(await mediaIds(world)).toEqual(before)
  })

  it('are moved to the trash by the next full run with MEDIA_CLEANUP=trash, and no others', async ({
    world,
  }) => {
    const before = await mediaIds(world)
    const unused = JSON.parse((await world.run('status', '--unused-media', '--json')).stdout) as {
      unusedMedia: { media: { id: number } }[]
    }
    const ids = unused.unusedMedia.map(({ media }) => media.id)
    expect(ids.length).toBeGreaterThan(0)
    const { stdout } = await world.runWith({ MEDIA_CLEANUP: 'trash' }, 'sync')
    expect(stdout).toMatch(/in the trash of the media library/)
    expect(await mediaIds(world)).toEqual(before.filter((id) => !ids.includes(id)))
    const trashed = await world.cms<{ id: number }[]>('GET', '/cms/v2/media?status=trash&_fields=id')
    expect(new Set(trashed.map(({ id }) => id))).toEqual(new Set(ids))
    expect((await world.run('status', '--unused-media')).stdout).toContain(
      'Every file of the mirror is shown',
    )
  })

  it('are uploaded again if a page needs them again', async ({ world }) => {
    const [gtin = ''] = world.gtins
    await world.mock.patchProduct(gtin, 'de-de', { intro: original })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
    expect(report.media.uploaded).toBeGreaterThan(0)
    const shown = (await world.recordPages()).find(({ slug }) => slug.includes(gtin))?.content.raw ?? ''
    const media = await world.cms<{ source_url: string }[]>('GET', '/cms/v2/media?per_page=100')
    const addresses = [...shown.matchAll(/href="([^"]+\.pdf)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(0)
    expect(media.map(({ source_url: url }) => url)).toEqual(expect.arrayContaining(addresses))
  })
})
