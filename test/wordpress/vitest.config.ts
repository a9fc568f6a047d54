import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Includes the dashboard's browser tests, because this suite installs the browser.
    include: ['test/wordpress/**/*.test.ts', 'test/ops/**/*browser.test.ts'],
    globalSetup: ['test/wordpress/setup.ts'],
    // Each file starts its own WordPress, so two in parallel are enough. Forks, because threads do not receive signals.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['default'],
  },
})
