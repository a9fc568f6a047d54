import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { readMockConfig } from '../../config/mock.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { spawnBound } from '../helpers/processes/spawn-bound.ts'

test('the server prints its URL, responds there, and exits cleanly on SIGTERM', async () => {
  const child = spawnBound(process.execPath, ['src/mock/main.ts', '--port', '0', '--gtins', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = String((await lines.next()).value)
  const origin = /^bundled server ready at (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? ''
  const catalogue = await (await fetch(`${origin}/__mock/catalog.txt`)).text()
  expect(catalogue.trim().split('\n')).toHaveLength(2)
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('wrong options make it exit with status 7 and a list of all errors', async () => {
  const child = spawnBound(process.execPath, ['src/mock/main.ts', '--port', 'x', '--gtins', 'many'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  expect((await once(child, 'close'))[0]).toBe(7)
  const text = Buffer.concat(chunks).toString()
  expect(text).toContain('MOCK_PORT')
  expect(text).toContain('MOCK_GTINS')
})

test('options have precedence over variables, variables over defaults', () => {
  const config = readMockConfig({ gtins: 7 }, { MOCK_GTINS: '9', MOCK_SEED: '3' })
  expect(config).toMatchObject({ gtins: 7, seed: 3, port: 4010, host: '127.0.0.1', token: 'demo-token' })
  expect(config.languages).toEqual(['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl'])
  expect(Object.isFrozen(config)).toBe(true)
})

test('a wrong language list and a wrong seed are both reported, and a wrong token is not shown', () => {
  expect(readFaulty).toThrow(ConfigError)
  expect(readFaulty).toThrow(/MOCK_LANGUAGES[\s\S]*MOCK_SEED[\s\S]*MOCK_TOKEN/)
  expect(readFaulty).not.toThrow(/has spaces/)
})

function readFaulty() {
  return readMockConfig({ languages: 'de-de,DE', seed: 'x' }, { MOCK_TOKEN: 'has spaces' })
}
