import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, toasts, unique } from './muster.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send feedback' })

test('a guest sends feedback from a phone; an administrator reads, hides and finds it', async ({ signedIn }) => {
  const guest = await signedIn('guest', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true })
  const admin = await signedIn('admin')
  await admin.goto('/admin/feedback')
  await expect(admin.getByText('on average of')).toBeVisible()

  await guest.goto('/tasks')
  await guest.getByRole('button', { name: /^Account of/ }).click()
  await guest.getByRole('menuitem', { name: 'Send feedback' }).click()
  await dialog(guest).getByRole('button', { name: 'Send' }).click()
  await expect(dialog(guest).getByText('Choose one to five stars')).toBeVisible()
  await dialog(guest).getByRole('radio', { name: '1 star' }).focus()
  await guest.keyboard.press('Space')
  await guest.keyboard.press('ArrowRight')
  await expect(dialog(guest).getByRole('radio', { name: '2 stars' })).toBeChecked()
  await dialog(guest).getByLabel('What is it about?').selectOption('Idea')
  const comment = unique('A list for the lifts, please')
  await dialog(guest).getByLabel('Comment').fill(comment)
  await expectAccessible(guest)
  await dialog(guest).getByRole('button', { name: 'Send' }).click()
  await expect(toasts(guest)).toContainText('Feedback sent')
  await expect(dialog(guest)).toHaveCount(0)

  const entry = admin.getByRole('listitem').filter({ hasText: comment })
  await expect(entry).toContainText('Idea')
  await expect(entry.getByRole('img', { name: '2 of 5 stars' })).toBeVisible()
  await expectAccessible(admin)
  await entry.getByRole('button', { name: /^Hide the feedback/ }).click()
  await expect(toasts(admin)).toContainText('Feedback hidden')
  await admin.getByText('Visible', { exact: true }).click()
  await expect(entry).toHaveCount(0)
  await admin.getByText('Hidden', { exact: true }).first().click()
  await expect(admin).toHaveURL(/show=hidden$/)
  await entry.getByRole('button', { name: /^Show the feedback/ }).click()
  await expect(entry).toHaveCount(0)

  await guest.goto('/admin/feedback')
  await expect(guest.getByText('Access Denied')).toBeVisible()
})
