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
