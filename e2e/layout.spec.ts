import type { Locator, Page } from '@playwright/test'
import { answer, createTask, expect, PHONE, test, unique } from './muster.ts'

/** Where things stand on a screen, as far as pictures have shown a fault that comes back easily. */

const NOTCH = 59

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible')
  return { ...box, right: box.x + box.width }
}

for (const [screen, options] of [
  ['phone', PHONE],
  ['desk', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test(`on a ${screen}, cards stay within the lanes of people, and texts within the heads`, { tag: '@long' }, async ({
    signedIn,
  }) => {
    const page = await signedIn('manager', options)
    await page.request.post('/api/v1/clock/start', { data: {} })
    const task = { title: unique('Wax the floor'), tags: ['x'.repeat(40)], dueDate: '2031-11-03T09:00:00.000Z' }
    const { title } = await createTask(page, task)
    await page.goto(`/tasks?view=people&q=${encodeURIComponent(title)}`)
    const [card, lane] = [page.getByRole('article', { name: title }), page.locator('[data-lane]').first()]
    await expect(card).toBeVisible()
    expect((await boxOf(card)).right).toBeLessThan((await boxOf(lane)).right)
    await expect(page.getByText(/^On duty since/).first()).toBeVisible()
    const beyond = await page
      .locator('[data-lane] header h2')
      .evaluateAll((names) =>
        names.filter(({ parentElement }) => parentElement && parentElement.scrollWidth > parentElement.clientWidth),
      )
    expect(beyond).toEqual([])
    await page.request.post('/api/v1/clock/stop', { data: {} })
  })
}

test('the buttons of an empty screen stand in the middle of a phone', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin', PHONE)
  await answer(page, /\/api\/v1\/kiosks$/, { status: 200, body: '[]' })
  await page.goto('/admin/kiosks')
  for (const name of ['Set up a tablet', 'Make this device a kiosk']) {
    const { x, right } = await boxOf(page.getByRole('button', { name }))
    expect(Math.abs((x + right) / 2 - 180)).toBeLessThan(2)
  }
})

test('the button that begins the shift has one line on a phone', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user', PHONE)
  await page.request.post('/api/v1/clock/stop', { data: {} })
  await page.goto('/today')
  const button = page.getByRole('button', { name: 'Clock In' })
  await expect(button).toBeVisible()
  const lines = await button.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element.lastChild as Node)
    return text.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('nothing stands below the notch of a phone on its side', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { ...PHONE, viewport: { width: 844, height: 390 } })
  await notch(page)
  await page.goto('/tasks?view=kanban')
  // A drawer begins beyond the edge.
  const isClear = (...elements: Locator[]) =>
    expect(async () => {
      for (const element of elements) {
        const { x, right } = await boxOf(element)
        expect(x).toBeGreaterThanOrEqual(NOTCH)
        expect(right).toBeLessThanOrEqual(844 - NOTCH)
      }
    }).toPass({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Filters' }).tap()
  await isClear(page.getByRole('dialog', { name: 'Filters' }))
  await page.keyboard.press('Escape')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await isClear(menu, page.getByRole('button', { name: /^Account of/ }), page.getByRole('searchbox').first())
  await menu.tap()
  await isClear(page.getByRole('dialog').getByRole('link', { name: 'Today' }))
  await page.keyboard.press('Escape')
  await page.goto('/tasks?new=true')
  await isClear(page.getByRole('dialog'))
  await page.getByLabel('Title').fill(unique('Beat the rugs'))
  await page.getByRole('button', { name: 'Create Task' }).tap()
  await isClear(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'))
})

test('in a contrast theme it is seen which column, step and day are chosen', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin', { ...PHONE, forcedColors: 'active' })
  for (const [address, chosen] of [
    ['/tasks?view=kanban', page.getByRole('navigation', { name: 'Columns' }).locator('[aria-current]')],
    ['/setup?step=departments', page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current]')],
    ['/routines', page.getByRole('group', { name: 'Day' }).locator('[aria-pressed=true]')],
  ] as const) {
    await page.goto(address)
    await expect(chosen).toHaveCSS('outline-style', 'solid')
  }
})

/** Gives the page the insets of a phone on its side. */
async function notch(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: NOTCH, right: NOTCH, bottom: 21 } })
}

test('on a tablet the title of a task in the table has more room than its place', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { viewport: { width: 768, height: 1024 } })
  const { title } = await createTask(page, { title: unique('Read the meters of the boiler'), place: 'Boiler room 12' })
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(title)}`)
  const row = page.getByRole('row').filter({ hasText: title })
  const place = await boxOf(row.getByText('Boiler room 12').locator('..'))
  expect((await boxOf(row.getByRole('link', { name: title, exact: true }))).width).toBeGreaterThan(place.width)
})

test('on a very wide screen the text of a page that was found has no long lines', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { viewport: { width: 2560, height: 1440 } })
  await page.goto('/sops?q=towels')
  expect((await boxOf(page.getByRole('main').locator('mark').first().locator('..'))).width).toBeLessThan(900)
})

test('the audit log shows the beginning of a title that is one long word', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin', { viewport: { width: 1440, height: 900 } })
  const { title } = await createTask(page, { title: unique('Donaudampfschifffahrt'.repeat(7)).replaceAll(/\s/g, '') })
  await page.goto('/admin/audit')
  const shown = page.getByRole('main').getByText(title)
  const sentence = await boxOf(shown.locator('..'))
  const { x, y, height } = await boxOf(shown)
  expect(x).toBeLessThan(sentence.x + 150)
  expect(y + height).toBeLessThanOrEqual(sentence.y + sentence.height + 1)
})

test.describe('from right to left', () => {
  const arabic = { ...PHONE, locale: 'ar' }

  for (const width of [768, 1100]) {
    test(`at ${width} px the audit log shows how a Latin title begins`, { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('admin', { locale: 'ar', viewport: { width, height: 900 } })
      const { title } = await createTask(page, { title: unique(`Quiet hours ${'in the east wing '.repeat(8)}`) })
      await page.goto('/admin/audit')
      const shown = page.getByRole('main').getByText(title)
      await expect(shown).toBeVisible()
      const { letter, row } = await shown.evaluate((element) => {
        const first = document.createRange()
        first.setStart(element.firstChild as Node, 0)
        first.setEnd(element.firstChild as Node, 5)
        return { letter: first.getBoundingClientRect().toJSON(), row: element.closest('li')?.getBoundingClientRect() }
      })
      const sentence = await boxOf(shown.locator('..'))
      expect(letter.left).toBeGreaterThanOrEqual(sentence.x - 1)
      expect(letter.bottom).toBeLessThanOrEqual(row?.bottom ?? 0)
    })
  }

  test('where a Latin title of three lines is cut, the sign of it is not clipped', { tag: '@long' }, async ({
    signedIn,
  }) => {
    const page = await signedIn('manager', arabic)
    const { title } = await createTask(page, { title: unique('Count the towels of the east wing '.repeat(5)) })
    await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(title)}`)
    const shown = page.getByRole('article').getByText(title).filter({ visible: true }).first()
    await expect(shown).toHaveCSS('-webkit-line-clamp', '3')
    await expect(shown).toHaveCSS('overflow-x', 'visible')
    await expect(shown).toHaveCSS('overflow-y', 'clip')
  })

  test('what a colleague wrote and our words around it keep their order', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('user', { locale: 'ar', viewport: { width: 1440, height: 900 } })
    const { id } = await (await page.request.get('/api/v1/auth/session')).json()
    const sender = await signedIn('admin')
    const data = { userIds: [id], text: 'The lift stands still.', reason: 'A guest is in it.' }
    const reply = await sender.request.post('/api/v1/messages/urgent', { data })
    expect(reply.status(), await reply.text()).toBeLessThan(300)
    await page.goto('/tasks')
    await page
      .locator('header')
      .getByRole('button')
      .filter({ has: page.locator('.lucide-bell') })
      .click()
    const message = page.getByRole('dialog').getByText('The lift stands still.')
    const [text, between, reason] = await message.first().evaluate((element) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text
      const at = (from: number, to: number) => {
        const range = document.createRange()
        range.setStart(node, from)
        range.setEnd(node, to)
        return range.getBoundingClientRect().x
      }
      const [begin, end] = [node.data.indexOf('The'), node.data.indexOf('still.') + 6]
      const from = node.data.search(/\p{Script=Arabic}/u)
      const guest = node.data.indexOf('A guest')
      return [at(begin, end), at(from, from + 4), at(guest, guest + 7)]
    })
    expect(between).toBeLessThan(text as number)
    expect(reason).toBeLessThan(between as number)
  })

  test('the arrow of a way back points to the right', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('user', arabic)
    for (const address of ['/profile/programs', '/profile/security']) {
      await page.goto(address)
      const arrow = page.getByRole('main').locator('.lucide-arrow-left').first()
      await expect(arrow).toBeVisible()
      expect(await arrow.evaluate((icon) => [getComputedStyle(icon).scale, getComputedStyle(icon).rotate])).toEqual([
        '-1 1',
        'none',
      ])
    }
  })

  test('an e-mail address stands beside the initials, not below them', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('admin', { locale: 'ar', viewport: { width: 768, height: 1024 } })
    await page.goto('/admin/users')
    const row = page.getByRole('row').filter({ hasText: '@' }).first()
    const address = await boxOf(row.getByText('@'))
    const initials = await boxOf(row.locator('[aria-hidden]').first())
    expect(address.right).toBeLessThanOrEqual(initials.x)
  })

  test('the title of a task that was handed over begins at the right', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('user', arabic)
    await page.goto('/handovers')
    const title = page
      .getByRole('main')
      .getByRole('heading', { level: 4 })
      .filter({ has: page.getByRole('link') })
    await expect(title.first().getByRole('link')).toHaveCSS('text-align', /right|match-parent/)
  })
})

/** The share of a dialog's vertical line at which a finger reaches its content, and not its head or foot. */
const roomIn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect()
    let reached = 0
    for (let y = top + 1; y < bottom; y += 1)
      if (document.elementFromPoint(left + width / 3, y)?.closest('form')) reached += 1
    return reached / innerHeight
  })

/** Whether somebody sees all of an element, with nothing over it. */
const isSeen = (element: Locator) =>
  element.evaluate((note) => {
    const { left, top, bottom } = note.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => note.contains(document.elementFromPoint(left + 4, y)))
  })

test('enlarged to 400 %, a form leaves its fields most of the window', async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 320, height: 256 } })
  await page.goto('/tasks?new=true')
  const form = page.getByRole('dialog', { name: 'New Task' })
  await form.getByLabel('Description').scrollIntoViewIfNeeded()
  await form.getByLabel('Due date').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await expect.poll(() => roomIn(form)).toBeGreaterThan(0.6)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
})

for (const locale of ['en', 'uk']) {
  // Ukrainian has the longest words.
  const details = { tag: locale === 'uk' ? [] : '@long' }
  test(`with larger letters the words of the buttons stay within them (${locale})`, details, async ({ signedIn }) => {
    const page = await signedIn('user', { ...PHONE, locale })
    await page.request.post('/api/v1/clock/stop', { data: {} })
    await page.goto('/today')
    const buttons = page.locator('main [class*=sticky] button')
    await expect(buttons.first()).toBeVisible()
    for (const size of ['100%', '130%']) {
      await page.evaluate((percent) => document.documentElement.style.setProperty('font-size', percent), size)
      const beyond = await buttons.evaluateAll((all) =>
        all.flatMap((button) => {
          const words = document.createRange()
          words.selectNodeContents(button)
          const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
          const isWithin = inner.left >= outer.left && inner.right <= outer.right && outer.right <= innerWidth
          return isWithin ? [] : [`${button.textContent}: ${inner.left}-${inner.right} in ${outer.left}-${outer.right}`]
        }),
      )
      expect(beyond).toEqual([])
    }
    // Nothing that floats covers a field while somebody types on a phone.
    await page.goto('/briefing')
    const begin = page.locator('main .sticky button')
    await expect(begin).toBeVisible()
    const position = () => begin.evaluate((button) => getComputedStyle(button.parentElement as Element).position)
    expect(await position()).toBe('sticky')
    await page.evaluate(() => document.querySelector('#content > *')?.append(document.createElement('textarea')))
    await page.locator('#content textarea').focus()
    expect(await position()).toBe('static')
  })
}

test('a column that still loads shows its count and a place for its cards', async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 1440, height: 900 } })
  await createTask(page, { title: unique('Late'), dueDate: '2026-01-02T10:00:00.000Z' })
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto('/tasks')
  const column = page.locator('[data-column=overdue]')
  await expect(page.locator('[data-column=pending]').getByRole('article').first()).toBeVisible()
  await expect(column.getByRole('article')).toHaveCount(0)
  await expect(column.locator('header')).toContainText(/\d+ tasks/)
  expect((await boxOf(column.locator('[aria-hidden=true] > div').first())).height).toBeGreaterThan(40)
})

test('a number out of its limits is said where it is seen, without the mark of what is done', async ({ signedIn }) => {
  const page = await signedIn('manager', { ...PHONE, viewport: { width: 360, height: 560 } })
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const task = { title: unique('Round of the kitchen'), departmentId, description: 'Line\n'.repeat(14) }
  const { id } = await createTask(page, task)
  const steps = [{ text: 'Fridge', kind: 'number', min: 2, max: 8 }]
  expect((await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps } })).status()).toBe(201)
  await page.goto(`/tasks?task=${id}`)
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Fridge' })
  // The field is the last thing in view, as a keyboard leaves it.
  await field.evaluate((input) => input.scrollIntoView({ block: 'end' }))
  await field.fill('12')
  await field.press('Enter')
  const note = page.getByRole('status').filter({ hasText: 'Should be' })
  // The first value begins the task, and the foot grows by this button.
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible()
  await expect.poll(() => isSeen(note)).toBe(true)
  const step = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Fridge' }) })
  await expect(step.locator('.bg-done')).toHaveCount(0)
})
