import type { Page } from '@playwright/test'
import { i18nFor } from '../src/server/base/texts.ts'
import { createTask, expect, test, unique } from './muster.ts'

/** Gestures with fingers, mouse and arrow keys, from left to right and from right to left. */

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

for (const [language, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  const i18n = i18nFor(language)
  const isRtl = dir === 'rtl'
  /** The key that leads to the next one. */
  const onward = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${i18n.t(name)}`) })

  test.describe(dir, () => {
    test('a card that is held at the edge of a phone scrolls the board to its last column', { tag: '@long' }, async ({
      signedIn,
    }) => {
      const page = await signedIn('user', { ...phone, locale: language })
      const { title } = await createTask(await signedIn('manager'), { title: unique('Empty the bins') })
      await page.goto('/tasks')
      const card = page.getByRole('article', { name: title })
      const box = await card.boundingBox()
      if (!box) throw new Error('The card is not visible')
      const touch = await touchOf(page)
      // The library has been loaded: a press before that is a tap, which opens the task.
      await page.locator('[id^=DndLiveRegion]').waitFor({ state: 'attached' })
      await touch('touchStart', box.x + box.width / 2, box.y + 20)
      await expect(page.locator('[data-dragging]')).toBeAttached()
      await touch('touchMove', isRtl ? 12 : 348, box.y + 60)
      await expect(columnOf(page, 'Overdue')).toBeInViewport({ ratio: 0.9 })
      await touch('touchMove', 180, box.y + 60)
      await expect(page.getByText(i18n.t('Over {column}.', { column: i18n.t('Overdue') }))).toBeAttached()
      await touch('touchEnd')
      await expect(columnOf(page, 'Overdue').getByRole('article', { name: title })).toBeAttached()
    })

    test('a card is carried over three columns by the arrow keys, and the board follows', {
      tag: isRtl ? [] : '@long',
    }, async ({ signedIn }) => {
      const page = await signedIn('user', { viewport: { width: 700, height: 700 }, locale: language })
      const { title } = await createTask(await signedIn('manager'), { title: unique('Sort the keys') })
      await page.goto('/tasks')
      const handle = page.getByRole('button', { name: i18n.t('Move {title}', { title }) })
      await expect(async () => {
        await handle.focus()
        await page.keyboard.press('Space')
        await expect(page.locator('[data-dragging]')).toBeAttached({ timeout: 1000 })
      }).toPass()
      for (const column of ['In Progress', 'Completed', 'Overdue']) {
        const over = page.getByText(i18n.t('Over {column}.', { column: i18n.t(column) }))
        // The library handles arrow keys only a moment after the card was picked up.
        await expect(async () => {
          if ((await over.count()) === 0) await page.keyboard.press(onward)
          await expect(over).toBeAttached({ timeout: 1500 })
        }).toPass()
        await expect(columnOf(page, column)).toBeInViewport({ ratio: 0.5 })
      }
      await page.keyboard.press('Space')
      await expect(
        page.getByText(i18n.t('{title} was dropped on {column}.', { title, column: i18n.t('Overdue') })),
      ).toBeAttached()
    })

    test('jump buttons and swipes lead to a column', { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('user', { ...phone, locale: language })
      await page.goto('/tasks')
      await columnOf(page, 'Pending').getByRole('article').first().waitFor()
      const jumpTo = (name: string) => page.locator('[data-jump]').filter({ hasText: i18n.t(name) })
      await jumpTo('Completed').tap()
      await expect(columnOf(page, 'Completed')).toBeInViewport({ ratio: 0.9 })
      await expect(jumpTo('Completed')).toHaveAttribute('aria-current', 'true')
      const touch = await touchOf(page)
      // A finger that goes against the lines' direction brings the next one.
      const [from, to] = isRtl ? [60, 320] : [300, 40]
      await touch('touchStart', from, 500)
      for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + ((to - from) * step) / 8, 500)
      await touch('touchEnd')
      await expect(columnOf(page, 'Overdue')).toBeInViewport({ ratio: 0.9 })
      await expect(jumpTo('Overdue')).toHaveAttribute('aria-current', 'true')
    })

    test('arrow keys move to the next tab and the next day of a chart', { tag: isRtl ? [] : '@long' }, async ({
      signedIn,
    }) => {
      const page = await signedIn('manager', { locale: language })
      await page.goto('/analytics')
      const tab = (name: string) => page.getByRole('tab', { name: i18n.t(name) })
      await tab('Trends').focus()
      await page.keyboard.press(onward)
      await expect(tab('Workload')).toBeFocused()
      await page.keyboard.press('Home')
      await expect(tab('Trends')).toBeFocused()
      await page.getByRole('application').focus()
      const spoken = page.locator('[aria-live="assertive"]').filter({ hasText: /\d{4}/ })
      const first = (await spoken.textContent()) ?? ''
      await page.keyboard.press(onward)
      await expect(spoken).not.toHaveText(first)
      await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft')
      await expect(spoken).toHaveText(first)
    })

    test('a menu opens within the window, and begins where its button begins', { tag: '@long' }, async ({
      signedIn,
    }) => {
      const page = await signedIn('manager', { viewport: { width: 768, height: 700 }, locale: language })
      await page.goto('/tasks')
      const button = page.getByRole('button', { name: new RegExp(`^${i18n.t('Priority')}`) })
      // The buttons are as wide as their letters.
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      const opener = await button.boundingBox()
      await button.click()
      const menu = await page.getByRole('menu').boundingBox()
      if (!menu || !opener) throw new Error('The menu is not open')
      expect(menu.x).toBeGreaterThanOrEqual(0)
      expect(menu.x + menu.width).toBeLessThanOrEqual(768)
      if (isRtl) expect(Math.abs(menu.x + menu.width - opener.x - opener.width)).toBeLessThan(3)
      else expect(Math.abs(menu.x - opener.x)).toBeLessThan(3)
    })
  })
}

/** Sends touches as a finger does: real ones, with which the browser scrolls. */
async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
}
