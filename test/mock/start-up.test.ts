import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runBound } from '../helpers/processes/spawn-bound.ts'

const root = join(import.meta.dirname, '..', '..')

/** The packages that importing one of our files loads. */
async function packagesOf(file: string): Promise<Set<string>> {
  const code = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    await import('${file}')`
  const { stdout } = await runBound(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
  const names = [...stdout.matchAll(/node_modules\/((?:@[^/]+\/)?[^/\n]+)/g)].map((match) => match[1] ?? '')
  return new Set(names)
}

test('modules for images, documents and uploads are not loaded at the start', async () => {
  const loaded = await packagesOf('./src/mock/main.ts')
  expect(loaded).toContain('fastify')
  for (const slow of ['sharp', 'pdfkit', 'file-type', 'undici', 'bullmq', 'ioredis'])
    expect(loaded).not.toContain(slow)
})

test('the help of the command lists every variable, its options and examples', async () => {
  const { stdout } = await runBound(process.execPath, ['src/cli.ts', 'mock', '--help'], { cwd: root })
  const source = readFileSync(join(root, 'config', 'mock.ts'), 'utf8')
  const variables = new Set([...source.matchAll(/^ {2}(MOCK_[A-Z_]+):/gm)].map((match) => match[1] ?? ''))
  expect(variables.size).toBeGreaterThanOrEqual(6)
  for (const name of variables) {
    expect(stdout).toContain(name)
    expect(stdout).toContain(`--${name.slice('MOCK_'.length).toLowerCase().replaceAll('_', '-')} <`)
  }
  expect(stdout).toContain('npm run mock -- --port 0')
})
