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
    // Generous, for a machine that is busy with other things: nothing waits for them when all is well.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // A rare failure is understood by its words, which the end of the output tells too.
    chaiConfig: { truncateThreshold: 2_000 },
    allowOnly: false,
    tags: [{ name: 'long', description: 'Runs at night and before a release: npm run test:long', timeout: 600_000 }],
  },
})
