import type { Page } from '@playwright/test'
import { i18nFor } from '../src/server/base/texts.ts'
import { expect, expectAccessible, nothingToBrief, openPage, PASSWORD, test, unique } from './muster.ts'

/** A day's work in German, with long words, and in Arabic, from right to left. Labels find the things. */

for (const [language, dir] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  const words = (text: string, values?: Record<string, string | number>) => i18nFor(language).t(text, values)

  /** The region's name has the key that moves the focus to it. */
  const toasts = (page: Page) =>
    page.getByRole('region', { name: words('Notifications ({key})', { key: 'F8' }) }).getByRole('listitem')

  test.describe(`in ${language}`, () => {
    test('a person signs in, and a wrong password is explained', { tag: '@long' }, async ({ browser }) => {
      const page = await openPage(browser, { locale: language })
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await page.getByLabel(words('Email')).fill('user@muster.example')
      const password = page.getByLabel(words('Password'), { exact: true })
      await password.fill('not this one')
      // The button that shows it stands where lines end, and the password makes room for it.
      const room = await password.evaluate((input) => getComputedStyle(input))
      expect(Number.parseInt(dir === 'rtl' ? room.paddingLeft : room.paddingRight, 10)).toBeGreaterThan(40)
      await page.getByRole('button', { name: words('Sign In') }).click()
      await expect(toasts(page)).toContainText(words('Invalid email or password'))
      await expectAccessible(page)
      await page.getByLabel(words('Password'), { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: words('Sign In') }).click()
      await expect(page.getByRole('heading', { level: 1, name: words('Dashboard') })).toBeVisible()
      await expectAccessible(page)
      await page.context().close()
    })

    test('a manager makes a task on the board, and changes its status', {
      tag: language === 'ar' ? [] : '@long',
    }, async ({ signedIn }) => {
      const page = await signedIn('manager', { locale: language })
      await page.goto('/tasks')
      await page
        .getByRole('main')
        .getByRole('button', { name: words('New Task'), exact: true })
        .click()
      const dialog = page.getByRole('dialog', { name: words('New Task') })
      await dialog.getByRole('button', { name: words('Create Task') }).click()
      await expect(dialog.getByText(words('Title is required'))).toBeVisible()
      const title = unique('المناشف الثالثة – Handtücher')
      await dialog.getByLabel(words('Title')).fill(title)
      await dialog.getByRole('button', { name: words('Create Task') }).click()
      await expect(toasts(page)).toContainText(words('Task created successfully'))
      const card = page.getByRole('article', { name: title })
      await expect(card).toBeVisible()
      await expectAccessible(page)
      await card.click()
      const opened = page.getByRole('dialog', { name: title })
      await opened.getByLabel(words('Status')).selectOption({ label: words('In Progress') })
      await page.keyboard.press('Escape')
      const column = page.getByRole('region', { name: new RegExp(`^${words('In Progress')}`) })
      await expect(column.getByRole('article', { name: title })).toBeVisible()
    })

    test('a person clocks in and out', { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('manager', { locale: language })
      await nothingToBrief(page)
      await page.request.post('/api/v1/clock/stop')
      await page.goto('/clock')
      const face = page.getByRole('region', { name: words('Clock'), exact: true })
      await face.getByRole('button', { name: words('Clock In') }).click()
      await expect(toasts(page)).toContainText(words('Your time tracking has started'))
      await expect(face.getByRole('timer', { name: words('Running for') })).toHaveText(/^\d:\d\d:\d\d$/)
      await expectAccessible(page)
      await face.getByRole('button', { name: words('Clock Out') }).click()
      await expect(toasts(page)).toContainText(words('Your time tracking has ended'))
    })

    test('a person reads a procedure', { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('user', { locale: language })
      await page.goto('/sops')
      await expect(page.getByRole('heading', { level: 1, name: words('SOPs') })).toBeVisible()
      await page
        .getByRole('article')
        .first()
        .getByRole('link')
        .or(page.getByRole('article').first().getByRole('button'))
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.locator('.textLayer, canvas').first()).toBeVisible()
      await expectAccessible(page)
    })

    test('a reminder that repeats says when, in words', { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('manager', { locale: language })
      await page.goto('/reminders')
      await page.getByRole('button', { name: words('New Reminder') }).click()
      const dialog = page.getByRole('dialog', { name: words('New Reminder') })
      const title = unique('Feuerlöscher')
      await dialog.getByLabel(words('Title')).fill(title)
      await dialog.getByRole('button', { name: words('Create Reminder') }).click()
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
