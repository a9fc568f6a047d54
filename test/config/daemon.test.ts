import { describe, expect, test } from 'vitest'
import { readConfig, readStoreConfig } from '../../config/daemon.ts'
import { variables } from '../../config/variables.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { readVersion } from '../../src/lib/version.ts'
import { least } from './environment.ts'

/** The error lines of a configuration; none if it is valid. */
function faultsOf(env: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...least, ...env })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('a minimal configuration is completed by the defaults', () => {
  expect(readConfig(least)).toEqual({
    partner: {
      baseUrl: 'https://partner.example',
      token: 'partner-secret',
      concurrency: 16,
      maxPerSecond: 0,
      timeoutMs: 15_000,
      assetTimeoutMs: 60_000,
      maxLanguages: 200,
      assetHosts: [],
      maxAssetPixels: 100_000_000,
    },
    cms: {
      apiRoot: 'https://cms.example/wp-json',
      namespace: undefined,
      auth: { user: 'editor', password: 'cms-secret' },
      concurrency: 3,
      writeGraceMs: 10_000,
      timeoutMs: 60_000,
      maxListRows: 2_000_000,
    },
    catalog: 'catalog.csv',
    catalogMaxEntries: 2_000_000,
    catalogTimeoutMs: 30_000,
    languages: 'all',
    schedule: { cron: '0 4 * * *', tz: 'UTC' },
    verifySchedule: { cron: '0 3 * * 0', tz: 'UTC' },
    maxOutageMs: 900_000,
    history: { runs: 5000, jobs: 2000 },
    jobLockMs: 15_000,
    policy: {
      cmsType: 'pages',
      pageStatus: 'publish',
      onEdit: 'keep',
      onSlugTaken: 'report',
      retireTo: 'draft',
      retireAfterMisses: 3,
      missIntervalMs: 72_000_000,
      maxRetireShare: 0.05,
      maxCreateShare: 0.5,
      maxUpdateShare: 0.5,
      rootSlug: 'products',
      recheckMediaMs: 604_800_000,
      mediaCleanup: 'report',
    },
    ops: { host: '127.0.0.1', port: 8080, trustedProxies: [], timeZone: 'UTC' },
    secrets: { files: [], short: [] },
    notify: { receivers: [], heartbeatUrl: undefined, secret: undefined },
    network: {
      httpProxy: undefined,
      httpsProxy: undefined,
      noProxy: [],
      userAgent: `product-mirror/${readVersion()}`,
    },
    guards: {},
    template: 'standard',
    templateDir: undefined,
    page: {
      numbersWithoutUnit: 'hide',
      imagePlace: 'featured',
      banner: 'hide',
      jsonLd: 'auto',
      brand: '',
      familyBy: undefined,
    },
    redis: { url: undefined, timeoutMs: 60_000, dataDir: '.data' },
    mirrorId: 'default',
    logLevel: 'info',
    timeZone: 'UTC',
    writeSchedule: undefined,
    writeWindows: [],
  })
})

test('an empty variable counts as unset', () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
  expect(readConfig({ ...empty, ...least })).toEqual(readConfig(least))
})

test('the configuration is frozen at every depth', () => {
  const config = readConfig({ ...least, LANGUAGES: 'de-de', ASSET_HOSTS: 'cdn.example' })
  const parts = [config, ...Object.values(config), config.cms.auth, config.partner.assetHosts]
  expect(parts.filter((part) => typeof part === 'object' && !Object.isFrozen(part))).toEqual([])
})

test('all errors are listed at once', () => {
  expect(() => readConfig({ CMS_CONCURRENCY: '0', ON_EDIT: 'merge', OPS_USER: 'ops' })).toThrow(
    new ConfigError(
      [
        'The configuration has 8 errors:',
        '  - PARTNER_BASE_URL is required: an http(s) URL.',
        '  - PARTNER_TOKEN is required: the API token, one line.',
        '  - CMS_API_ROOT is required: the http(s) URL of the REST root.',
        '  - CMS_CONCURRENCY is "0". Allowed: 1 to 32 batches.',
        '  - CATALOG is required: a file or http(s) URL (.txt, .csv or .json).',
        '  - ON_EDIT is "merge". Allowed: keep or overwrite.',
        '  - CMS_USER and CMS_PASSWORD are not both set. Set both, or CMS_TOKEN.',
        '  - OPS_USER and OPS_PASSWORD are not both set. Set both, or neither (loopback only).',
      ].join('\n'),
    ),
  )
})

describe('an invalid value is listed with the allowed values', () => {
  test.each([
    ['PARTNER_BASE_URL', 'partner.example'],
    ['PARTNER_BASE_URL', 'ftp://partner.example'],
    ['CMS_API_ROOT', 'javascript:alert(1)'],
    ['CMS_NAMESPACE', '/cms/v2/'],
    ['PARTNER_CONCURRENCY', '0'],
    ['PARTNER_CONCURRENCY', '257'],
    ['PARTNER_CONCURRENCY', '1.5'],
    ['PARTNER_MAX_PER_SECOND', '-1'],
    ['ASSET_HOSTS', 'https://cdn.example/'],
    ['ASSET_HOSTS', 'cdn.example:8080'],
    ['CMS_WRITE_GRACE_SECONDS', '10s'],
    ['CMS_TIMEOUT_SECONDS', '0'],
    ['LANGUAGES', 'de.DE'],
    ['LANGUAGES', 'all,de-de'],
    ['LANGUAGES', ' , '],
    ['SCHEDULE_TZ', 'Vienna'],
    ['SCHEDULE_TZ', '+02:00'],
    ['PAGE_STATUS', 'trash'],
    ['ON_EDIT', 'KEEP'],
    ['RETIRE_TO', 'remove'],
    ['RETIRE_AFTER_MISSES', '0'],
    ['GUARD_MAX_RETIRE_SHARE', '5%'],
    ['GUARD_MAX_UPDATE_SHARE', '1.1'],
    ['ROOT_SLUG', '2026'],
    ['MIRROR_ID', 'a:b'],
    ['OPS_PORT', '65536'],
    ['LOG_LEVEL', 'verbose'],
  ] as const)('%s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([
      `  - ${name} is ${JSON.stringify(value)}. Allowed: ${variables[name].allowed}.`,
    ])
  })
})

test.each([
  ['04:00', 'it has 1 field instead of 5 or 6'],
  ['0 4 * *', 'it has 4 fields instead of 5 or 6'],
  ['60 4 * * *', 'Constraint error, got value 60 expected range 0-59'],
  ['0 4 31 2 *', 'Invalid explicit day of month definition'],
])('SCHEDULE="%s" is listed with the reason: %s', (value, reason) => {
  expect(faultsOf({ SCHEDULE: value })).toEqual([
    `  - SCHEDULE is "${value}": ${reason}. Allowed: ${variables.SCHEDULE.allowed}.`,
  ])
})

test.each([
  ['NOTIFY_URL', 'hooks.example/notify-secret'],
  ['NOTIFY_URL', 'https://a.example/notify-secret hooks.example/notify-secret'],
  ['NOTIFY_SECRET', 'notify-secret'],
  ['NOTIFY_SECRET', 'whsec_bm90aWZ5LXNlY3JldA=='],
] as const)('an invalid secret is not shown: %s', (name, value) => {
  expect(faultsOf({ [name]: value })).toEqual([
    `  - ${name} is (hidden). Allowed: ${variables[name].allowed}.`,
  ])
})

test('a password inside a URL is not shown', () => {
  expect(faultsOf({ PARTNER_BASE_URL: 'ftp://me:address-secret@partner.example' })).toEqual([
    '  - PARTNER_BASE_URL is "ftp://(hidden)@partner.example". Allowed: an http(s) URL.',
  ])
})

describe('languages', () => {
  test.each([
    ['all', 'all'],
    ['ALL', 'all'],
    ['de-de', ['de-de']],
    ['de-DE, en-gb  fr', ['de-de', 'en-gb', 'fr']],
    ['de_DE EN_gb', ['de-de', 'en-gb']],
  ])('%s', (value, expected) => {
    expect(readConfig({ ...least, LANGUAGES: value }).languages).toEqual(expected)
  })
})

describe('the schedule', () => {
  test('may be off', () => {
    expect(readConfig({ ...least, SCHEDULE: 'off' }).schedule).toBeUndefined()
  })

  test.each(['0 4 * * *', '0 0 4 * * 1-5', '*/10 * * * *', '@daily'])('may be %s', (cron) => {
    expect(readConfig({ ...least, SCHEDULE: cron }).schedule).toEqual({ cron, tz: 'UTC' })
  })

  test.each([
    'Europe/Vienna',
    'Europe/Kyiv',
    'Asia/Kolkata',
    'America/Argentina/Buenos_Aires',
    'Etc/UTC',
    'UTC',
  ])('may use the time zone %s', (tz) => {
    const config = readConfig({ ...least, SCHEDULE: '30 2 * * 1-5', SCHEDULE_TZ: tz })
    expect(config.schedule).toEqual({ cron: '30 2 * * 1-5', tz })
  })
})

describe('credentials', () => {
  const { CMS_USER, CMS_PASSWORD, ...without } = least

  test('a CMS token is sufficient, and has precedence over a user', () => {
    expect(readConfig({ ...without, CMS_TOKEN: 't' }).cms.auth).toEqual({ token: 't' })
    expect(readConfig({ ...least, CMS_TOKEN: 't' }).cms.auth).toEqual({ token: 't' })
  })

  test.each([{ CMS_USER }, { CMS_PASSWORD }, {}])(
    'a CMS user without a password, or the reverse, is an error',
    (half) => {
      expect(() => readConfig({ ...without, ...half })).toThrow('CMS_USER and CMS_PASSWORD are not both set')
    },
  )

  test('an ops user needs a password, and the reverse', () => {
    expect(readConfig({ ...least, OPS_USER: 'ops', OPS_PASSWORD: 'p' }).ops).toMatchObject({
      user: 'ops',
      password: 'p',
    })
    expect(faultsOf({ OPS_USER: 'ops' })).toHaveLength(1)
    expect(faultsOf({ OPS_PASSWORD: 'p' })).toHaveLength(1)
  })
})

test.each(['cdn.example', '*.cdn.example', '10.0.0.7', '[::1]'])('assets may come from %s', (host) => {
  expect(readConfig({ ...least, ASSET_HOSTS: `a.example, ${host}` }).partner.assetHosts).toEqual([
    'a.example',
    host,
  ])
})

test('the storage settings can be read alone, whatever errors the others have', () => {
  expect(readStoreConfig({ REDIS_URL: 'rediss://redis.example:6380/2', ON_EDIT: 'merge' })).toEqual({
    redis: { url: 'rediss://redis.example:6380/2', timeoutMs: 60_000, dataDir: '.data' },
    mirrorId: 'default',
    logLevel: 'info',
    timeZone: 'UTC',
    writeSchedule: undefined,
    writeWindows: [],
  })
  expect(() => readStoreConfig({ MIRROR_ID: 'Ä' })).toThrow('MIRROR_ID is "Ä"')
})

describe('write windows', () => {
  const windows = (WRITE_WINDOWS: string) => readStoreConfig({ WRITE_WINDOWS, SCHEDULE_TZ: 'Europe/Vienna' })

  test('are hours of the time zone', () => {
    const { writeSchedule } = windows('Fri 22:00-06:00')
    const [friday, saturday] = ['2026-11-20T21:00Z', '2026-11-21T21:00Z'].map((time) => Date.parse(time))
    expect(writeSchedule?.isOpen(friday ?? 0)).toBe(true)
    expect(writeSchedule?.isOpen(saturday ?? 0)).toBe(false)
  })

  test('are off without a value', () => {
    expect(windows('off').writeSchedule).toBeUndefined()
  })

  test('an invalid one is named with its reason', () => {
    expect(() => windows('Mo 22:00-06:00')).toThrow(
      'WRITE_WINDOWS is "Mo 22:00-06:00": “Mo” are not days such as Mon-Fri, Sat,Sun or *.',
    )
  })
})

describe('notices', () => {
  const secret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
  test('go to several URLs, in one format or in one per URL', () => {
    const NOTIFY_URL = 'https://a.example/hook\nhttps://b.example/hook?a=1,2'
    const urls = ['https://a.example/hook', 'https://b.example/hook?a=1,2']
    const formatsOf = (env: Record<string, string>) =>
      readConfig({ ...least, NOTIFY_URL, ...env }).notify.receivers.map(({ format }) => format)
    expect(readConfig({ ...least, NOTIFY_URL, NOTIFY_SECRET: secret }).notify).toEqual({
      receivers: urls.map((url) => ({ url, format: 'json' })),
      secret,
    })
    expect(formatsOf({ NOTIFY_FORMAT: 'chat' })).toEqual(['chat', 'chat'])
    expect(formatsOf({ NOTIFY_FORMAT: 'chat json' })).toEqual(['chat', 'json'])
  })

  test('need one format, or as many formats as URLs', () => {
    expect(faultsOf({ NOTIFY_URL: 'https://a.example', NOTIFY_FORMAT: 'chat json' })).toEqual([
      '  - NOTIFY_FORMAT has 2 entries, NOTIFY_URL has 1. Allowed: one format for all URLs, or one per URL.',
    ])
  })
})
