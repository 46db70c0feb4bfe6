import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser, unwantedFlags } from './scripts/browser.mjs'

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // On two cores four keep both busy while pages wait.
  workers: 4,
  fullyParallel: true,
  // Generous, for a machine that is busy with other things: nothing waits for them when all is well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Two more tries where other programs may have the machine; the list names what needed them.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: browser.path,
      // Pages of one context in one process: see `openReusable` in e2e/muster.ts.
      args: [...browserFlags, '--process-per-site'],
      ignoreDefaultArgs: unwantedFlags,
      env: { ...process.env, ...browser.env },
    },
    screenshot: 'only-on-failure',
  },
})
