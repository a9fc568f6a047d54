import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Includes browser tests of the dashboard and the bundled site, because this suite installs the browser.
    include: ['test/wordpress/**/*.test.ts', 'test/{mock,ops}/**/*browser.test.ts'],
    globalSetup: ['test/wordpress/setup.ts'],
    // Each file starts its own WordPress, so two in parallel are enough. Forks, because threads do not receive signals.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['default'],
  },
})
