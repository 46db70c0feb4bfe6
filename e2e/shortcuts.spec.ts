import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBoth, test } from './muster.ts'

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const newTask = (page: Page) => page.getByRole('dialog', { name: 'New Task' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search tasks' })

async function openTasks(page: Page) {
  await page.goto('/tasks')
  await expect(search(page)).toBeVisible()
}

test('G and a letter open the screens', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await openTasks(page)
  for (const [letter, path] of [
    ['d', '/dashboard'],
    ['p', '/projects'],
    ['c', '/calendar'],
    ['s', '/sops'],
    ['k', '/clock'],
    ['a', '/analytics'],
    ['r', '/reminders'],
    ['u', '/admin/users'],
    ['t', '/tasks'],
  ]) {
    // Repeated, because on a busy machine more than a second may pass between the two keys.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(letter ?? '')
      await expect(page).toHaveURL(new RegExp(`${path}$`), { timeout: 1000 })
    }).toPass()
  }
})

test('a sequence ends after a second, and at another key', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.clock.install()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Real events carry the browser's own time, which the test's clock does not move.
  await page.evaluate(() => {
    const press = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: timeStamp })
      dispatchEvent(event)
    }
    press('g', 0)
    press('t', 1001)
    press('g', 2000)
    press('x', 2010)
    press('t', 2020)
  })
  await expect(page).toHaveURL('/profile')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/tasks')
})

test('single keys: new task, search, table or kanban', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openTasks(page)
  await page.keyboard.press('c')
  await expect(newTask(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(newTask(page)).toBeHidden()
  await page.keyboard.press('v')
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await page.keyboard.press('v')
  await expect(page.getByRole('radio', { name: 'Kanban' })).toBeChecked()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')

  await page.goto('/clock')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('c')
  await expect(newTask(page)).toBeVisible()
  await expect(page).toHaveURL('/tasks?new=true')
})

test('single keys do nothing while typing, over a dialog or menu, and with other keys held', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openTasks(page)
  await search(page).fill('')
  await page.keyboard.type('cv?/gd')
  await expect(search(page)).toHaveValue('cv?/gd')
  await search(page).fill('')
  await search(page).blur()

  for (const keys of ['Shift+C', 'Alt+c', 'Meta+c']) await page.keyboard.press(keys)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  await page.keyboard.press('c')
  await expect(newTask(page)).toBeHidden()
  await expect(page).toHaveURL('/tasks')
})

test('? lists the shortcuts by group, without those that the person may not use', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await openTasks(page)
  await page.keyboard.press('?')
  const group = (name: string) => help(page).getByRole('region', { name })
  await expect(group('Everywhere')).toContainText('Find a task, a screen or a commandCtrlK')
  await expect(group('Everywhere')).toContainText('New taskC')
  await expect(group('Go to')).toContainText('RemindersGthenR')
  await expect(group('On this screen')).toContainText('Search tasks/')
  await expect(group('On this screen')).toContainText('Table or kanbanV')
  await expect(group('Moving a card')).toContainText('pick up, dropSpace')
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()

  const guest = await signedIn('guest')
  await openTasks(guest)
  await guest.keyboard.press('c')
  await guest.keyboard.press('?')
  await expect(help(guest)).toBeVisible()
  await expect(newTask(guest)).toBeHidden()
  await expect(help(guest).getByText('New task')).toHaveCount(0)
  await expect(help(guest).getByText('Clock In/Out')).toHaveCount(0)
})

test('single keys can be switched off for good; Ctrl+K still works and leads to the switch', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await openTasks(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await help(page).getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await expect(help(page)).toContainText('Only keys together with Ctrl work.')
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeFocused()

  await page.reload()
  await expect(search(page)).toBeVisible()
  for (const key of ['c', '?', '/', 'v', 'g', 'd']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks')
  await help(page).getByRole('switch').click()
  await page.goBack()
  await expect(help(page)).toBeHidden()
})

test('the list is accessible', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(help(page)).toBeVisible()
  await expectAccessibleInBoth(page)
  await help(page).getByRole('switch').click()
  await expectAccessibleInBoth(page)
})
