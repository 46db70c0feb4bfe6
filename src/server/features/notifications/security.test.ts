import { expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/one-time-codes.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { type Browser, useTestApp } from '../../../../test/support/test-app.ts'
import { calendarApi } from '../../../shared/calendar.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { pinApi } from '../../../shared/pin.ts'
import { secondStepApi } from '../../../shared/second-step.ts'

const muster = useTestApp()

test.each<[string, (browser: Browser) => Promise<unknown>]>([
  ['Your PIN for kiosks was set', (browser) => browser.call(pinApi.set, { body: { pin: '402917' } })],
  ['Your tasks have a new address for calendars', (browser) => browser.call(calendarApi.renew, {})],
  ['You have new recovery codes', renewCodes],
])('somebody is told: %s', async (title, change) => {
  const { email } = await putPerson(muster.services)
  const browser = await muster.signIn(email)
  await change(browser)
  const [told] = await browser.call(notificationsApi.list, {})
  expect(told).toMatchObject({ type: 'security', title })
})

async function renewCodes(browser: Browser) {
  const { secret } = await browser.call(secondStepApi.begin, {})
  await browser.call(secondStepApi.confirm, { body: { code: codeOf(secret) } })
  await browser.call(secondStepApi.renewCodes, {})
}
