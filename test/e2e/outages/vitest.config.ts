import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that start a separate server. */
const ofOneServer = ['test/store/embedded/**', 'test/store/redis/**']

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/vitest/global-setup.ts'],
    // Only to stop a hang: no test may depend on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    maxConcurrency: 8,
    isolate: false,
    // More than cores: there are always files that wait for a lock, a limit or a time-out.
    maxWorkers: Math.min(5, availableParallelism() + 3),
    reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'outages',
          include: ['test/e2e/outages/**/*.test.ts'],
          setupFiles: ['test/helpers/vitest/end-with-file.ts', 'test/helpers/vitest/skip-followers.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          // The same tests as in `npm test`, on a cluster instead of a single server.
          name: 'cluster',
          include: ['test/store/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ofOneServer],
          env: { STORE_SERVER: 'cluster' },
          setupFiles: ['test/helpers/seed.ts', 'test/helpers/vitest/end-with-file.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
