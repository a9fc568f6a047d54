import { describe, expect, it } from 'vitest'
import { hideCredentials } from '../../src/lib/text/secrets.ts'
import { activeCharacters, hostileTexts } from '../helpers/content/hostile-texts.ts'
import { runBound } from '../helpers/processes/spawn-bound.ts'

const logger = new URL('../../src/lib/logger.ts', import.meta.url).href
const secrets = new URL('../../src/lib/text/secrets.ts', import.meta.url).href

/** The output of a separate process that logs with `statement`. */
function logged(options: object, statement: string) {
  const script = `import { createLogger } from '${logger}'; const log = createLogger(${JSON.stringify(options)}); ${statement}`
  return runBound(process.execPath, ['--input-type=module', '--eval', script])
}

describe('a logger', () => {
  it('writes JSON with ISO time to standard output, and hides secrets', async () => {
    const { stdout, stderr } = await logged(
      { level: 'info', destination: 'stdout' },
      `log.debug('not shown'); log.info({ gtin: '1', password: 'pw-1', headers: { authorization: 'pw-2' },
        config: { partner: { token: 'pw-3' } }, err: new Error('redis://:pw-4@host failed') }, 'page updated')`,
    )
    expect(stderr).toBe('')
    const line = JSON.parse(stdout)
    expect(line).toMatchObject({ msg: 'page updated', gtin: '1', password: '[hidden]' })
    expect(new Date(line.time).toISOString()).toBe(line.time)
    expect(line.err.message).toBe('redis://:[hidden]@host failed')
    expect(stdout).not.toMatch(/pw-\d/)
  })

  it('writes to standard error on request, leaving standard output to the report', async () => {
    const { stdout, stderr } = await logged({ level: 'info', destination: 'stderr' }, `log.info('run done')`)
    expect(stdout).toBe('')
    expect(JSON.parse(stderr)).toMatchObject({ msg: 'run done' })
  })

  it('leaves out lines with the given messages', async () => {
    const { stdout } = await logged(
      { level: 'info', destination: 'stdout', without: ['job failed'] },
      `log.error({ job: '1' }, 'job failed'); log.error('job failed'); log.error({ job: '1' }, 'job failed again')`,
    )
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('job failed again')])
  })

  it('writes readable lines on request, and loses nothing at exit', async () => {
    const { stdout } = await logged(
      { level: 'info', destination: 'stdout', pretty: true },
      `log.info({ gtin: '1', token: 'pw-1' }, 'page updated'); process.exit(0)`,
    )
    expect(stdout).toContain('INFO')
    expect(stdout).toContain('page updated')
    expect(stdout).not.toMatch(/^\{|pw-1/)
  })
})

it('escapes terminal sequences and hides known secrets in JSON', async () => {
  const { stdout } = await logged(
    { level: 'info', destination: 'stdout' },
    `const { rememberSecrets } = await import('${secrets}'); rememberSecrets(['topsecret']);
     for (const text of ${JSON.stringify(hostileTexts)}) log.info({ name: text, err: new Error(text) }, text + ' topsecret')`,
  )
  const lines = stdout.trimEnd().split('\n')
  expect(stdout).not.toMatch(activeCharacters)
  expect(stdout).not.toContain('topsecret')
  expect(lines.map((line) => JSON.parse(line).name.toWellFormed())).toEqual(
    hostileTexts.map((text) => text.toWellFormed()),
  )
})

it('does not start a readable line with external text', async () => {
  const { stdout } = await logged(
    { level: 'info', destination: 'stdout', pretty: true },
    `for (const text of ${JSON.stringify(hostileTexts)}) {
       log.info({ product: text, [text]: 1 }, text); log.error({ err: new Error(text) }, 'failed') }`,
  )
  expect(stdout).not.toMatch(activeCharacters)
  const starts = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('    '))
  expect(starts.filter((line) => !/^\[\d\d:\d\d:\d\d\.\d+\] (?:INFO|ERROR)\b/.test(line))).toEqual([])
  expect(starts).toHaveLength(hostileTexts.length * 2)
})

it.each([
  ['redis://user:s3cret@db:6379', 'redis://user:[hidden]@db:6379'],
  [
    'https://a:b@x.example/p?q=1 and https://c:d@y.example',
    'https://a:[hidden]@x.example/p?q=1 and https://c:[hidden]@y.example',
  ],
  ['authorization: Bearer abc.def-123', 'authorization: Bearer [hidden]'],
  ['authorization: Basic b2xpdmU6cHc=', 'authorization: Basic [hidden]'],
  ['https://x.example:8443/a@b', 'https://x.example:8443/a@b'],
  ['http://x.example/?mail=a:b@c', 'http://x.example/?mail=a:b@c'],
  ['Basic information', 'Basic information'],
  ['Bearer token is missing.', 'Bearer token is missing.'],
  ['Basic YWRtaW46cHc=', 'Basic [hidden]'],
  ['Bearer abcdef1', 'Bearer [hidden]'],
])('%s is logged as %s', (line, shown) => {
  expect(hideCredentials(line)).toBe(shown)
})
