import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3,
    // The files keep nothing in modules; to load these anew for each takes longer than most of the tests.
    isolate: false,
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    allowOnly: false,
  },
})
