import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/wordpress/**/*.test.ts'],
    globalSetup: ['test/wordpress/setup.ts'],
    // Each file starts a WordPress of its own: one at a time. Forks, because a thread would not see signals.
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
})
