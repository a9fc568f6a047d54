import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// The cores that this process may use: a container or `taskset` may leave it fewer than the machine has.
const cores = availableParallelism()

/** Files whose tests take long, mostly because they consist of several runs or processes: `npm run test:e2e` plays them. */
const long = [
  'test/e2e/**/*.test.ts',
  'test/jobs/**/*.test.ts',
  'test/scenarios/**/*.test.ts',
  'test/store/{embedded,fleet,redis}/**/*.test.ts',
  'test/sync/{media,undo,verify}/**/*.test.ts',
]

/** Tests of killed processes and of outages wait for long: `npm run test:outages` plays them. */
const outages = 'test/e2e/outages/**'

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/vitest/global-setup.ts'],
    // Only to stop a hang: no test may depend on how fast the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Tests that run at the same time mostly wait: for time-outs, pauses, and the locks of killed processes.
    maxConcurrency: 8,
    // Test files share what is loaded: a third of the time went into loading the same modules for each of them.
    isolate: false,
    reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
    // `npm test` plays the first, `npm run test:e2e` the second.
    projects: [
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            'test/wordpress/**',
            'test/hostile/**',
            // `npm run test:docs` plays these.
            'test/docs/metrics/**',
            // `npm run test:core` plays it, too, and it takes longest.
            'test/core/merge/template-switch.test.ts',
            // These need a browser: `npm run test:wordpress` plays them.
            'test/{mock,ops}/**/*browser.test.ts',
            ...long,
          ],
          setupFiles: ['test/helpers/seed.ts', 'test/helpers/vitest/end-with-file.ts'],
          // `npm run test:core` draws more.
          env: { PROPERTY_RUNS: '25' },
          // A third of their time goes into waiting for Redis and sockets.
          maxWorkers: Math.min(5, 2 * cores + 1),
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: long,
          exclude: [...configDefaults.exclude, outages],
          setupFiles: [
            'test/helpers/seed.ts',
            'test/helpers/vitest/end-with-file.ts',
            'test/helpers/vitest/skip-followers.ts',
          ],
          // More than cores: there are always files that wait for a lock, a limit or a time-out.
          maxWorkers: Math.min(5, cores + 3),
        },
      },
    ],
  },
})
