import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/helpers/seed.ts'],
    exclude: ['test/wordpress/**', 'test/chaos/**', 'test/bench/**', 'node_modules/**'],
    // Only to stop a hang: no test may depend on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Test files share what is loaded: a third of the time went into loading the same modules for each of them.
    isolate: false,
    // The end-to-end tests mostly wait for locks and limits: more workers than cores fill that time.
    maxWorkers: 4,
    reporters: ['default'],
  },
})
