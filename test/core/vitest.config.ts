import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    setupFiles: ['test/helpers/seed.ts'],
    testTimeout: 300_000,
    // Nothing in the core keeps a state between tests: modules are read once a worker.
    isolate: false,
    reporters: ['default'],
    coverage: {
      enabled: true,
      include: ['src/core/**/*.ts'],
      reporter: ['text'],
      reportOnFailure: true,
      thresholds: { 100: true },
    },
  },
})
