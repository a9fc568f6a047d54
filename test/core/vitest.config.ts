import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    reporters: ['default'],
    coverage: {
      enabled: true,
      include: ['src/core/**/*.ts'],
      reporter: ['text'],
      thresholds: { 100: true },
    },
  },
})
