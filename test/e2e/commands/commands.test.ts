import renamedCommands from '../../../src/cli/program/renamed-commands.json' with { type: 'json' }
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { slugsOf } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

const [formerResolve = ''] = Object.entries(renamedCommands).find(([, name]) => name === 'resolve') ?? []
const it = withWorld({ gtins: 12, languages, env: { RETIRE_AFTER_MISSES: '1' } })

describe('a mistyped command', () => {
  it.for<[string[], string]>([
    [['snyc'], "error: unknown command 'snyc'\n(Did you mean sync?)\nSee: product-mirror --help\n"],
    [['help', 'snyc'], "error: unknown command 'snyc'\n(Did you mean sync?)\nSee: product-mirror --help\n"],
    [
      [formerResolve, '4006381333931', 'de-de', 'keep', '--reason', 'x'],
      `${formerResolve} is now called resolve. Run: product-mirror resolve --help\n`,
    ],
    [
      [formerResolve, '--help'],
      `${formerResolve} is now called resolve. Run: product-mirror resolve --help\n`,
    ],
    [['help', 'conflicts'], 'conflicts is now called decisions. Run: product-mirror decisions --help\n'],
    [
      ['sync', '--gtni', '1'],
      "error: unknown option '--gtni'\n(Did you mean --gtin?)\nSee: product-mirror sync --help\n",
    ],
    [
      ['sync', '--gtin', '123'],
      '"123" is not a GTIN-13. Enter 13 digits, the last of them the check digit.\n',
    ],
    [
      ['sync', '--language', 'de'],
      '--language de: the partner does not serve it. It lists de-de, en-gb, fr-fr.\n',
    ],
    [
      ['plan', '--json', '--markdown'],
      "error: option '--json' cannot be used with option '--markdown'\nSee: product-mirror plan --help\n",
    ],
    [
      ['plan', '2026-11-20-1', '--gtin', '1'],
      "error: options '--gtin' and '--language' are for a new plan, without a run\nSee: product-mirror plan --help\n",
    ],
    [
      ['approve'],
      "error: missing required argument 'run': name the plan; product-mirror status lists them\nSee: product-mirror approve --help\n",
    ],
  ])('%j ends with exit code 7 and a hint', async ([args, message], { world }) => {
    expect(await world.run(...args)).toEqual({ code: 7, stdout: '', stderr: message })
  })
})

describe('a command that cannot open the mirror', () => {
  // The world fails if a connection to Redis is left open.
  it.for([['plan'], ['sync', '--json'], ['verify']])(
    '%j ends with the reason and closes its connections',
    async (args, { world }) => {
      expect(await world.runWith({ TEMPLATE_DIR: '/nowhere' }, ...args)).toMatchObject({
        code: 7,
        stderr: expect.stringMatching(
          /^\/nowhere cannot be read: ENOENT: .*'\/nowhere'\. Check TEMPLATE_DIR\.\n$/,
        ),
      })
    },
  )
})

it('doctor lists a file that cannot be read among its checks', async ({ world }) => {
  const { code, stdout, stderr } = await world.runWith({ TEMPLATE_DIR: '/nowhere' }, 'doctor')
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' })
  expect(stdout).toMatch(/✗ FAIL +Files +\/nowhere cannot be read: ENOENT.*\n +→ Check TEMPLATE_DIR/)
})

it('--version prints the version', async ({ world }) => {
  const { code, stdout } = await world.run('--version')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

describe('on one mirror', () => {
  it('status before the first run reports that there is none', async ({ world }) => {
    const [text, json] = await Promise.all([world.run('status'), world.run('status', '--json')])
    expect(text).toEqual({
      code: 0,
      stderr: '',
      stdout:
        '0 pages mirrored; 0 processes running; next scheduled run: none\nNo run yet. Start one: product-mirror sync\n',
    })
    expect({ code: json.code, ...jsonOf(json) }).toEqual({
      code: 0,
      runId: null,
      state: 'never run',
      mirrored: 0,
      processes: 0,
      nextRunAt: null,
      failing: [],
      quarantined: 0,
      waiting: { conflicts: 0, suspects: 0, decisions: 0, deferred: 0 },
      unusedMedia: 0,
      imagesWithoutSizes: 0,
      staleLinks: 0,
      states: expect.objectContaining({ 'up to date': 0, failing: 0, edited: 0 }),
      lastVerify: null,
      heldRuns: [],
      recent: [],
    })
  })

  it('plan --json prints one object with every change, and logs on standard error', async ({ world }) => {
    const { code, stdout, stderr } = await world.run('plan', '--json', '--verbose')
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const plan = jsonOf({ code, stdout })
    expect({ code, ...plan }).toMatchObject({ code: 2, state: 'planned', planned: { create: 36 } })
    expect(
      plan.changes.map(({ gtin, language }: Record<string, string>) => `gtin-${gtin}-${language}`).toSorted(),
    ).toEqual(slugsOf(world.gtins, languages))
    for (const line of stderr.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg')
    expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  })

  it('plan --markdown prints a table', async ({ world }) => {
    const { code, stdout } = await world.run('plan', '--markdown', '--gtin', world.gtins[0] ?? '')
    expect(code).toBe(2)
    expect(stdout).toMatch(
      /^# Dry run \S+\n\nDry run \S+ planned 3 new pages\. .* 3 to create, 0 to update, .*\n\n1\. 3 × new pages, .*\n(?: {3}- .*\n)+\n\| product \| language \|/,
    )
    expect(stdout.match(new RegExp(`^\\| ${world.gtins[0]} \\| \\S+ \\| create \\| `, 'gm'))).toHaveLength(3)
  })

  it('sync with --gtin and --language writes only these records', async ({ world }) => {
    const [first = '', second = ''] = world.gtins
    const scope = ['--gtin', first, '--gtin', second, '--language', 'fr-fr']
    const { code, report } = await world.report('sync', '--json', ...scope)
    expect({ code, ...report }).toMatchObject({ code: 0, records: 2, created: 2 })
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf([first, second], ['fr-fr']))
  })

  it('sync --verbose prints a report, and its progress on standard error', async ({ world }) => {
    const { code, stdout, stderr } = await world.runWith({ LOG_LEVEL: 'warn' }, 'sync', '--verbose')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^Run \S+ finished\.\n {2}took .* for 36 records\n {2}pages {5}34 created, 2 updated, .* 0 unchanged/,
    )
    expect(stderr).toMatch(/^(?:(?:reading|files|writing|finishing) \d+\/\d+.*\n)*$/)
  })

  it('sync off a terminal prints one line, and job lines only on request', async ({ world }) => {
    const quiet = await world.run('sync')
    expect(quiet).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Run \S+ finished without changes\.\n$/),
      stderr: '',
    })
    expect((await world.run('sync', '-v', '--json')).stderr).toContain('"msg":"job done"')
    expect((await world.runWith({ LOG_LEVEL: 'info' }, 'sync')).stderr).toContain('"msg":"job done"')
  })

  it.for([
    ['--gtin', (gtins: readonly string[]) => [gtins[0] ?? ''], 3],
    ['--language', () => ['en-gb'], 2],
  ] as const)(
    'sync %s retires nothing, whatever left the catalogue',
    async ([option, of, records], { world }) => {
      await world.listGtins(world.gtins.slice(0, 2))
      const { code, report } = await world.report('sync', '--json', option, ...of(world.gtins))
      expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', records, unchanged: records })
      expect((await world.recordPages()).every(({ status }) => status === 'publish')).toBe(true)
    },
  )

  it('sync supersedes a held run, which cannot be approved any more', async ({ world }) => {
    const held = await world.run('sync')
    expect(held.code).toBe(4)
    const [, runId = ''] = /^Run (\S+) has been held/.exec(held.stdout) ?? []
    expect(held.stdout).toMatch(
      /HELD +Would retire 30 of 36 pages .*\n(?:.*\n)+ +approve +product-mirror approve /,
    )

    const { code, report } = await world.report('sync', '--json', '--approve')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', retired: 30 })
    expect(report.guards).toHaveLength(1)
    const late = await world.runWith({ LOG_LEVEL: 'warn' }, 'approve', runId, '--json')
    expect(late).toEqual({
      code: 7,
      stdout: '',
      stderr: `Run ${runId} is superseded by ${report.runId}; only a held or planned run can be approved.\n`,
    })
  })

  it.for(['approve', 'cancel', 'plan'])(
    '%s of an unknown run is refused with the reason',
    async (command, { world }) => {
      const { code, stdout, stderr } = await world.runWith({ LOG_LEVEL: 'warn' }, command, '2000-01-01-9')
      expect({ code, stdout, stderr }).toEqual({
        code: 7,
        stdout: '',
        stderr: 'Run 2000-01-01-9 does not exist. See: product-mirror status\n',
      })
    },
  )

  it('plan of a finished run is refused with the reason', async ({ world }) => {
    const { recent } = jsonOf(await world.run('status', '--json'))
    const runId = recent.find(({ state }: { state: string }) => state === 'done').runId
    expect(await world.run('plan', runId, '--json')).toEqual({
      code: 7,
      stdout: '',
      stderr: `Run ${runId} is done; only a held or planned run has a plan to print.\n`,
    })
  })

  it('status lists the last runs', async ({ world }) => {
    const { stdout } = await world.run('status')
    expect(stdout).toMatch(
      /^6 pages mirrored; 0 processes running; next scheduled run: none\nRecords: 6 up to date, 30 retired\nRun \S+ finished/,
    )
    expect(stdout).toMatch(/^ {2}\S+ +plan +superseded +planned: 3 new pages/m)
    const status = jsonOf(await world.run('status', '--json'))
    expect(status).toMatchObject({ state: 'done', retired: 30, mirrored: 6 })
    expect(status.recent.length).toBeGreaterThan(5)
  })
})

it('sync reports an unreadable catalogue once, without the lines of jobs', async ({ world }) => {
  const { code, stdout, stderr } = await world.runWith({ CATALOG: '/nowhere.txt' }, 'sync')
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' })
  expect(stdout.match(/\/nowhere\.txt cannot be read/g)).toHaveLength(1)
})
