import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const rule = 'max-params'
const wanted = ['error', { max: 4 }]

const Rules = z.record(z.string(), z.unknown())
const LinterConfig = z.object({
  rules: Rules.default({}),
  overrides: z.array(z.object({ files: z.array(z.string()), rules: Rules.default({}) })).default([]),
})

/** The places in the linter's configuration that allow more than four positional parameters. */
export function maxParamsFaults(config: unknown): string[] {
  const { rules, overrides } = LinterConfig.parse(config)
  const faults = overrides
    .filter((override) => rule in override.rules)
    .map(({ files }) => `${files.join(', ')} has its own ${rule}`)
  const holds = JSON.stringify(rules[rule]) === JSON.stringify(wanted)
  return holds ? faults : [`${rule} is not ${JSON.stringify(wanted)}`, ...faults]
}

/** The linter's output for a code under the intended rule: a message for each function with too many parameters. */
export async function lintParams(code: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'max-params-'))
  try {
    await writeFile(join(folder, 'code.ts'), code)
    const config = { categories: { correctness: 'off' }, rules: { [rule]: wanted } }
    await writeFile(join(folder, 'rc.json'), JSON.stringify(config))
    const linter = join(root, 'node_modules', '.bin', 'oxlint')
    const options = ['-c', join(folder, 'rc.json'), '-f', 'json', folder]
    const output = await new Promise<string>((resolve) => {
      // It exits with 1 when it found something.
      execFile(process.execPath, [linter, ...options], (_, stdout) => resolve(stdout))
    })
    const { diagnostics } = z
      .object({ diagnostics: z.array(z.object({ message: z.string() })) })
      .parse(JSON.parse(output))
    return diagnostics.map(({ message }) => message)
  } finally {
    await rm(folder, { recursive: true })
  }
}
