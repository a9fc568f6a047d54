import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { equivalents } from './equivalents.ts'
import { judge } from './judge.ts'
import { faultsOf, type Fault } from './report.ts'

// `npm run test:mutation` seeds errors into the decisions of the core, one by one, and requires a test to fail with each.
// The scanner has a run of its own, because nearly all tests of the core use it.
const runs = [
  { config: 'tools/mutation/stryker.config.json', report: '.data/mutation-report.json' },
  { config: 'tools/mutation/scanner.config.json', report: '.data/mutation-scanner.json' },
]
// Examples find most of the seeded errors. More generated inputs for each would take most of the time.
const env = { ...process.env, PROPERTY_RUNS: '25' }

const faults: Fault[] = []
for (const { config, report } of runs) {
  await rm(report, { force: true })
  const stryker = spawn('node_modules/.bin/stryker', ['run', config], { stdio: 'inherit', env })
  await once(stryker, 'close').catch((error: Error) => say(`StrykerJS cannot be started: ${error.message}`))
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) {
    say('StrykerJS ended without a report: its reason stands above', '      Tests  1 failed (1)')
    process.exit(1)
  }
  for (const fault of faultsOf(JSON.parse(text))) faults.push(fault)
}
const { found, equivalent, complaints } = judge(faults, equivalents)
const files = new Set(faults.map(({ file }) => file)).size
const passed = found + equivalent
const failed = complaints.length > 0 ? `${complaints.length} failed | ` : ''
say(
  ...complaints,
  `${faults.length} faults in ${files} files: ${found} found, ${equivalent} make no difference`,
  `      Tests  ${failed}${passed} passed (${complaints.length + passed})`,
)
process.exitCode = complaints.length === 0 && passed > 0 ? 0 : 1

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
