import { writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { hasTerminals } from '../../helpers/world/cli.ts'
import type { World } from '../../helpers/world/mirror-world.ts'
import { openNewFolder } from '../../helpers/world/new-folder.ts'
import { startScripted } from '../../helpers/world/scripted-server.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'] })
const password = 'abcdabcdabcdabcdabcdabcd'
const asked = new Set([
  'PARTNER_BASE_URL',
  'PARTNER_TOKEN',
  'CMS_API_ROOT',
  'CMS_USER',
  'CMS_PASSWORD',
  'CATALOG',
])

async function newFolder(onTestFinished: (close: () => Promise<void>) => void) {
  const folder = await openNewFolder()
  onTestFinished(() => folder.close())
  return folder
}

/** The environment without the settings that init obtains. */
function without({ env }: World): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !asked.has(name)))
}

function flagsOf({ env, mock }: World, changes: Record<string, string> = {}): string[] {
  const flags = {
    'partner-url': mock.partnerBaseUrl,
    'partner-token': mock.token,
    'site-url': mock.origin,
    user: 'admin',
    password,
    catalog: env['CATALOG'] ?? '',
    ...changes,
  }
  return Object.entries(flags).flatMap(([name, value]) => (value === '' ? [] : [`--${name}`, value]))
}

function linesOf({ env, mock }: World): string {
  return [mock.partnerBaseUrl, mock.token, mock.origin, 'admin', password, env['CATALOG']].join('\n')
}

function fileOf({ env, mock }: World): string[] {
  return [
    `PARTNER_BASE_URL=${mock.partnerBaseUrl}`,
    `PARTNER_TOKEN=${mock.token}`,
    `CMS_API_ROOT=${mock.cmsRoot}`,
    'CMS_NAMESPACE=cms/v2',
    'CMS_USER=admin',
    `CMS_PASSWORD=${password}`,
    `CATALOG=${env['CATALOG']}`,
  ]
}

describe.concurrent('init', () => {
  it('finds the REST root of the site, writes .env for its owner only, and ends with a plan', async ({
    world,
    onTestFinished,
  }) => {
    const folder = await newFolder(onTestFinished)
    const { code, stdout, stderr } = await folder.run(['init', ...flagsOf(world)], without(world))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect((await folder.readEnv())?.trimEnd().split('\n').slice(1)).toEqual(fileOf(world))
    expect(await folder.modeOfEnv()).toBe(0o600)
    expect(stdout).toContain(`REST API found at ${world.mock.cmsRoot} (namespace cms/v2)`)
    expect(stdout).toMatch(/^Plan \S+: 2 to create/m)
    expect(stdout).toMatch(/^Next: product-mirror doctor .*\nThen: product-mirror sync .*\n$/m)
    // The file is all that the other commands need.
    expect(await folder.run(['plan', '--quiet'], without(world))).toMatchObject({ code: 2 })
    // No page exists whose links could be outdated.
    expect((await folder.run(['doctor'], without(world))).stdout).not.toContain('Links')
    // The one page that the site has from the start.
    expect(await world.cms('GET', '/cms/v2/pages')).toHaveLength(1)
  })

  it('takes missing settings from standard input, one in each line', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const { code, stdout, stderr } = await folder.run(['init', '--no-plan'], without(world), linesOf(world))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('Plan ')
    expect((await folder.readEnv())?.trimEnd().split('\n').slice(1)).toEqual(fileOf(world))
  })

  it('takes settings from the environment, and the REST root as the URL of the site', async ({
    world,
    onTestFinished,
  }) => {
    const folder = await newFolder(onTestFinished)
    expect(await folder.run(['init', '--no-plan'], world.env)).toMatchObject({ code: 0, stderr: '' })
    expect((await folder.readEnv())?.trimEnd().split('\n').slice(1)).toEqual(fileOf(world))
  })

  it.for<[string, Record<string, string>, RegExp]>([
    ['a missing setting', { 'partner-token': '' }, /^PARTNER_TOKEN is missing\..* --partner-token/],
    ['a wrong token', { 'partner-token': 'wrong-token' }, /^--partner-token: .*refuses the token/],
    [
      'a URL that is not the partner’s',
      { 'partner-url': 'http://127.0.0.1:1' },
      /^--partner-url: .*ECONNREFUSED/,
    ],
    [
      'a malformed URL',
      { 'partner-url': 'http://' },
      /^--partner-url: PARTNER_BASE_URL is .*Allowed: an http\(s\) URL/,
    ],
    [
      'a wrong password',
      { password: 'wrong-password' },
      /^--user, --password: The CMS rejected the credentials.*created at http.*application-passwords/,
    ],
    [
      'a user with too few rights',
      { user: 'author1', password: 'author1'.padEnd(24, 'x') },
      /^--user, --password: user author1 .*may not publish_pages/,
    ],
    [
      'a missing catalogue',
      { catalog: '/nowhere.csv' },
      /^--catalog: The catalogue \/nowhere\.csv cannot be read/,
    ],
  ])(
    'ends with 7 and the reason for %s, and writes nothing',
    async ([, changes, reason], { world, onTestFinished }) => {
      const folder = await newFolder(onTestFinished)
      const { code, stderr } = await folder.run(['init', ...flagsOf(world, changes)], without(world))
      expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringMatching(reason) as string })
      expect(await folder.readEnv()).toBeUndefined()
      for (const secret of ['wrong-token', 'wrong-password']) expect(stderr).not.toContain(secret)
    },
  )

  it('ends with 7 for a site without a REST API', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const site = await startScripted([{ body: '<h1>A shop</h1>', headers: { 'content-type': 'text/html' } }])
    onTestFinished(() => site.close())
    const flags = flagsOf(world, { 'site-url': site.url })
    expect(await folder.run(['init', ...flags], without(world))).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/^--site-url: .* has no REST API: .*\/wp-json .*rest_route= /) as string,
    })
  })

  it('warns if the site announces a REST API on another host', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const link = `<${world.mock.cmsRoot.replace('127.0.0.1', 'localhost')}/>; rel="https://api.w.org/"`
    const site = await startScripted([{ body: '', headers: { link } }])
    onTestFinished(() => site.close())
    const flags = flagsOf(world, { 'site-url': site.url })
    const { code, stdout } = await folder.run(['init', '--no-plan', ...flags], without(world))
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^! warn CMS site .*http:\/\/localhost:\d+\/api\/rest .*\n +→ Check that this host is yours/m,
      ) as string,
    })
  })

  it('obtains no user if there is a token', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const flags = flagsOf(world, { user: '', password: '' })
    const env = { ...without(world), CMS_TOKEN: 'unknown-token-of-a-plug-in' }
    expect(await folder.run(['init', ...flags], env)).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/^The CMS did not use the token/) as string,
    })
  })

  it('reports errors in other settings before it obtains any', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    await folder.writeEnv('SCHEDULE_TZ=Mars\n')
    const { code, stderr } = await folder.run(['init', ...flagsOf(world)], without(world))
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringMatching(/SCHEDULE_TZ is "Mars"/) as string,
    })
  })

  it('keeps the other lines of .env, and replaces a setting only with --force', async ({
    world,
    onTestFinished,
  }) => {
    const folder = await newFolder(onTestFinished)
    const before = `# Ours\nLANGUAGES=de-de # one\nCMS_USER=old\n# CMS_NAMESPACE=wp/v2\nCATALOG=\n`
    await folder.writeEnv(before)
    const refused = await folder.run(['init', '--no-plan', ...flagsOf(world)], without(world))
    expect(refused).toMatchObject({
      code: 7,
      stderr: '.env has another value of CMS_USER, and was not changed. To replace it, add --force.\n',
    })
    expect(await folder.readEnv()).toBe(before)
    expect(
      await folder.run(['init', '--no-plan', '--force', ...flagsOf(world)], without(world)),
    ).toMatchObject({
      code: 0,
    })
    const [base, token, root, namespace, user, secret, catalog] = fileOf(world)
    expect(await folder.readEnv()).toBe(
      [
        '# Ours',
        'LANGUAGES=de-de # one',
        user,
        '# CMS_NAMESPACE=wp/v2',
        namespace,
        catalog,
        base,
        token,
        root,
        secret,
        '',
      ].join('\n'),
    )
    expect(await folder.modeOfEnv()).toBe(0o600)
    expect((await folder.run(['init', '--no-plan'], without(world))).stdout).toContain(
      '.env has these settings',
    )
  })

  it('leaves a secret in the file that its variable names', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    await writeFile(`${folder.folder}/secret`, `${world.mock.token}\n`, { mode: 0o600 })
    const env = { ...without(world), PARTNER_TOKEN_FILE: `${folder.folder}/secret` }
    const flags = flagsOf(world, { 'partner-token': '' })
    expect(await folder.run(['init', '--no-plan', ...flags], env)).toMatchObject({ code: 0 })
    expect(await folder.readEnv()).not.toContain(world.mock.token)
  })

  it('writes the file of --env-file', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const args = ['init', '--env-file', 'shop.env', '--no-plan', ...flagsOf(world)]
    const { stdout } = await folder.run(args, without(world))
    expect(stdout).toContain('7 settings saved in shop.env')
    expect(stdout).toContain('Next: product-mirror plan --env-file shop.env')
    expect(await folder.readEnv()).toBeUndefined()
  })

  it('keeps the settings if there can be no plan, and names the next command', async ({
    world,
    onTestFinished,
  }) => {
    const folder = await newFolder(onTestFinished)
    const env = { ...without(world), REDIS_URL: 'redis://127.0.0.1:1', REDIS_TIMEOUT_SECONDS: '1' }
    const { code, stdout, stderr } = await folder.run(['init', ...flagsOf(world)], env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('127.0.0.1:1') as string })
    expect(stdout).toMatch(/The settings are saved; the plan failed\. Next: product-mirror doctor\n$/)
    expect(await folder.readEnv()).toContain(`CATALOG=${world.env['CATALOG']}`)
  })

  it('is not for several mirrors', async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    expect(await folder.run(['init'], { ...without(world), MIRRORS: 'mirrors.yaml' })).toMatchObject({
      code: 7,
    })
  })

  it(
    'asks a user again after each failure, and hides secrets',
    { skip: !hasTerminals },
    async ({ world, onTestFinished }) => {
      const { mock } = world
      const folder = await newFolder(onTestFinished)
      const { code, screen } = await folder.converse(['init'], without(world), [
        ['Partner URL: ', '127.0.0.1:1\r'],
        ['Partner URL [', `${mock.partnerBaseUrl}\r`],
        ['Partner token (hidden): ', 'wrong-token\r'],
        ['Partner token (hidden): ', `${mock.token}\r`],
        ['Site URL: ', `${mock.origin.replace('http://', '')}\r`],
        ['User: ', 'admin\r'],
        ['Application password (hidden): ', 'wrong-password\r'],
        ['User [admin]: ', '\r'],
        ['Application password (hidden): ', 'abcd abcd abcd abcd abcd abcd\r'],
        ['Catalogue', '/nowhere.csv\r'],
        ['Catalogue', `${world.env['CATALOG']}\r`],
      ])
      expect({ code, screen }).toEqual({
        code: 0,
        screen: expect.stringMatching(/Then: product-mirror sync/) as string,
      })
      expect(screen).toContain('#application-passwords-section')
      for (const secret of [mock.token, 'wrong-token', 'wrong-password', 'abcd'])
        expect(screen).not.toContain(secret)
      expect((await folder.readEnv())?.trimEnd().split('\n').slice(1)).toEqual(fileOf(world))
    },
  )

  it(
    'offers the stored settings, and keeps them with Enter',
    { skip: !hasTerminals },
    async ({ world, onTestFinished }) => {
      const folder = await newFolder(onTestFinished)
      await folder.run(['init', '--no-plan', ...flagsOf(world)], without(world))
      const before = await folder.readEnv()
      const { code, screen } = await folder.converse(['init', '--no-plan'], without(world), [
        ['Partner URL [http', '\r'],
        ['Enter keeps the current one): ', '\r'],
        ['Site URL [http', '\r'],
        ['User [admin]: ', '\r'],
        ['Enter keeps the current one): ', '\r'],
        ['Catalogue', '\r'],
      ])
      expect({ code, screen }).toEqual({
        code: 0,
        screen: expect.stringMatching(/has these settings already/) as string,
      })
      expect(await folder.readEnv()).toBe(before)
    },
  )

  it(
    'asks before it replaces a setting by that of an option',
    { skip: !hasTerminals },
    async ({ world, onTestFinished }) => {
      const folder = await newFolder(onTestFinished)
      await folder.writeEnv('CMS_USER=old\n')
      const args = ['init', '--no-plan', ...flagsOf(world)]
      expect(await folder.converse(args, without(world), [['[y/N]', 'n\r']])).toMatchObject({ code: 10 })
      expect(await folder.readEnv()).toBe('CMS_USER=old\n')
      expect(await folder.converse(args, without(world), [['[y/N]', 'y\r']])).toMatchObject({ code: 0 })
      expect(await folder.readEnv()).toContain('CMS_USER=admin\n')
    },
  )

  it('writes nothing after Ctrl-C', { skip: !hasTerminals }, async ({ world, onTestFinished }) => {
    const folder = await newFolder(onTestFinished)
    const { code, screen } = await folder.converse(['init'], without(world), [
      ['Partner URL: ', `${world.mock.partnerBaseUrl}\r`],
      ['Partner token (hidden): ', '\u0003'],
    ])
    expect({ code, screen }).toEqual({
      code: 10,
      screen: expect.stringMatching(/\.env was not changed/) as string,
    })
    expect(await folder.readEnv()).toBeUndefined()
  })
})
