import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser, unwantedFlags } from './scripts/browser.mjs'

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/sample.ts',
  // On two cores three keep both busy while pages wait. With more, each journey waits longer.
  workers: 3,
  fullyParallel: true,
  // Generous, for a machine that is busy with other things: nothing waits for them when all is well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A second try shows whether a failed test is one that fails by chance. That is a fault too, and fails `npm test`.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: browser.path,
      args: [
        ...browserFlags,
        // Pages of one context in one process: see `openReusable` in e2e/muster.ts.
        '--process-per-site',
        // A page that opens soon fills the small first space of new objects. To empty it again and again takes a sixth
        // of the work.
        '--js-flags=--min-semi-space-size=16',
      ],
      ignoreDefaultArgs: unwantedFlags,
      env: { ...process.env, ...browser.env },
    },
    screenshot: 'only-on-failure',
  },
})
