import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'

const it = withWorld({ gtins: 3, languages: ['de-de', 'en-gb'] })

/** The lines of the report, and its errors with the remedy below each. */
async function doctor(world: World, changes: Record<string, string>) {
  const { code, stdout, stderr } = await world.runWith(changes, 'doctor')
  const lines = stdout.trimEnd().split('\n')
  const faults = lines.flatMap((line, at) =>
    line.startsWith('✗ FAIL ') ? [`${line.slice(7)} ${lines[at + 1]?.trim()}`] : [],
  )
  return { code, stderr, lines, faults }
}

describe('doctor', () => {
  it('reports no error in a working configuration', async ({ world }) => {
    const { lines, ...rest } = await doctor(world, {})
    expect(rest).toEqual({ code: 0, stderr: '', faults: [] })
    expect(lines).toEqual([
      '✓ ok   Configuration  every variable is valid',
      expect.stringMatching(/^! warn Redis {10}version \S+, noeviction, no append-only file/),
      '                      → Set appendonly to yes',
      '✓ ok   CMS type       products are pages',
      '✓ ok   Dashboard      can listen on 127.0.0.1:0 (this machine only, no login)',
      expect.stringMatching(/^✓ ok {3}Catalogue {6}3 GTINs in /),
      '✓ ok   Partner        token accepted, 2 languages: de-de, en-gb',
      '✓ ok   Labels         complete for 2 languages',
      expect.stringMatching(
        /^! warn Units {10}the numbers of .* have no unit, so pages hide them \(3 products checked\)$/,
      ),
      expect.stringMatching(
        /^ +→ Enter the units in \S+units\.json and set TEMPLATE_DIR=\S+, or set NUMBERS_WITHOUT_UNIT=show$/,
      ),
      '✓ ok   CMS user       signed in as admin',
      '✓ ok   CMS routes     cms/v2/pages and cms/v2/media found',
      '✓ ok   CMS lists      complete, in time',
      '✓ ok   CMS batches    the CMS takes batches of pages',
      expect.stringMatching(/^✓ ok {3}CMS uploads {4}test files were uploaded and deleted, one of \d\S* kB$/),
      '✓ ok   CMS writes     a test page was written, read back and deleted; pages have revisions',
      '✓ ok   JSON-LD        product pages contain data for search engines',
      'Ready to sync, 2 warnings.',
    ])
  })

  it('writes a file for missing units, and never over one that exists', async ({ world }) => {
    const folder = join(world.env['DATA_DIR'] ?? '', 'form')
    await mkdir(folder)
    await writeFile(join(folder, 'page.eta'), '<%~ it.blocks.paragraph(it.product.name) %>')
    const TEMPLATE_DIR = folder
    const hint = `→ Enter the units in ${join(folder, 'units.json')}, or set NUMBERS_WITHOUT_UNIT=show`
    expect((await doctor(world, { TEMPLATE_DIR })).lines.join('\n')).toContain(hint)
    const form = JSON.parse(await readFile(join(folder, 'units.json'), 'utf8')) as Record<string, null>
    expect(form).toMatchObject({ weight: null })
    const filled = JSON.stringify({ ...form, weight: 'kg' })
    await writeFile(join(folder, 'units.json'), filled)
    const again = (await doctor(world, { TEMPLATE_DIR })).lines.find((line) => line.includes('have no unit'))
    expect(again).not.toContain('weight')
    expect(await readFile(join(folder, 'units.json'), 'utf8')).toBe(filled)
  })

  it('reports that pages lack data for search engines if the CMS removes scripts', async ({ world }) => {
    await world.mock.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])
    const { code, lines } = await doctor(world, {})
    expect({ code, lines: lines.slice(-3) }).toEqual({
      code: 0,
      lines: [
        '! warn JSON-LD        the CMS removes scripts of the user (unfiltered_html), so pages are written without data for search engines',
        expect.stringMatching(
          /^ +→ Give it the role administrator, .* run product-mirror sync --rewrite; or set JSON_LD=off$/,
        ),
        'Ready to sync, 3 warnings.',
      ],
    })
    const { lines: others } = await doctor(world, { JSON_LD: 'off' })
    expect(others.join('\n')).not.toContain('JSON-LD')
    await world.mock.clearFaults()
  })

  it('names foreign keys in the same Redis, and the effect of emptying it', async ({ world }) => {
    await world.redis.set('wp:options:alloptions', 'x')
    const { code, lines } = await doctor(world, {})
    await world.redis.del('wp:options:alloptions')
    expect({ code, lines }).toEqual({
      code: 0,
      lines: expect.arrayContaining([
        expect.stringMatching(
          /^! warn Redis keys .*\(wp:options:alloptions\).*the mirror loses what it knows/,
        ),
        expect.stringMatching(/→ Set REDIS_URL to a separate Redis/),
      ]) as unknown,
    })
  })

  it('tries an upstream that no process calls because it did not respond', async ({ world }) => {
    const [seconds = 0] = await world.redis.time()
    for (const upstream of ['partner', 'cms']) {
      const outage = {
        since: (seconds - 60) * 1000,
        retry: (seconds + 20) * 1000,
        tries: 6,
        reason: 'returned 502',
      }
      await world.redis.hset(`pm:default:closure:${upstream}`, outage)
    }
    const { code, faults } = await doctor(world, {})
    for (const upstream of ['partner', 'cms']) await world.redis.del(`pm:default:closure:${upstream}`)
    expect({ code, faults }).toEqual({ code: 0, faults: [] })
  })

  it.for<[string, Record<string, string>, number, RegExp]>([
    ['a wrong token', { PARTNER_TOKEN: 'wrong' }, 5, /^Partner .*refuses the token.*Check PARTNER_TOKEN/],
    [
      'a language that the partner does not serve',
      { LANGUAGES: 'de-de,xx-xx' },
      5,
      /^Partner .*LANGUAGES names xx-xx.*\(de-de, en-gb\)/,
    ],
    [
      'a wrong CMS password',
      { CMS_PASSWORD: 'wrong' },
      6,
      /^CMS user .*rejected the credentials.*Check CMS_USER and CMS_PASSWORD/,
    ],
    [
      'a wrong namespace',
      { CMS_NAMESPACE: 'wp/v2' },
      6,
      /^CMS routes .*has no \/wp\/v2\/pages.*Check CMS_API_ROOT and CMS_NAMESPACE/,
    ],
    [
      'a user who may not edit menus',
      { MENU_ID: '15', CMS_USER: 'editor1', CMS_PASSWORD: 'editor1'.padEnd(24, 'x') },
      6,
      /^CMS menu .*user editor1 may not edit menus.*administrator, or unset MENU_ID/,
    ],
    [
      'a dashboard that others can reach without a login',
      { OPS_HOST: '0.0.0.0' },
      7,
      /^Dashboard {6}OPS_HOST is 0\.0\.0\.0, which others can reach, and there is no login → Set OPS_USER/,
    ],
    [
      'a missing catalogue',
      { CATALOG: '/nowhere/catalog.txt' },
      7,
      /^Catalogue {6}The catalogue \/nowhere\/catalog\.txt cannot be read: ENOENT[^(]*Check CATALOG[^(]*$/,
    ],
  ])('names %s, and the remedy', async ([, changes, exitCode, fault], { world }) => {
    const { code, stderr, faults } = await doctor(world, changes)
    expect(faults).toContainEqual(expect.stringMatching(fault))
    expect(faults.filter((line) => line.includes('..'))).toEqual([])
    const remedies = faults.map((line) => line.split(' → ')[1])
    expect(remedies).toEqual([...new Set(remedies)])
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: '' })
  })

  it('reports a partner failure once, and checks the labels of the configured languages', async ({
    world,
  }) => {
    const [all, two] = await Promise.all([
      doctor(world, { PARTNER_TOKEN: 'wrong' }),
      doctor(world, { PARTNER_TOKEN: 'wrong', LANGUAGES: 'de-de,en-gb' }),
    ])
    expect(all.faults).toHaveLength(1)
    expect(all.lines).toEqual(
      expect.arrayContaining([
        '! warn Labels         not checked: the partner’s languages are unknown',
        '                      → Fix the Partner check first',
      ]),
    )
    expect(two.lines).toContain('✓ ok   Labels         complete for 2 languages')
  })

  it('sends only one request to a partner that rejects the token', async ({ world }) => {
    let asked = 0
    const partner = createServer((_request, response) => {
      asked++
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Invalid token."}')
    }).listen(0, '127.0.0.1')
    await once(partner, 'listening')
    const { port } = partner.address() as AddressInfo
    const { code } = await doctor(world, { PARTNER_BASE_URL: `http://127.0.0.1:${port}` })
    partner.close()
    expect({ code, asked }).toEqual({ code: 5, asked: 1 })
  })

  it('judges a port that another program listens on as the start of the daemon does', async ({ world }) => {
    const other = createServer((_request, response) => response.end('not a daemon')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, faults } = await doctor(world, { OPS_PORT: String(port) })
    other.close()
    expect(code).toBe(7)
    expect(faults).toEqual([expect.stringMatching(/^Dashboard .*another process already listens.*Stop it/)])
  })

  it.for([
    [0o600, 0, /^✓ ok {3}Secret files {3}1 file, not readable by other users$/],
    [0o440, 0, /^✓ ok {3}Secret files/],
    [
      0o644,
      0,
      /^! warn Secret files {3}every user of this machine may read PARTNER_TOKEN_FILE .*\(mode 0644\)/,
    ],
    [0o660, 7, /^✗ FAIL Secret files {3}other users may replace PARTNER_TOKEN_FILE .*\(mode 0660\)/],
  ] as const)(
    'judges who may read a secret in a file of mode %i',
    async ([mode, exitCode, line], { world }) => {
      const file = join(world.env['DATA_DIR'] ?? '', 'token')
      await writeFile(file, world.mock.token)
      await chmod(file, mode)
      const { code, lines } = await doctor(world, { PARTNER_TOKEN: '', PARTNER_TOKEN_FILE: file })
      expect(lines).toContainEqual(expect.stringMatching(line))
      expect(code).toBe(exitCode)
    },
  )

  it('warns of a secret that is too short to be hidden', async ({ world }) => {
    const { code, lines } = await doctor(world, { OPS_USER: 'ops', OPS_PASSWORD: 'abc12' })
    const warned = '! warn Secrets        OPS_PASSWORD: a secret of fewer than 6 characters is not hidden'
    expect(lines).toContainEqual(expect.stringContaining(warned))
    expect(code).toBe(0)
  })

  it('reports no error if a daemon of the mirror already listens', async ({ world }) => {
    const daemon = world.spawnDaemon()
    const { port } = new URL(await daemon.ready())
    const { code, lines } = await doctor(world, { OPS_PORT: port })
    await daemon.stop()
    expect(code).toBe(0)
    expect(lines).toContain(
      `✓ ok   Dashboard      a daemon already listens on 127.0.0.1:${port} (this machine only, no login)`,
    )
  })

  it('lists every configuration error before it sends a request', async ({ world }) => {
    const { code, stdout, stderr } = await world.runWith({ CMS_API_ROOT: 'nonsense', CATALOG: '' }, 'doctor')
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(stderr).toMatch(/2 errors:\n {2}- CMS_API_ROOT is "nonsense".*\n {2}- CATALOG is required/)
  })
})
