import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const language = 'de-de'
const it = withWorld({ gtins: 12, languages: [language], env: { MEDIA_RECHECK_DAYS: '0' } })

/** A product whose declaration is the one of another product, and that one. */
async function findShared({ mock, gtins }: World): Promise<{ lead: string; gtin: string }> {
  const headers = { authorization: `Token ${mock.token}` }
  for (const gtin of gtins) {
    const answer = await fetch(`${mock.partnerUrl}/product/${gtin}/?language=${language}`, { headers })
    const { declaration_of_performance: url } = (await answer.json()) as Record<string, string>
    const [, lead = gtin] = /(\d{13})-/.exec(url ?? '') ?? []
    if (lead !== gtin) return { lead, gtin }
  }
  throw new Error('every product has a declaration of its own')
}

describe('a file whose bytes change at the same address', () => {
  it('is noticed even if no record changed, and the page gets the new file in the same run', async ({
    world,
  }) => {
    const { lead, gtin } = await findShared(world)
    await world.listGtins(world.gtins.filter((one) => one !== lead))
    expect((await world.report('sync', '--json')).code).toBe(0)
    const pageOf = async () =>
      (await world.recordPages()).find(({ slug }) => slug.includes(gtin))?.content.raw
    const before = await pageOf()
    // The document is made out for a product that is not mirrored: only its bytes change.
    await world.mock.patchProduct(lead, language, { intro: 'Andere Worte.' })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, created: 0, failed: 0, media: { uploaded: 1 } })
    expect(report.updated).toBeGreaterThan(0)
    expect(await pageOf()).not.toBe(before)
    expect(await pageOf()).toContain('Leistungserklärung')
  })

  it('appears in the history of the record, and causes no write in the next run', async ({ world }) => {
    const { gtin } = await findShared(world)
    expect((await world.run('history', gtin)).stdout).toContain('a file changed at its address')
    await world.mock.zeroStats()
    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ updated: 0, unchanged: world.gtins.length - 1 })
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })

  it('is kept, and named with its reason, if the partner serves other content in its place', async ({
    world,
  }) => {
    await world.mock.faults([{ side: 'partner', path: '/media/products', kind: 'html' }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, updated: 0, failed: 0 })
    const notes = (report.notes ?? []).filter((note) =>
      note.startsWith('pages keep the earlier version of a file'),
    )
    expect(notes).toEqual([
      expect.stringMatching(/\/media\/products\/.*: it is of an unknown type, not image\/jpeg/),
    ])
    await world.mock.clearFaults()
  })
})
