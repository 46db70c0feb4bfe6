import type { Page } from '@playwright/test'
import { cardOf, createTask, expect, test, unique } from './muster.ts'

/** The element with the focus: the title in its item of a list, and `body` where it is lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element === document.body ? 'body' : (element?.closest('li, tr, article')?.textContent ?? element?.tagName)
  })

test('what is deleted by keyboard leaves the focus to the next one in its list', async ({ signedIn }) => {
  const page = await signedIn('manager')
  page.on('dialog', (dialog) => dialog.accept())
  const words = unique('Sweep')
  for (const name of ['d', 'c', 'b', 'a']) await createTask(page, { title: `${words} ${name}` })

  // The table, by the menu of a row; then the last row, which leaves the focus to the one before.
  // Its code comes behind the first screen.
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/kept-focus-'))
  await page.goto(`/tasks?view=table&sort=title&q=${encodeURIComponent(words)}`)
  const menu = (name: string) => page.getByRole('button', { name: `Actions for ${words} ${name}` })
  const deleteByKeyboard = async (name: string) => {
    await menu(name).focus()
    await page.keyboard.press('Enter')
    const entry = page.getByRole('menuitem', { name: 'Delete Task' })
    await expect(entry).toBeVisible()
    await page.keyboard.press('End')
    await expect(entry).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu(name)).toHaveCount(0)
  }
  await expect(menu('a')).toBeVisible()
  await page.waitForFunction(isThere)
  const order = await page.locator('tbody tr').allTextContents()
  const at = order.findIndex((row) => row.includes(`${words} b`))
  const nextOf = (order[at + 1] ?? order[at - 1])?.match(/Sweep \S+ [a-d]/)?.[0]
  await deleteByKeyboard('b')
  await expect.poll(() => focused(page)).toContain(nextOf)

  // The board.
  await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(words)}`)
  await expect(cardOf(page, `${words} c`)).toBeVisible()
  await page.waitForFunction(isThere)
  await deleteByKeyboard('c')
  await expect.poll(() => focused(page)).toContain(words)

  // The focus does not disturb a choice by pointer.
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => focused(page)).toBe('H1')
})

test('a dialog in front keeps the focus, whatever takes it at that moment', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/calendar')
  // Hidden from screen readers while a dialog is open.
  const heading = page.locator('h1')
  await expect(heading).toBeVisible()
  /** As a screen does that arrives late: its heading asks for the focus. */
  const askForFocus = () => heading.evaluate((element: HTMLElement) => element.focus())

  const search = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await askForFocus()
  await expect(search).toBeFocused()
  await page.keyboard.type('lin')
  // Nothing has the focus any more.
  await search.evaluate((element) => element.blur())
  await page.keyboard.type('en')
  await expect(search).toHaveValue('linen')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)

  await page.keyboard.press('c')
  const title = page.getByRole('dialog', { name: 'New Task' }).getByLabel('Title')
  await expect(title).toBeFocused()
  await askForFocus()
  await expect(title).toBeFocused()
  await page.keyboard.type('Linen')
  await page.keyboard.press('Escape')
  const stay = page.getByRole('button', { name: 'Keep editing' })
  await expect(stay).toBeFocused()
  await askForFocus()
  await expect(stay).toBeFocused()
  await stay.click()
  await expect(title).toHaveValue('Linen')
})
