import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/hostile/**/*.test.ts'],
    globalSetup: ['test/hostile/setup.ts', 'test/helpers/vitest/global-setup.ts'],
    setupFiles: ['test/helpers/vitest/end-with-file.ts'],
    // Only stops a hang, because no test may depend on the speed of the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    isolate: false,
    maxWorkers: 2,
    reporters: ['default', './test/hostile/helpers/attacks-reporter.ts'],
  },
})
