import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/docs/**/*.test.ts'],
    globalSetup: ['test/docs/setup.ts'],
    testTimeout: 300_000,
    reporters: ['default'],
  },
})
