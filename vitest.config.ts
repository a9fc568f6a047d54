import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/wordpress/**', 'test/chaos/**', 'test/bench/**', 'node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // The end-to-end tests mostly wait for locks and limits: more workers than cores fill that time.
    maxWorkers: 4,
    reporters: ['default'],
  },
})
