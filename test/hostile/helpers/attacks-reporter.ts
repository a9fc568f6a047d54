import { basename, dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Appends a table of the attacks to the output. The class of an attack is the folder of its test file. */
export default class AttacksReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, number>()
    for (const module of modules) {
      const area = basename(dirname(module.moduleId))
      for (const test of module.children.allTests())
        for (const [kind, count] of Object.entries(test.meta().attacks ?? {})) {
          const row = `${area}: ${kind}`
          rows.set(row, (rows.get(row) ?? 0) + count)
        }
    }
    const all = [...rows].toSorted(([one], [other]) => one.localeCompare(other))
    const total = all.reduce((sum, [, count]) => sum + count, 0)
    process.once('exit', () => {
      for (const [row, count] of all) process.stdout.write(`${String(count).padStart(7)}  ${row}\n`)
      process.stdout.write(`${total} attacks were tried\n`)
    })
  }
}
