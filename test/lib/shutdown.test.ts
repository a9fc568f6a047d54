import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

test('a process that ignores SIGTERM ends after its time limit with a log line', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const said = text(child.stdout)
  child.kill('SIGTERM')
  expect(await exited).toEqual([130, null])
  expect(await said).toContain('shutdown took too long')
})
