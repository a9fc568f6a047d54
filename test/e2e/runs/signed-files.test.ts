import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const it = withWorld({
  gtins: 12,
  languages: ['de-de'],
  env: { MEDIA_RECHECK_DAYS: '0', LOG_LEVEL: 'debug' },
})
const signature = /X-Amz-|[0-9a-f]{64}/i

describe('a partner that signs its links to files', () => {
  it('gets its files and pages mirrored', async ({ world }) => {
    await world.mock.setPartner({ signedFiles: 600 })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, created: 12, failed: 0, media: { failed: 0 } })
    expect(JSON.stringify(await world.recordPages())).not.toMatch(/X-Amz-/i)
  })

  it('causes no write, no upload and no note in the next runs', async ({ world }) => {
    for (let night = 0; night < 2; night++) {
      await world.mock.zeroStats()
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({
        code: 0,
        unchanged: 12,
        updated: 0,
        media: { uploaded: 0 },
      })
      expect(report.notes ?? []).toEqual([])
      expect((await world.mock.stats()).cmsWrites.total).toBe(0)
    }
  })

  it('whose links do not work is named without a signature in outputs and notes', async ({ world }) => {
    const [gtin = ''] = world.gtins
    await world.mock.patchProduct(gtin, 'de-de', {
      datasheet: `${world.mock.origin}/media/documents/datasheet/${world.gtins[1]}-de-de.pdf?v=2`,
    })
    await world.mock.setPartner({ signedFiles: 0 })
    const { stdout, stderr } = await world.run('sync')
    expect(stdout).toMatch(
      /media left out: .*even the new link of its record .* fails: its server returned 403/,
    )
    expect(stdout + stderr).not.toMatch(signature)
    const { stdout: json } = await world.run('status', '--json')
    expect(json).not.toMatch(signature)
  })
})
