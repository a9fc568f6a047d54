import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { startRun } from '../../helpers/world/api-runs.ts'
import { countAttacks } from '../helpers/attacks.ts'
import { canaries, findCanaries } from './canaries.ts'

const hook = pathToFileURL(join(import.meta.dirname, 'crash-in-process.ts')).href
const it = withOwnWorld({ gtins: 1, languages: ['de-de'] })
const kinds = ['exception', 'rejection'] as const

const crashing = (kind: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${hook}`,
  CRASH: kind,
  PARTNER_TOKEN: canaries.PARTNER_TOKEN,
  CMS_PASSWORD: canaries.CMS_PASSWORD,
})

function expectNoSecret(text: string): void {
  expect(findCanaries('crash', text)).toEqual([])
  expect(text).not.toContain('pw4711')
  expect(text).toContain('fault with [hidden] and [hidden] at redis://:[hidden]@host')
  expect(text).toContain('crash-in-process.ts:')
}

describe.concurrent('an internal error that quotes secrets', () => {
  it.for(kinds)('ends a command with an uncaught %s without printing them', async (kind, { world, task }) => {
    const { code, stdout, stderr } = await world.spawnWith(crashing(kind), 'doctor').ended
    expect(code).toBe(1)
    expectNoSecret(stdout + stderr)
    countAttacks({ task }, 'crashes that quote credentials', 1)
  })

  it.for(kinds)('ends the daemon with an uncaught %s without logging them', async (kind, { world, task }) => {
    const daemon = world.spawnDaemon(crashing(kind))
    await startRun(await daemon.ready())
    const { code, stderr } = await daemon.ended()
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const fatal = daemon.logged().filter(({ level }) => level === 60)
    expect(fatal).toMatchObject([{ msg: 'uncaught error' }])
    expectNoSecret(JSON.stringify(fatal))
    countAttacks({ task }, 'crashes that quote credentials', 1)
  })
})
