import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spawnBound } from '../helpers/processes/spawn-bound.ts'

async function crash(...args: string[]) {
  const child = spawnBound(process.execPath, [join(import.meta.dirname, 'crashing-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

test('an unhandled rejection is printed with its cause, without secrets and terminal sequences', async () => {
  const { code, stdout, stderr } = await crash('print', 'rejection')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: refused \[hidden\] \[31m\n {4}at .*crashing-process\.ts:\d+/)
  expect(stderr).toMatch(/\nCaused by: Error: redis:\/\/:\[hidden\]@h\n {4}at /)
  expect(stderr).not.toMatch(/4711|\u001b/)
})

test('an uncaught error is logged as fatal, without secrets', async () => {
  const { code, stdout, stderr } = await crash('log', 'exception')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const line = JSON.parse(stdout) as { level: number; msg: string; err: { stack: string } }
  expect(line).toMatchObject({ level: 60, msg: 'uncaught error' })
  expect(line.err.stack).toContain('refused [hidden]')
  expect(line.err.stack).toContain('crashing-process.ts')
  expect(stdout).not.toContain('4711')
})
