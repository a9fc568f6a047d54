import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'

const records = 12
const it = withOwnWorld({
  gtins: 6,
  languages: ['de-de', 'en-gb'],
  env: { MAX_OUTAGE_SECONDS: '1', CMS_WRITE_GRACE_SECONDS: '0' },
})

describe.concurrent('a run whose files could not be fetched', () => {
  it.for([
    ['answers 503', { kind: 'status', status: 503 }],
    ['resets the connection', { kind: 'reset-before' }],
  ] as const)('is partial when their server %s; the next run fetches them', async ([, fault], { world }) => {
    await world.mock.faults([{ side: 'partner', path: '/media', ...fault }])
    const { code, report } = await world.report('sync', '--json')
    const { media, unfetched = 0 } = report
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: records, failed: 0 })
    expect(unfetched).toBeGreaterThan(records)
    expect(media).toEqual({ uploaded: 0, reused: 0, failed: unfetched })
    const note = `${unfetched} files could not be fetched, for example http`
    expect(report.notes).toContainEqual(expect.stringContaining(note))
    const { code: health, stdout } = await world.run('status', '--check')
    expect(health).toBe(3)
    expect((await world.run('status')).stdout).toContain(`finished; ${unfetched} files could not be fetched.`)
    expect(stdout).toContain('pages lack files that they should show')

    await world.mock.clearFaults()
    const next = await world.report('sync', '--json')
    expect({ code: next.code, ...next.report }).toMatchObject({ code: 0, state: 'done', updated: records })
    expect(next.report).not.toHaveProperty('unfetched')
    expect((await world.run('status', '--check')).code).toBe(0)
  })

  it('of single products is partial as well', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/media', kind: 'status', status: 503 }])
    const { code, report } = await world.report('sync', '--gtin', world.gtins[0] ?? '', '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: 2, failed: 0 })
    expect(report.unfetched).toBeGreaterThan(0)
  })

  it('is done if a file does not exist at the partner', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/media/documents', kind: 'status', status: 404 }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: records })
    expect(report.media.failed).toBeGreaterThan(0)
    expect(report).not.toHaveProperty('unfetched')
  })
})
