import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMockServer, type MockServer } from '../../src/mock/create-mock-server.ts'
import { runBound } from '../helpers/processes/spawn-bound.ts'

const root = join(import.meta.dirname, '..', '..')
const manual = readFileSync(join(root, 'docs', 'bundled-server.md'), 'utf8')

let mock: MockServer
let folder: string

beforeAll(async () => {
  mock = await createMockServer()
  folder = mkdtempSync(join(tmpdir(), 'manual-'))
})
afterAll(async () => {
  await mock.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The code of the example below this heading in the manual. */
function example(heading: string): string {
  const found = new RegExp(`^\`\`\`${heading}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(manual)?.[1]
  if (found === undefined) throw new Error(`the manual has no example "${heading}"`)
  return found
}

test('the curl lines print a product, the created page, and the counts', async () => {
  const script = example('sh five lines of curl').replace('http://127.0.0.1:4010', mock.url)
  expect(script).toContain(mock.url)
  const { stdout } = await runBound('sh', ['-e', '-c', script])
  const [gtin] = await mock.gtins()
  expect(stdout).toContain(`"gtin":"${gtin}"`)
  expect(stdout).toContain('"language":"en-gb"')
  expect(stdout).toContain('"rendered":"Hello"')
  expect((await mock.stats()).cmsWrites.byKind).toEqual({ 'pages.create': 1 })
})

test('the documented test passes, and fails without its rule', async () => {
  const text = example('ts five lines of a test')
  const address = pathToFileURL(join(root, 'src', 'mock', 'create-mock-server.ts')).href
  const code = text.replace('../src/mock/create-mock-server.ts', address)
  const [good, bad] = [join(folder, 'good.mts'), join(folder, 'bad.mts')]
  writeFileSync(good, code)
  writeFileSync(bad, code.replace('count: 1', 'count: 2'))
  expect((await runBound(process.execPath, [good])).stdout).toMatch(/pass 1\b/)
  await expect(runBound(process.execPath, [bad])).rejects.toMatchObject({ code: 1 })
})
