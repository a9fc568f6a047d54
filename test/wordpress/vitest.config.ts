import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The dashboard's browser tests as well: this suite installs the browser.
    include: ['test/wordpress/**/*.test.ts', 'test/ops/**/*browser.test.ts'],
    globalSetup: ['test/wordpress/setup.ts'],
    // Each file starts a WordPress of its own: two at a time are enough. Forks, because a thread would not see signals.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['default'],
  },
})
