import { defineConfig } from 'vitest/config'

// Nearly all tests of the core scan markup; this file alone decides whether the scanner is right.
export default defineConfig({
  test: {
    include: ['test/core/markup/own-markup.test.ts'],
    setupFiles: ['test/helpers/seed.ts'],
    isolate: false,
  },
})
