import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'

const it = withWorld({ gtins: 3, languages: ['de-de'], env: { GUARD_MAX_UPDATE_SHARE: '0.4' } })

it('-y applies a waiting plan without asking', async ({ world }) => {
  const { report } = await world.report('plan', '-o', 'json')
  const approved = await world.run('approve', report.runId, '-y')
  expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('3 created') })
})

describe('--quiet', () => {
  it('prints nothing for a run that succeeds, a plan and a status', async ({ world }) => {
    expect(await world.run('plan', '-q')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await world.run('-q', 'sync')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await world.run('status', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await world.run('verify', '-q')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await world.run('runs', '-q')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('prints the error of a run that fails, and of a check of doctor that fails', async ({ world }) => {
    const lost = { PARTNER_TOKEN: 'wrong' }
    const sync = await world.runWith(lost, 'sync', '-q')
    expect(sync).toMatchObject({ code: 5, stdout: '' })
    expect(sync.stderr).toMatch(/^Run \S+ failed\.\n {2}FAILED {4}The partner/m)
    const doctor = await world.runWith(lost, 'doctor', '-q')
    expect(doctor).toMatchObject({ code: 5, stdout: '' })
    expect(doctor.stderr).toMatch(/^✗ FAIL Partner/)
    const unknown = await world.run('history', '4006381333931', '-q')
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('4006381333931') })
  })

  it('still prints requested JSON and Markdown', async ({ world }) => {
    expect(jsonOf(await world.run('status', '-q', '--json'))).toMatchObject({ mirrored: 3 })
    expect((await world.run('plan', '-q', '-o', 'markdown')).stdout).toMatch(/^# /)
  })

  it.for([
    [['daemon', '-q'], '--quiet does not go with daemon. Leave it out.\n'],
    [['sync', '-q', '-v'], '--quiet and --verbose contradict each other. Leave one of them out.\n'],
  ] as const)('%j is refused', async ([args, message], { world }) => {
    expect(await world.run(...args)).toEqual({ code: 7, stdout: '', stderr: message })
  })
})

describe('-o', () => {
  it('json is the same as --json', async ({ world }) => {
    const [short, long] = [await world.run('status', '-o', 'json'), await world.run('status', '--json')]
    expect(jsonOf(short)).toEqual(jsonOf(long))
    expect((await world.run('status', '-o', 'text')).stdout).toBe((await world.run('status')).stdout)
  })

  it.for([
    [
      ['status', '-o', 'yaml'],
      "error: option '-o, --output <format>' argument 'yaml' is invalid. Allowed choices are text, json.\nSee: product-mirror status --help\n",
    ],
    [
      ['plan', '-o', 'text', '--json'],
      "error: option '--json' cannot be used with option '-o text'\nSee: product-mirror plan --help\n",
    ],
  ] as const)('%j is refused', async ([args, message], { world }) => {
    expect(await world.run(...args)).toEqual({ code: 7, stdout: '', stderr: message })
  })
})

describe('--env-file', () => {
  it('supplies variables that the environment lacks, and no others', async ({ world }) => {
    const file = join(world.env['DATA_DIR'] ?? '', 'prod.env')
    await writeFile(file, 'GUARD_MAX_UPDATE_SHARE=wrong\nRETIRE_TO=everywhere\n')
    const { code, stderr } = await world.run('plan', '--env-file', file)
    expect(code).toBe(7)
    expect(stderr).toContain('RETIRE_TO is "everywhere"')
    expect(stderr).not.toContain('GUARD_MAX_UPDATE_SHARE')
  })

  it('names the file if a required variable is missing, and the reason if the file is', async ({ world }) => {
    const file = join(world.env['DATA_DIR'] ?? '', 'empty.env')
    await writeFile(file, '')
    const incomplete = await world.spawnWith({ PARTNER_TOKEN: '' }, '--env-file', file, 'plan').ended
    expect(incomplete.stderr).toContain(`Variables were read from the environment and from ${file}.`)
    expect(await world.run('status', '--env-file', '/nowhere.env')).toEqual({
      code: 7,
      stdout: '',
      stderr:
        "--env-file: /nowhere.env cannot be read: ENOENT: no such file or directory, open '/nowhere.env'.\n",
    })
  })
})
