import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfigs, readMirrors } from '../../../config/mirrors/read-mirrors.ts'
import { ConfigError } from '../../../src/lib/errors.ts'
import { least } from '../environment.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirrors-'))
  file = join(folder, 'mirrors.json')
})
afterAll(() => rm(folder, { recursive: true }))

type Settings = Record<string, unknown>
const site = (name: string): Settings => ({ CMS_API_ROOT: `https://${name}.example/wp-json` })

/** Reads a file with these mirrors. */
async function read(mirrors: unknown, env: Record<string, string> = {}) {
  await writeFile(file, typeof mirrors === 'string' ? mirrors : JSON.stringify({ mirrors }))
  return readMirrors({ ...least, MIRRORS: file, ...env })
}

async function configs(...args: Parameters<typeof read>) {
  return readConfigs((await read(...args)) ?? [])
}

async function faultOf(...args: Parameters<typeof read>): Promise<string> {
  const error: unknown = await configs(...args).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(ConfigError)
  return error instanceof Error ? error.message : ''
}

const two = (a: Settings, b: Settings = site('b')) => [
  { id: 'a', settings: { ...site('a'), ...a } },
  { id: 'b', settings: b },
]

describe('a MIRRORS file', () => {
  test('without the variable there is none', () => {
    expect(readMirrors(least)).toBeUndefined()
    expect(readMirrors({ ...least, MIRRORS: '' })).toBeUndefined()
  })

  test('gives each mirror its own settings, and those of the environment for the rest', async () => {
    const env = { OPS_PUBLIC_URL: 'https://ops.example/', RETIRE_TO: 'trash' }
    const [a, b] = await configs(two({ CMS_CONCURRENCY: 5, RETIRE_TO: 'keep' }), env)
    expect([a?.mirrorId, b?.mirrorId]).toEqual(['a', 'b'])
    expect(a?.cms).toMatchObject({ apiRoot: 'https://a.example/wp-json', concurrency: 5 })
    expect(b?.cms).toMatchObject({ apiRoot: 'https://b.example/wp-json', concurrency: 3 })
    expect([a?.policy.retireTo, b?.policy.retireTo]).toEqual(['keep', 'trash'])
    expect(a?.partner.token).toBe('partner-secret')
    expect([a?.notify.dashboardUrl, b?.notify.dashboardUrl]).toEqual([
      'https://ops.example/m/a',
      'https://ops.example/m/b',
    ])
  })

  test('takes secrets from files and from named environment variables', async () => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'from-a-file\n')
    const settings = { CMS_PASSWORD_FILE: secret, PARTNER_TOKEN_ENV: 'PARTNER_TOKEN_A' }
    const [a, b] = await configs(two(settings), { PARTNER_TOKEN_A: 'named-token' })
    expect(a?.cms.auth).toEqual({ user: 'editor', password: 'from-a-file' })
    expect(a?.partner.token).toBe('named-token')
    expect(b?.cms.auth).toEqual({ user: 'editor', password: 'cms-secret' })
  })

  test('a mirror’s password has precedence over a shared token, and vice versa', async () => {
    const [a, b] = await configs(
      two({ CMS_USER: 'anna', CMS_PASSWORD: 'anna-secret' }, { ...site('b'), CMS_TOKEN: 'own-token' }),
      { CMS_TOKEN: 'shared-token' },
    )
    expect(a?.cms.auth).toEqual({ user: 'anna', password: 'anna-secret' })
    expect(b?.cms.auth).toEqual({ token: 'own-token' })
  })

  test('a file replaces the shared value, whichever form that has', async () => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'from-a-file')
    const [a] = await configs(two({ ROOT_SLUG: 'own' }), { ROOT_SLUG_FILE: secret })
    expect(a?.policy.rootSlug).toBe('own')
  })

  test('an unreadable file is an error with its remedy', () => {
    expect(() => readMirrors({ ...least, MIRRORS: join(folder, 'none.json') })).toThrow(
      /^MIRRORS: cannot read .*none\.json: ENOENT.*\. Unset MIRRORS to run one mirror\.$/,
    )
  })

  test.each([
    ['{"mirrors": [', /is not valid JSON: Unexpected end of JSON input\. Its form: \{ "mirrors": /],
    ['{"mirrors": [{"id": "a", "id": "b", "settings": {}}]}', /is not valid JSON: it .*id/],
    ['{"mirrors": []}', /\n {2}- "mirrors": /],
    ['{"mirror": []}', /\n {2}- the file: mirror: unknown, remove it\./],
    ['{"mirrors": [{"id": "a"}]}', /\n {2}- mirror 1, settings: /],
    ['{"mirrors": [{"id": "A b", "settings": {}}]}', /\n {2}- mirror 1, id: allowed are up to 32 characters/],
    [
      '{"mirrors": [{"id": "a", "settings": {"CMS_PASSWORD": ["hush-hush"]}}]}',
      /\n {2}- mirror 1, settings, CMS_PASSWORD: allowed are a text, a number, true and false\./,
    ],
    ['{"mirrors": [{"id": "a", "settings": {}, "x": 1}]}', /\n {2}- mirror 1: x: unknown, remove it\./],
  ])('a wrong shape is an error with its place: %s', async (text, message) => {
    const fault = await faultOf(text)
    expect(fault).toMatch(message)
    expect(fault).not.toContain('hush-hush')
  })

  test('every wrong setting is reported with its mirror and the remedy, all at once', async () => {
    const wrong = {
      MIRROR_ID: 'x',
      OPS_PORT: 9000,
      CMS_PASWORD: 'x',
      SOMETHING: 'x',
      PARTNER_TOKEN: 'x',
      PARTNER_TOKEN_FILE: 'x',
      CATALOG_ENV: 'NOT_SET',
    }
    const fault = await faultOf(two(wrong), { MIRROR_ID: 'shop' })
    expect(fault.split('\n').slice(1)).toEqual([
      '  - MIRROR_ID is set, but with MIRRORS each mirror has its own id. Unset MIRROR_ID.',
      '  - mirror a: MIRROR_ID: the id is the name of the mirror. Remove this setting.',
      '  - mirror a: OPS_PORT: all mirrors share it. Remove it here, and set it in the environment.',
      '  - mirror a: CMS_PASWORD is not a variable of product-mirror. Did you mean CMS_PASSWORD?',
      '  - mirror a: SOMETHING is not a variable of product-mirror. Remove it.',
      '  - mirror a: PARTNER_TOKEN: it is also given as PARTNER_TOKEN_FILE or PARTNER_TOKEN_ENV. Keep one of them.',
      '  - mirror a: CATALOG_ENV names the environment variable "NOT_SET", which is not set. Set it, or correct the name.',
    ])
  })

  test('an invalid value is reported with its mirror; one of the process, once', async () => {
    const fault = await faultOf(two({ RETIRE_TO: 'bin' }, { ...site('b'), CMS_TYPE: 'books' }), {
      OPS_PORT: 'x',
    })
    expect(fault.split('\n').slice(1).toSorted()).toEqual([
      '  - OPS_PORT is "x". Allowed: a port, or 0 for any free port.',
      '  - mirror a: RETIRE_TO is "bin". Allowed: draft, trash, private, keep, delete or notice.',
      '  - mirror b: CMS_TYPE is "books". Allowed: pages or posts.',
    ])
  })

  test('an error of all mirrors is reported once, and an error of several with their names', async () => {
    const wrong = { RETIRE_TO: 'bin' }
    const three = [...two(wrong, { ...site('b'), ...wrong }), { id: 'c', settings: site('c') }]
    const fault = await faultOf(three, { PARTNER_TOKN: 'x' })
    expect(fault.split('\n').slice(1)).toEqual([
      '  - PARTNER_TOKN is not a variable of product-mirror. Did you mean PARTNER_TOKEN?',
      '  - mirrors a, b: RETIRE_TO is "bin". Allowed: draft, trash, private, keep, delete or notice.',
    ])
  })

  test('MIRRORS itself contains the name of the file', () => {
    expect(() => readMirrors({ ...least, MIRRORS_FILE: file })).toThrow('Set MIRRORS instead.')
  })

  test('an id that is used twice is rejected', async () => {
    const fault = await faultOf([
      { id: 'a', settings: site('a') },
      { id: 'a', settings: site('b') },
    ])
    expect(fault).toContain('mirror a: two mirrors have this id, and would share their data.')
  })
})

describe('two mirrors of one CMS', () => {
  const [other, more] = [{ CATALOG: 'other.csv' }, { ROOT_SLUG: 'more' }]
  const beside = (settings: Settings, root = 'https://A.example:443/wp-json/'): Settings => ({
    CMS_API_ROOT: root,
    ...settings,
  })

  test('are rejected with the same ROOT_SLUG, however the URL is spelt', async () => {
    const fault = await faultOf(two({}, beside(other)))
    expect(fault).toContain(
      'mirrors a and b have the same CMS_API_ROOT and ROOT_SLUG products: their pages would collide. Give one of them another ROOT_SLUG.',
    )
  })

  test('are rejected with the same catalogue and a common language, because a page is found by its record', async () => {
    expect(
      await faultOf(two({ LANGUAGES: 'de-de,fr-fr' }, beside({ ...more, LANGUAGES: 'FR_fr' }))),
    ).toContain('mirrors a and b have the same CMS_API_ROOT, CATALOG and LANGUAGES in common')
    expect(await faultOf(two({}, beside(more)))).toContain('LANGUAGES in common')
  })

  test.each([
    ['other catalogues', {}, { ...more, ...other }],
    ['other languages', { LANGUAGES: 'de-de' }, { ...more, LANGUAGES: 'fr-fr' }],
    ['other types', {}, { ...more, CMS_TYPE: 'posts' }],
  ])('are accepted with another ROOT_SLUG and %s', async (_, a, b) => {
    expect(await configs(two(a, beside(b)))).toHaveLength(2)
  })

  test('another folder of the same host is another CMS', async () => {
    expect(await configs(two({}, beside({}, 'https://a.example/shop/wp-json')))).toHaveLength(2)
  })
})
