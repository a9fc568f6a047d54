import { rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

describe('a run fails with the remedy and changes no page', () => {
  let world: World
  let before: unknown
  beforeAll(async () => {
    world = await openWorld({ gtins: 6, languages })
    await world.report('sync', '--json')
    before = await world.recordPages()
  })
  afterEach(async () => {
    await world.mock.clearFaults()
    await world.listGtins(world.gtins)
  })
  afterAll(() => world.close())

  async function expectFailed(exitCode: number, cause: string, message: RegExp): Promise<void> {
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(exitCode)
    expect(report).toMatchObject({ state: 'failed', absent: 0, retired: 0, updated: 0, created: 0 })
    expect(report).toMatchObject({ failure: { cause, message: expect.stringMatching(message) } })
    expect(await world.recordPages()).toEqual(before)
  }

  it('when the token is revoked during the run', async () => {
    await world.mock.faults([{ side: 'partner', kind: 'revoke-token', after: 5 }])
    await expectFailed(5, 'partner', /^The partner refuses the token \(401: .*\)\. Check PARTNER_TOKEN/)
    await world.mock.clearFaults()
    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ state: 'done', unchanged: 12, absent: 0, quarantined: 0 })
  })

  it('when the partner answers the language list with a web page', async () => {
    await world.mock.faults([{ side: 'partner', path: '/language', kind: 'html', status: 404 }])
    await expectFailed(5, 'partner', /^There is no language list at PARTNER_BASE_URL/)
  })

  it('when the catalogue file is missing', async () => {
    await rm(world.env['CATALOG'] ?? '')
    await expectFailed(7, 'config', /^The catalogue .* cannot be read: .*Check CATALOG\.$/)
  })

  it('when the catalogue file is a web page', async () => {
    await writeFile(world.env['CATALOG'] ?? '', '<!DOCTYPE html><title>Login</title>')
    await expectFailed(7, 'config', /contains no valid GTIN-13\. Faults: line 1/)
  })
})
