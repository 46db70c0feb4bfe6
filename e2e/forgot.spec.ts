import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { freePorts } from '../test/support/free-ports.ts'
import { expect, expectAccessible, test, toasts } from './muster.ts'
import { startMuster } from './server.ts'

/** This test has its own Muster, which sends e-mails, and an SMTP server that receives them. */

const EMAIL = 'owner@hotel.example'
const mails: string[] = []
let muster: Awaited<ReturnType<typeof startMuster>>
let smtp: SMTPServer

test.beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text.replace(/=\r\n/g, '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  // Links in e-mails contain the address, so the port must be known before the start.
  const port = String((await freePorts(1))[0])
  muster = await startMuster({
    ...{ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: 'the first password' },
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
  })
})

test.afterAll(async () => {
  await muster.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

test('the link in the e-mail sets a new password, once', async ({ page }) => {
  await page.goto(muster.url)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toHaveText('If that address has an account, a link is on its way')
  await expect.poll(() => mails.length).toBe(1)
  const link = /http:\S+#reset=[\w-]+/.exec(mails[0] ?? '')?.[0] ?? ''
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#reset=[\w-]{43}$/)

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  // A link in an e-mail opens a new page.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(`${muster.url}/login`)
  await expectAccessible(page)
  const set = page.getByRole('button', { name: 'Set Password' })
  const fill = async (password: string, confirmed = password) => {
    await page.getByLabel(/^New password/).fill(password)
    await page.getByLabel('Confirm new password').fill(confirmed)
    await set.click()
  }
  await fill('short')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await fill('the second password', 'something else')
  await expect(page.getByText("New passwords don't match")).toBeVisible()
  await fill('the second password')
  await expect(toasts(page)).toContainText(['Password changed successfully'])
  await expect(page.getByText('Welcome back')).toBeVisible()
  expect(requests.filter((url) => url.includes(link.split('=')[1] ?? link))).toEqual([])
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill('the second password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Muster' })).toBeVisible()

  // The link opens also for a person who is signed in, but it works only once.
  await page.goto('about:blank')
  await page.goto(link)
  await fill('the third password')
  await expect(page.getByText('This link has expired or was used already.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
