import type { Page } from '@playwright/test'
import { answer, expect, fillIn, openPage, submit, test, toasts } from './muster.ts'

test.describe('toasts', () => {
  const fail = async (page: Page) => {
    await submit(page)
    await expect(toasts(page)).toContainText(['Network error. Please try again.'])
  }
  for (const [name, viewport] of [
    ['at the top of a small screen', { width: 360, height: 740 }],
    ['at the bottom right of a large one', { width: 1440, height: 900 }],
  ] as const) {
    test(`stand ${name}, one at a time, for 5 s`, async ({ browser }) => {
      const page = await openPage(browser, { viewport, reducedMotion: 'reduce' })
      await page.clock.install()
      await answer(page, /auth\/login/, 'abort')
      await page.goto('/login')
      await fillIn(page)
      await page.clock.pauseAt(Date.now() + 60_000)
      await fail(page)
      const box = await toasts(page).boundingBox()
      if (viewport.width < 500) expect(box?.y).toBeLessThan(40)
      else {
        expect(viewport.height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40)
        expect(viewport.width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40)
      }
      await page.clock.runFor(3000)
      const before = await toasts(page).elementHandle()
      await fail(page)
      // The next toast has the same text and may take a moment to replace it.
      await expect.poll(() => before?.evaluate((toast) => toast.isConnected)).toBe(false)
      await expect(toasts(page)).toHaveCount(1)
      await page.clock.runFor(4900)
      await expect(toasts(page)).toHaveCount(1)
      await page.clock.runFor(1000)
      await expect(toasts(page)).toHaveCount(0)
      await page.context().close()
    })
  }

  test('get the focus with F8', { tag: '@long' }, async ({ page }) => {
    await answer(page, /auth\/login/, 'abort')
    await page.goto('/login')
    await fillIn(page)
    await fail(page)
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus')).toHaveCount(1)
  })
})

test('toasts over a dialog are heard, and an address that cannot be copied is shown', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { permissions: ['clipboard-write'] })
  await page.goto('/tasks')
  await page.getByRole('article').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  // Roles leave out elements hidden from screen readers.
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject() }))
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy link' })
  await expect(shown.getByLabel('Copy this link')).toHaveValue(/\/tasks\?task=\d+$/)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('a toast over a dialog leaves Escape to the dialog', async ({ signedIn }) => {
  const page = await signedIn('manager', { permissions: ['clipboard-write'] })
  await page.goto('/tasks')
  await page.getByRole('article').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('tooltips open after 700 ms, or at once within 300 ms of the last one', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.clock.install()
  await page.goto('/tasks')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const tooltip = page.getByRole('tooltip')
  const [pending, completed] = ['New Pending task', 'New Completed task'].map((name) =>
    page.getByRole('button', { name }),
  )
  const rest = page.getByRole('heading', { level: 1 })
  await pending?.hover()
  await page.clock.runFor(690)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(tooltip).toHaveText('New Pending task')
  await rest.hover()
  await page.clock.runFor(200)
  await expect(tooltip).toHaveCount(0)
  await completed?.hover()
  await page.clock.runFor(20)
  await expect(tooltip).toHaveText('New Completed task')
  await rest.hover()
  await page.clock.runFor(600)
  await completed?.hover()
  await page.clock.runFor(20)
  await expect(tooltip).toHaveCount(0)
})
