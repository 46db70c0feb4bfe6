import type { Page } from '@playwright/test'
import { createTask, expect, PASSWORD, submit, test, unique } from './muster.ts'
import { photosIn, putPhoto } from './stored-photos.ts'

const account = (page: Page) => page.getByRole('button', { name: /^Account of/, includeHidden: true })
const nameIn = async (page: Page) => (await account(page).getAttribute('aria-label')) ?? ''

async function signInAsGuest(page: Page) {
  await page.getByLabel('Email').fill('guest@muster.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await submit(page)
  await expect(account(page)).toBeVisible()
}

/** Leaves a comment that is not sent in a tab, and a photo in its browser. */
async function leaveTyped(page: Page) {
  const { id: owner } = await (await page.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(page, { title: unique('Count the lamps') })
  await page.goto(`/tasks?task=${id}`)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Two are missing')
  await putPhoto(page, 'left', owner)
}
async function expectNothingTyped(page: Page) {
  const texts = () => ['muster.comments', 'muster.comments-unsent'].map((name) => sessionStorage.getItem(name))
  expect(await page.evaluate(texts)).toEqual([null, null])
  await expect.poll(() => photosIn(page)).not.toContain('left')
}

test('signing out in one tab signs out the others, and the next person finds nothing there', async ({ signedIn }) => {
  const first = await signedIn('manager')
  await leaveTyped(first)
  await first.keyboard.press('Escape')
  await first.getByRole('button', { name: /^Search/ }).click()
  await expect(first.getByRole('dialog')).toBeVisible()
  const second = await first.context().newPage()
  await second.goto('/')
  await account(second).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(first.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(first.getByRole('dialog')).toHaveCount(0)
  await expectNothingTyped(first)
  await signInAsGuest(second)
  await expect(account(first)).toHaveAttribute('aria-label', await nameIn(second))
  await expect(first.getByRole('dialog')).toHaveCount(0)
  await second.close()
})

test('when another person signs in, every tab shows that person', { tag: '@long' }, async ({ signedIn }) => {
  const first = await signedIn('manager')
  await first.goto('/tasks?new=true')
  await first.getByLabel('Title').fill('Count the safes')
  const second = await first.context().newPage()
  const before = await nameIn(first)
  await first.context().clearCookies()
  await second.goto('/')
  await signInAsGuest(second)
  await expect(account(first)).toHaveAttribute('aria-label', await nameIn(second))
  expect(await nameIn(second)).not.toBe(before)
  await expect(first.getByLabel('Title')).toHaveCount(0)
  await second.close()
})

test('what somebody has typed is forgotten in all tabs when they sign out in one', { tag: '@long' }, async ({
  signedIn,
}) => {
  const first = await signedIn('manager')
  await leaveTyped(first)
  const second = await first.context().newPage()
  await second.goto('/')
  await account(second).click()
  await second.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(first.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expectNothingTyped(first)
  await second.close()
})

test('what somebody has typed is forgotten when another person signs in', { tag: '@long' }, async ({ signedIn }) => {
  const first = await signedIn('manager')
  await leaveTyped(first)
  const second = await first.context().newPage()
  await first.context().clearCookies()
  await second.goto('/')
  await signInAsGuest(second)
  await expect(account(first)).toHaveAttribute('aria-label', await nameIn(second))
  await expectNothingTyped(first)
  await second.close()
})

test('a page that the back button restores after signing out shows no data', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const kept = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('muster.kept')))
  await page.goto('/tasks')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(kept).toHaveLength(1)
  // Imitates a page from the back/forward cache, which browsers under test do not have.
  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.removeItem('muster.person')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  // Nor does the browser keep replies.
  await expect.poll(kept).toEqual([])
})

test('Muster works without any browser storage', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/tasks')
  await expect(page.getByRole('article').first()).toBeVisible()
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
