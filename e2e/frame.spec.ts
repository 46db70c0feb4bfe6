import type { Page } from '@playwright/test'
import {
  createTask,
  endSessionAtWrite,
  expect,
  expectAccessible,
  newGate,
  PASSWORD,
  test,
  tryAgain,
  unique,
} from './muster.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const filter = (page: Page) => page.getByRole('button', { name: /^Department:/ })

const everyone = ['Today', 'Dashboard', 'Tasks', 'Projects', 'Calendar']
for (const [account, more] of [
  ['guest', ['Reminders']],
  ['user', ['Clock In/Out', 'Reminders', 'Roster', 'Routines', 'Handovers', 'Messages']],
  ['manager', ['SOPs', 'Clock In/Out', 'Analytics', 'Reminders', 'Roster', 'Routines', 'Handovers', 'Messages']],
  [
    'admin',
    [
      'SOPs',
      'Clock In/Out',
      'Analytics',
      'Reminders',
      'Roster',
      'Routines',
      'Handovers',
      'Messages',
      'Admin → Users',
      'Admin → Audit log',
      'Admin → Feedback',
      'Admin → Background',
      'Admin → Webhooks',
      'Admin → Work rules',
    ],
  ],
] as const) {
  test(`the sidebar leads the ${account} where they may go`, { tag: account === 'admin' ? [] : '@long' }, async ({
    signedIn,
  }) => {
    const page = await signedIn(account)
    await page.goto('/profile')
    const labels = [...everyone, ...more]
    await expect(links(page)).toHaveText(
      labels.map((label) => ({ Tasks: /^Tasks[\d,]+$/, Messages: /^Messages/ })[label] ?? label),
    )
    await expect(page.getByRole('complementary').getByText('Built by the Muster team')).toBeVisible()
  })
}

test('a page is compressed, and HEAD returns the same headers', async ({ request }) => {
  const [get, head] = [await request.get('/login'), await request.head('/login')]
  for (const reply of [get, head])
    expect(reply.headers()).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(head.headers()['content-length']).toBe(get.headers()['content-length'])
  expect(await get.text()).toContain('<title>')
  // Files of the build are compressed beforehand.
  expect((await request.get('/service-worker.js')).headers()['content-encoding']).toBe('br')
})

test('on narrower screens a drawer holds the navigation and the account', async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 1023, height: 800 } })
  await page.goto('/profile')
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Clock In/Out' })).toBeVisible()
  await expect(drawer.getByText('manager@muster.example')).toBeVisible()
  await expect(drawer.getByText('Manager', { exact: true })).toBeVisible()
  await expect(drawer.getByText('Built by the Muster team')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await drawer.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/calendar')
})

test('a department can be chosen, and small screens show its short name', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/profile')
  await expect(page.getByText('Viewing All Departments')).toBeVisible()
  for (const [name, short] of [
    ['Front-of-House', 'FOH'],
    ['Front-of-House – Evening Operations', 'FOH – Evening'],
    ['Back-of-House', 'BOH'],
    ['Operations', 'Ops'],
    ['Grounds', 'Grounds'],
    ['All Departments', 'All Depts'],
  ] as const) {
    await filter(page).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await expect(page.getByText(`Viewing ${name}`, { exact: true })).toBeVisible()
    await expect(filter(page)).toHaveText(name)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(filter(page)).toHaveText(`Viewing ${short}`)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})

test('an open page follows the theme of the system, without anything being pressed', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user')
  await page.goto('/profile')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  }
})

test('people who may not choose see their own department, disabled', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.goto('/profile')
  await expect(page.getByText('Viewing Housekeeping')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Department: Housekeeping' })).toBeDisabled()
})

test('a chosen department that is not found is Unknown Department', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/profile')
  await filter(page).click()
  await page.getByRole('menuitemradio', { name: 'Grounds' }).click()
  await page.route('**/api/v1/departments', (route) => route.fulfill({ json: [{ id: 1, name: 'Front-of-House' }] }))
  await page.reload()
  await expect(page.getByText('Viewing Unknown Department')).toBeVisible()
  await expect(filter(page)).toHaveText('Unknown Department')
})

const many = Array.from({ length: 60 }, (_, n) => ({ id: 100 + n, name: `Floor ${n + 1}, Rósewing` }))

test('the focus stays when the departments arrive in the open menu', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  const openWithout = async (departments: typeof many) => {
    const { opened: arrived, open: arrive } = newGate()
    await page.route('**/api/v1/departments', async (route) => {
      await arrived
      await route.fulfill({ json: departments })
    })
    await page.goto('/profile')
    await filter(page).focus()
    return arrive
  }
  const menu = page.getByRole('menu')
  const list = page.getByRole('dialog', { name: 'Departments' })

  const fewArrive = await openWithout(many.slice(0, 3))
  await filter(page).press('Enter')
  await expect(menu.getByText('Loading departments...')).toBeVisible()
  await expect(menu.getByRole('menuitemradio', { name: 'All Departments' })).toBeFocused()
  fewArrive()
  await expect(menu.getByRole('menuitemradio')).toHaveCount(4)
  await expect(menu.getByRole('menuitemradio', { name: 'All Departments' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filter(page)).toHaveText('Floor 1, Rósewing')
  await expect(filter(page)).toBeFocused()

  // Until the many departments are here, the earlier visit's are shown.
  const manyArrive = await openWithout(many)
  await filter(page).click()
  await expect(menu.getByRole('menuitemradio')).toHaveCount(4)
  manyArrive()
  await expect(list.getByRole('option')).toHaveCount(61)
  await expect(list.getByRole('combobox')).toBeFocused()
  await expect(menu).toHaveCount(0)
  await list.getByRole('option', { name: 'Floor 2, Rósewing' }).click()
  await expect(filter(page)).toHaveText('Floor 2, Rósewing')
  await expect(filter(page)).toBeFocused()

  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  const manyMoreArrive = await openWithout(many)
  await expect(filter(page)).toHaveAttribute('aria-haspopup', 'menu')
  manyMoreArrive()
  await expect(filter(page)).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(filter(page)).toBeFocused()
})

test('one of many departments can be found by typing, by keyboard and on a phone', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('admin')
  await page.route('**/api/v1/departments', (route) => route.fulfill({ json: many }))
  await page.goto('/profile')
  // It is a menu until the number of departments is known.
  await expect(filter(page)).toHaveAttribute('aria-haspopup', 'dialog')
  await filter(page).press('Enter')
  const list = page.getByRole('dialog', { name: 'Departments' })
  const search = list.getByRole('combobox', { name: 'Search departments...' })
  await expect(search).toBeFocused()
  await expect(list.getByRole('option')).toHaveCount(61)
  await expectAccessible(page)
  await search.fill('no such')
  await expect(list.getByText('Nothing matches')).toBeVisible()
  await search.fill('rosewing 12')
  await expect(list.getByRole('option')).toHaveText(['Floor 12, Rósewing'])
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(filter(page)).toBeFocused()
  await expect(page.getByText('Viewing Floor 12, Rósewing', { exact: true })).toBeVisible()

  await filter(page).press('Enter')
  await expect(list.getByRole('option', { selected: true })).toHaveText('Floor 12, Rósewing')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(filter(page)).toHaveText('Floor 13, Rósewing')
  await filter(page).press('Enter')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(filter(page)).toBeFocused()

  await page.setViewportSize({ width: 360, height: 740 })
  await filter(page).click()
  await list.getByRole('option', { name: 'Floor 2, Rósewing' }).click()
  await expect(filter(page)).toHaveText('Viewing Floor 2, Rósewing')
  await filter(page).click()
  await expect(list).toBeVisible()
  await filter(page).click()
  await expect(list).toBeHidden()

  // In a form it is a field. Escape closes its list before the form.
  await page.goto('/projects?new=true')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Department' })
  const options = page.getByRole('listbox', { name: 'Departments' }).getByRole('option')
  await field.fill('rosewing 12')
  await expect(options).toHaveText(['Floor 12, Rósewing'])
  await expectAccessible(page)
  await field.press('Enter')
  await expect(field).toHaveValue('Floor 12, Rósewing')
  await field.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Departments' }).getByRole('option', { selected: true })).toHaveText(
    'Floor 12, Rósewing',
  )
  await field.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('Floor 12, Rósewing')
})

test('an unknown role has a grey badge; both it and a missing one count as guest', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  // The server would notice that this page has other rights, and let it read everything again.
  await page.routeWebSocket('**/ws*', () => {})
  const colourOf = async (role: string | null, label: string) => {
    await page.route('**/auth/session', async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), role } })
    })
    await page.goto('/calendar')
    const badge = page.getByRole('banner').getByText(label, { exact: true })
    await expect(badge).toBeVisible()
    await expect(links(page)).toHaveCount(6)
    await page.unroute('**/auth/session')
    return badge.evaluate((element) => getComputedStyle(element).backgroundColor)
  }
  const grey = 'oklch(0.962 0.004 100)'
  expect(await colourOf('pirate', 'Pirate')).toBe(grey)
  expect(await colourOf(null, 'Guest')).not.toBe(grey)
})

test('when the session ends, a dialog over the page asks to sign in, and nothing typed is lost', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Oil the hinges') })
  await page.goto(`/tasks?task=${task.id}&edit=true`)
  const description = page.getByLabel('Description')
  await description.fill('All of the third floor')
  await endSessionAtWrite(page, `**/api/v1/tasks/${task.id}`)
  await page.getByRole('button', { name: 'Save' }).click()

  const signInDialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(signInDialog.getByLabel('Email')).toHaveValue('manager@muster.example')
  await expectAccessible(page)
  // Only signing in closes it.
  await page.keyboard.press('Escape')
  await signInDialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signInDialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(signInDialog).toBeHidden()
  await expect(description).toHaveValue('All of the third floor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText(['Task updated successfully'])
  await expect(description).toBeHidden()
})

test('a failed read shows a message, and is repeated only when the person tries again', async ({ signedIn }) => {
  const page = await signedIn('manager')
  // No live changes, which would make the page read again.
  await page.routeWebSocket('**/ws*', () => {})
  let requests = 0
  await page.route(/tasks\/board/, (route) => {
    requests += 1
    return route.fulfill({ status: 500, body: '' })
  })
  await page.goto('/tasks')
  await expect(page.getByText('The tasks could not be loaded.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  expect(requests).toBe(1)
  await page.unroute(/tasks\/board/)
  await tryAgain(page, page.getByRole('article').first())
})

test('a failed change is not repeated', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/tasks?new=true')
  const form = page.getByRole('dialog', { name: 'New Task' })
  await form.getByLabel('Title').fill('Count the spoons')
  let requests = 0
  await page.route('**/api/v1/tasks', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests += 1
    return route.fulfill({ status: 500, body: '' })
  })
  await form.getByRole('button', { name: 'Create Task' }).click()
  // Beside an open dialog a toast is hidden from the accessibility tree, but announced.
  await expect(page.getByText('Failed to create task', { exact: true }).first()).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Count the spoons')
  expect(requests).toBe(1)
})

test('nothing moves while a screen loads', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin', { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true })
  // No live changes, which may move things.
  await page.routeWebSocket(/\/ws\b/, () => undefined)
  await page.addInitScript(() => {
    // Not by a route of Playwright: with one the browser caches no file, and the font would arrive late on each screen.
    const fetchNow = window.fetch
    let requests = 0
    window.fetch = async (...request) => {
      const wait = 50 + (requests++ % 4) * 100
      await new Promise((resolve) => setTimeout(resolve, wait))
      return fetchNow(...request)
    }
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[]) {
        moved.push(...sources.map(({ node }) => node?.textContent ?? node?.nodeName ?? 'something'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // On a first visit the font arrives after the text.
  await page.goto('/calendar')
  await page.evaluate(() => document.fonts.ready)
  for (const path of [
    '/dashboard',
    '/tasks?view=table&project=1',
    '/analytics?tab=overdue',
    '/admin/users',
    '/admin/users?tab=departments',
    '/profile',
    '/profile/security',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([])
  }
})
