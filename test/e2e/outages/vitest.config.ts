import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/e2e/outages/**/*.test.ts'],
    globalSetup: ['test/helpers/vitest/global-setup.ts'],
    setupFiles: ['test/helpers/vitest/end-with-file.ts', 'test/helpers/vitest/skip-followers.ts'],
    // Only to stop a hang: no test may depend on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    maxConcurrency: 8,
    isolate: false,
    // More than cores: there are always files that wait for a lock, a limit or a time-out.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
  },
})
