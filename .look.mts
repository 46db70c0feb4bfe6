import { chromium } from '/work/wt/sso/node_modules/@playwright/test/index.mjs'
import { findBrowser, browserFlags, unwantedFlags } from '/work/wt/sso/scripts/browser.mjs'
import { startMuster } from '/work/wt/sso/e2e/server.ts'
import { startProvider } from '/work/wt/sso/test/support/provider.ts'
const provider = await startProvider({ OIDC_GROUPS: 'crew=user' })
provider.accounts.set('ana', { email: 'ana@hotel.example', email_verified: true, given_name: 'Ana', groups: ['crew'] })
const muster = await startMuster({ ...provider.settings, ADMIN_EMAIL: 'boss@hotel.example', ADMIN_PASSWORD: 'a long passphrase' })
console.log('up', new Date().toISOString())
const found = await findBrowser()
const browser = await chromium.launch({ executablePath: found.path, args: browserFlags, ignoreDefaultArgs: unwantedFlags, env: { ...process.env, ...found.env } })
const page = await (await browser.newContext({ baseURL: muster.url, viewport: { width: 360, height: 780 } })).newPage()
page.setDefaultTimeout(90000); page.setDefaultNavigationTimeout(90000)
await page.goto('/profile/security?a=b')
const link = page.getByRole('link', { name: 'Sign in with Hotel ID' })
await link.waitFor(); await page.screenshot({ path: '/tmp/sso-1.png', fullPage: true })
provider.next = null
await link.click(); await page.getByRole('alert').waitFor(); console.log('cancelled', page.url(), await page.getByRole('alert').textContent())
await page.screenshot({ path: '/tmp/sso-2.png', fullPage: true })
provider.next = 'ana'
await link.click(); await page.getByText('You are known at Hotel ID.').waitFor(); console.log('in', page.url())
await page.screenshot({ path: '/tmp/sso-3.png', fullPage: true })
await muster.query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
await page.getByRole('button', { name: 'Set up an app' }).click()
const again = page.getByRole('link', { name: 'Sign in with Hotel ID again' })
await again.waitFor(); await page.screenshot({ path: '/tmp/sso-4.png' })
const popup = page.context().waitForEvent('page')
await again.click(); const window = await popup
await window.getByText('Confirmed. Close this window').waitFor(); console.log('proved'); await window.screenshot({ path: '/tmp/sso-5.png' })
await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).waitFor(); console.log('the dialog went on')
await browser.close(); await muster.stop(); await provider.close(); process.exit(0)
