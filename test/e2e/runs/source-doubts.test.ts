import { rm, writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

const it = withWorld({ gtins: 6, languages }, (world) => world.report('sync', '--json'))

describe('a run fails with the remedy and changes no page', () => {
  it.afterEach(async ({ world }) => {
    await world.mock.clearFaults()
    await world.listGtins(world.gtins)
  })

  async function expectFailed(
    world: World,
    failed: { code: number; cause: string; message: RegExp },
  ): Promise<void> {
    const before = await world.recordPages()
    const { code, report } = await world.report('sync', '--json')
    expect(code).toBe(failed.code)
    expect(report).toMatchObject({ state: 'failed', absent: 0, retired: 0, updated: 0, created: 0 })
    expect(report).toMatchObject({
      failure: { cause: failed.cause, message: expect.stringMatching(failed.message) },
    })
    expect(await world.recordPages()).toEqual(before)
  }

  it('when the token is revoked during the run', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', kind: 'revoke-token', after: 5 }])
    await expectFailed(world, {
      code: 5,
      cause: 'partner',
      message: /^The partner refuses the token \(401: .*\)\. Check PARTNER_TOKEN/,
    })
    await world.mock.clearFaults()
    const { report } = await world.report('sync', '--json')
    expect(report).toMatchObject({ state: 'done', unchanged: 12, absent: 0, quarantined: 0 })
  })

  it('when the partner returns a web page instead of the language list', async ({ world }) => {
    await world.mock.faults([{ side: 'partner', path: '/language', kind: 'html', status: 404 }])
    await expectFailed(world, {
      code: 5,
      cause: 'partner',
      message: /^There is no language list at PARTNER_BASE_URL/,
    })
  })

  it('when the catalogue file is missing', async ({ world }) => {
    await rm(world.env['CATALOG'] ?? '')
    await expectFailed(world, {
      code: 7,
      cause: 'config',
      message: /^The catalogue .* cannot be read: .*Check CATALOG\.$/,
    })
  })

  it('when the catalogue file is a web page', async ({ world }) => {
    await writeFile(world.env['CATALOG'] ?? '', '<!DOCTYPE html><title>Login</title>')
    await expectFailed(world, {
      code: 7,
      cause: 'config',
      message: /it is a web page, perhaps of a login, instead of a list of GTINs/,
    })
  })
})
