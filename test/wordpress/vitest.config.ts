import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/wordpress/**/*.test.ts'],
    globalSetup: ['test/wordpress/setup.ts'],
    // Each file starts a WordPress of its own: two at a time are enough. Forks, because a thread would not see signals.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
