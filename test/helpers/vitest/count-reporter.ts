import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output of a run with one line, `N passed, N failed`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const passed = results.filter((state) => state === 'passed').length
    const failed = results.filter((state) => state === 'failed').length
    // On exit, because a file that cannot be loaded or a process that is left over fails the run without a failed test.
    process.once('exit', (code) => {
      process.stdout.write(`${passed} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed\n`)
    })
  }
}
