import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

// `npm run check` runs the static checks in parallel: each waits for its files only.
const checks = {
  // Reports compiler errors as well: one pass over all types instead of two.
  oxlint: ['--type-aware', '--type-check'],
  oxfmt: ['--check'],
  knip: [],
  // Phrases that a native technical writer would not use, per kind of prose.
  node: ['tools/prose/main.ts'],
}

const codes = await Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** Prints the output of a check once it is over, so that the outputs do not mix. */
async function check(name: string, args: readonly string[]): Promise<number> {
  const from = performance.now()
  const child = spawn(`node_modules/.bin/${name}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const output = Buffer.concat(await Promise.all([buffer(child.stdout), buffer(child.stderr)]))
  const [code] = (await closed) as [number | null]
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${[name, ...args].join(' ')} (${seconds} s)\n`)
  if (code !== 0) process.stdout.write(output)
  return code ?? 1
}
