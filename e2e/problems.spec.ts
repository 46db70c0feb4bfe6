import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { pictures } from '../sample/pictures.ts'
import { draw } from '../src/server/sample/draw.ts'
import {
  type Account,
  cardOf,
  endSessionAtWrite,
  expect,
  expectAccessibleInBoth,
  newGate,
  openLive,
  PASSWORD,
  PHONE,
  setClock,
  test,
  toasts,
  unique,
  viewerOf,
  withoutServerTime,
} from './muster.ts'
import { openNetwork } from './network.ts'
import { dropStored, forgetLoosePhotos, photosIn } from './stored-photos.ts'

/** Two of Maintenance. */
const samir = 'samir.haddad' as Account
const siobhan = 'siobhan.gallagher' as Account

const photo = () => ({ name: 'leak.png', mimeType: 'image/png', buffer: draw(pictures.leak, 1).png })
const form = (page: Page) => page.getByRole('dialog', { name: 'Report a problem' })
/** The button in the bar at the foot of a phone. */
const inBar = (page: Page) => page.getByRole('button', { name: 'Report', exact: true })
const title = (page: Page) => form(page).getByRole('textbox', { name: 'What is wrong?' })
const reports = (page: Page) => page.getByRole('list', { name: 'My reports' }).getByRole('listitem')
const reportOf = (page: Page, text: string) => reports(page).filter({ hasText: text })
const take = (page: Page, text: string) => page.getByRole('button', { name: `I'll take it: ${text}` })
const chooseDepartment = (page: Page, name: string) => form(page).getByRole('radio', { name, exact: true }).click()

async function departmentId(page: Page, name: string): Promise<number> {
  const departments: { id: number; name: string }[] = await (await page.request.get('/api/v1/departments')).json()
  return departments.find((department) => department.name === name)?.id ?? 0
}

/** Reports a problem through the API, as the page's person. */
async function report(page: Page, text: string, department: string, place?: string): Promise<{ id: number }> {
  const data = { title: text, departmentId: await departmentId(page, department), place }
  const reply = await page.request.post('/api/v1/problems', { data })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

test('a leak is reported on a phone with a photo in seconds, taken on another, and its reporter follows it', async ({
  signedIn,
}) => {
  const [page, other] = [await signedIn('user', PHONE), await signedIn(samir, PHONE)]
  const leak = unique('Sink leaks')
  await setClock(other, 'stop')
  await setClock(page, 'start')
  await openLive(page, '/today')
  const button = inBar(page)
  await expectAccessibleInBoth(page)

  let taps = 0
  await page.exposeFunction('countTap', () => {
    taps += 1
  })
  await page.evaluate(() =>
    addEventListener('pointerdown', () => (globalThis as unknown as { countTap(): void }).countTap(), true),
  )
  await button.tap()
  await expect(title(page)).toBeFocused()
  await page.keyboard.type(leak)
  await form(page).locator('input[capture]').setInputFiles(photo())
  await form(page).getByRole('radio', { name: 'Maintenance' }).tap()
  await form(page).getByRole('button', { name: 'Send to Maintenance' }).tap()
  await expect(form(page).getByText('Sent to Maintenance.', { exact: true })).toBeVisible()
  expect(taps).toBeLessThanOrEqual(3)
  await expectAccessibleInBoth(page)
  await form(page).getByRole('link', { name: 'My reports' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'My reports' })).toBeVisible()
  await expect(reportOf(page, leak)).toContainText('Nobody has taken it yet')
  await expectAccessibleInBoth(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await openLive(other, '/today')
  const { width = 0, height = 0 } = (await take(other, leak).boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await expectAccessibleInBoth(other)
  await take(other, leak).tap()
  await expect(toasts(other)).toContainText(`You have it: ${leak}`)
  await expect(take(other, leak)).toHaveCount(0)
  const taker = await viewerOf(other)
  await expect(reportOf(page, leak)).toContainText(`Taken by ${taker.firstName} ${taker.lastName} just now`)

  await other.getByRole('button', { name: `Mark complete: ${leak}` }).tap()
  await expect(reportOf(page, leak)).toContainText(`Done by ${taker.firstName} ${taker.lastName} just now`)
  await expect(toasts(page)).toContainText('Your problem is solved')
  await page.getByRole('button', { name: /^Notifications/ }).tap()
  // The list shows it, and the toast would cover the list.
  await expect(toasts(page)).toHaveCount(0)
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('listitem').filter({ hasText: leak }).first()).toContainText('Your problem is solved')
  await bell.getByRole('link', { name: 'Your problem is solved' }).first().tap()
  await expect(page.getByRole('dialog', { name: leak })).toContainText('Reported problem')
  await page.getByRole('dialog', { name: leak }).getByRole('button', { name: 'Close' }).tap()
  await setClock(page, 'stop')
})

test('a report without a network waits among one’s reports, and arrives once, with its photo', async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn('user', { ...PHONE, baseURL: network.url })
  const broken = unique('Lamp flickers')
  await page.goto('/problems')
  await inBar(page).tap()
  await expect(form(page).getByRole('radio', { name: 'Maintenance' })).toBeVisible()
  network.losesReply = ({ method, url }) => method === 'POST' && url === '/api/v1/problems'
  await title(page).fill(broken)
  await form(page).locator('input[type=file][multiple]').setInputFiles(photo())
  await chooseDepartment(page, 'Maintenance')
  await form(page).getByRole('button', { name: 'Send to Maintenance' }).tap()
  await expect(form(page).getByText('Saved on this device')).toBeVisible()
  await form(page).getByRole('button', { name: 'Done' }).tap()
  await expect(reportOf(page, broken)).toContainText('Waits for a connection')
  network.losesReply = () => false
  await page.reload()
  await expect(reportOf(page, broken).filter({ hasText: 'Nobody has taken it yet' })).toContainText('1 photo')
  await expect(reportOf(page, broken)).toHaveCount(1)
  const { problems } = await (await page.request.get('/api/v1/problems')).json()
  expect(problems.filter((problem: { title: string }) => problem.title === broken)).toHaveLength(1)
  await network.close()
})

/** Beside an open dialog a toast is hidden from the accessibility tree, but announced. */
const toastsBeside = (page: Page) =>
  page
    .getByRole('region', { name: /^Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

/** Holds a page's reports until their gates open, in order. Returns the statuses that their replies get. */
async function holdReports(page: Page, statuses: (number | 'from the server')[]) {
  const gates = statuses.map((status) => ({ ...newGate(), status }))
  const held = [...gates]
  await page.route('**/api/v1/problems', async (route) => {
    const gate = route.request().method() === 'POST' ? held.shift() : undefined
    await gate?.opened
    if (typeof gate?.status === 'number') await route.fulfill({ status: gate.status, json: {} })
    else await route.continue()
  })
  return gates
}

test('a report is sent without a photo that neither the server nor the browser has any more', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user', PHONE)
  const broken = unique('Lamp flickers')
  await page.goto('/problems')
  await forgetLoosePhotos(0)
  await inBar(page).tap()
  await title(page).fill(broken)
  await form(page).locator('input[type=file][multiple]').setInputFiles(photo())
  await chooseDepartment(page, 'Maintenance')
  await forgetLoosePhotos(1)
  for (const id of await photosIn(page)) await dropStored(page, id)
  await form(page).getByRole('button', { name: 'Send to Maintenance' }).tap()
  await expect(form(page).getByText('Sent to Maintenance.', { exact: true })).toBeVisible()
  await expect(toastsBeside(page)).toContainText('The photo could not be sent')
  await form(page).getByRole('link', { name: 'My reports' }).tap()
  await expect(reportOf(page, broken)).toContainText('Nobody has taken it yet')
})

test('a slow report never takes the place of the next one, and says in a toast what became of it', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('user', PHONE)
  const [first, second] = [unique('Heater hisses'), unique('Window rattles')]
  const [one, two] = await holdReports(page, ['from the server', 'from the server'])
  await page.goto('/problems')
  await inBar(page).tap()
  await title(page).fill(first)
  await chooseDepartment(page, 'Maintenance')
  await form(page).getByRole('button', { name: 'Send to Maintenance' }).tap()
  await form(page).getByRole('button', { name: 'Report another' }).tap()
  await expect(title(page)).toBeFocused()
  await page.keyboard.type(second.slice(0, 6))
  one?.open()
  await expect(toastsBeside(page)).toContainText('Sent to Maintenance.')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type(second.slice(6))
  await expect(title(page)).toHaveValue(second)
  await form(page).getByRole('button', { name: 'Send to Maintenance' }).tap()
  two?.open()
  await expect(form(page).getByText('Sent to Maintenance.', { exact: true })).toBeVisible()
  await form(page).getByRole('link', { name: 'My reports' }).tap()
  for (const text of [first, second]) await expect(reportOf(page, text)).toContainText('Nobody has taken it yet')
})

test('a report whose form was opened again, or that was tried again, says in a toast what became of it', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('user')
  const [first, second, third] = [unique('Heater hisses'), unique('Window rattles'), unique('Door sticks')]
  const [one, two, three] = await holdReports(page, [500, 500, 'from the server'])
  const send = () => form(page).getByRole('button', { name: 'Send to Maintenance' }).click()
  await page.goto('/problems')
  const open = page.getByRole('main').getByRole('button', { name: 'Report a problem' }).first()
  await open.click()
  await title(page).fill(first)
  await chooseDepartment(page, 'Maintenance')
  await send()
  await page.keyboard.press('Escape')
  await open.click()
  one?.open()
  await expect(toastsBeside(page)).toContainText('Your report could not be sent. It is kept in "My reports".')

  await title(page).fill(second)
  await send()
  two?.open()
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await form(page).getByRole('button', { name: 'Report another' }).click()
  await title(page).fill(third)
  three?.open()
  await expect(toastsBeside(page)).toContainText('Sent to Maintenance.')
  await expect(title(page)).toHaveValue(third)
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(reportOf(page, first)).toContainText('It could not be sent.')
  await expect(reportOf(page, second)).toContainText('Nobody has taken it yet')
})

/** Ends the shifts of the sample's people in a department: who is on duty there depends on the time of day. */
async function endShiftsIn(page: Page, name: string) {
  const departments: { id: number; name: string }[] = await (await page.request.get('/api/v1/departments')).json()
  const departmentId = departments.find((department) => department.name === name)?.id
  const running: { id: number }[] = await (
    await page.request.get(`/api/v1/clock/now?departmentId=${departmentId}`)
  ).json()
  for (const { id } of running) {
    const data = { endTime: new Date().toISOString(), reason: 'Went home early' }
    expect((await page.request.put(`/api/v1/clock/sessions/${id}`, { data })).status()).toBe(200)
  }
}

test('what was typed survives closing, a reload and the end of the session', async ({ signedIn }) => {
  const god = await signedIn('god')
  await endShiftsIn(god, 'Grounds')
  const emergencyPhone = '+351 21 555-0112'
  expect((await god.request.put('/api/v1/organisation', { data: { emergencyPhone } })).ok()).toBe(true)
  await setClock(await signedIn('admin'), 'start')
  const page = await signedIn('user')
  const [broken, corner] = [unique('Shutter is stuck'), unique('Corner of the bar')]
  await page.goto('/today')
  await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible()
  await page.keyboard.press('r')
  await title(page).fill(broken)
  await form(page).getByRole('textbox', { name: 'Where?' }).fill(corner)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toContainText('Draft saved')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('defect')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveValue(broken)
  await expect(form(page).getByRole('textbox', { name: 'Where?' })).toHaveValue(corner)

  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(form(page).getByText('Choose who should see it').last()).toBeVisible()
  await chooseDepartment(page, 'Grounds')
  await endSessionAtWrite(page, '**/api/v1/problems')
  await form(page).getByRole('button', { name: 'Send to Grounds' }).click()
  const signIn = page.getByRole('dialog', { name: 'Your session has ended' })
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expect(signIn).toBeHidden()
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await expect(form(page).getByText('Sent to Grounds.', { exact: true })).toBeVisible()
  const nobody = 'Nobody is on duty in Grounds. The next person to clock in sees this first.'
  await expect(form(page).getByText(nobody)).toBeVisible()
  // The next one goes to the same department, from the same place, without choosing either again.
  await form(page).getByRole('button', { name: 'Report another' }).click()
  await title(page).fill(unique('And the awning'))
  await form(page).getByRole('button', { name: corner, exact: true }).click()
  await form(page).getByRole('switch', { name: 'It cannot wait' }).check()
  await form(page).getByRole('button', { name: 'Send to Grounds' }).click()
  await expect(form(page).getByText('Sent to Grounds.', { exact: true })).toBeVisible()
  // Nobody is there: the next step is a call, or a manager who is on duty elsewhere.
  const call = form(page).getByRole('link', { name: /^Emergency number/ })
  await expect(call).toHaveAttribute('href', 'tel:+351215550112')
  const { firstName, lastName } = await viewerOf(await signedIn('admin'))
  await expect(
    form(page)
      .getByRole('listitem')
      .filter({ hasText: `${firstName} ${lastName}` }),
  ).toBeVisible()
  await expectAccessibleInBoth(page)
  await god.request.put('/api/v1/organisation', { data: { emergencyPhone: null } })
})

test('of two who take a problem, the slower is told who was faster', { tag: '@long' }, async ({ signedIn }) => {
  const [first, second] = [await signedIn(samir, PHONE), await signedIn(siobhan, PHONE)]
  const pipe = unique('Pipe bangs')
  await report(await signedIn('user'), pipe, 'Maintenance', 'Boiler room')
  for (const page of [first, second]) {
    await openLive(page, `/tasks?view=kanban&q=${encodeURIComponent(pipe)}`)
    await expect(cardOf(page, pipe)).toContainText('Boiler room')
    await expect(cardOf(page, pipe)).toContainText('Reported problem')
  }
  // The second does not hear of it.
  await second.route(/\/api\/v1\/tasks\/\d+\/claim$/, async (route) => {
    await take(first, pipe).tap()
    await expect(toasts(first)).toContainText(`You have it: ${pipe}`)
    await route.continue()
  })
  await take(second, pipe).tap()
  await expect(toasts(second)).toContainText('Samir Haddad was faster')
  await expect(cardOf(second, pipe)).toContainText('Assigned to Samir Haddad')
  await expect(take(second, pipe)).toHaveCount(0)

  // Undo gives it back, and the other takes it.
  await toasts(first).getByRole('button', { name: 'Undo' }).tap()
  await expect(take(second, pipe)).toBeVisible()
  await second.unroute(/\/api\/v1\/tasks\/\d+\/claim$/)
  await take(second, pipe).tap()
  await expect(cardOf(first, pipe)).toContainText('Assigned to Siobhán Gallagher')
})

test('a problem is taken in its notification, given back with a note, and sent to another department', async ({
  signedIn,
}) => {
  const [reporter, page] = [await signedIn('user'), await signedIn(samir)]
  const door = unique('Door squeaks')
  await setClock(page, 'start')
  await openLive(page, '/today')
  const { id } = await report(reporter, door, 'Maintenance')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const entry = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: door })
  await entry.getByRole('button', { name: `I'll take it: ${door}` }).click()
  await expect(entry.getByRole('button', { name: `I'll take it: ${door}` })).toHaveCount(0)
  await expect
    .poll(async () => (await (await page.request.get(`/api/v1/tasks/${id}`)).json()).assigneeId)
    .not.toBeNull()
  await page.keyboard.press('Escape')

  await page.goto(`/tasks?task=${id}`)
  const dialog = page.getByRole('dialog', { name: door })
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  const back = page.getByRole('dialog', { name: 'Give it back' })
  await back.getByRole('textbox').fill('The hinge needs a new screw')
  await expectAccessibleInBoth(page)
  await back.getByRole('button', { name: 'Give it back' }).click()
  await expect(back).toHaveCount(0)
  await expect(dialog).toContainText('Unassigned')
  await expect(dialog.getByRole('log', { name: 'Comments' })).toContainText('The hinge needs a new screw')
  await expect(dialog.getByRole('button', { name: "I'll take it" })).toBeVisible()

  await reporter.goto(`/problems?task=${id}`)
  const own = reporter.getByRole('dialog', { name: door })
  await own.getByRole('button', { name: 'Not ours? Send it to…' }).click()
  await reporter.getByRole('menuitemradio', { name: 'Grounds' }).click()
  await expect(toasts(reporter)).toContainText('Sent to Grounds.')
  await expect(own).toContainText('Grounds')
  await setClock(page, 'stop')
})

test('taking a task needs the network, and says so', { tag: '@long' }, async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn(samir, { baseURL: network.url })
  const lift = unique('Lift hums')
  await report(await signedIn('user'), lift, 'Maintenance')
  await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(lift)}`)
  await expect(take(page, lift)).toBeVisible()
  await page.route(/\/claim$/, (route) => route.abort())
  await take(page, lift).click()
  await expect(toasts(page)).toContainText('Taking a task needs a connection')
  await expect(take(page, lift)).toBeVisible()
  await network.close()
})

test('a place gets a sign, its sign is printed, and leads to a report of that place', async ({ signedIn }) => {
  const manager = await signedIn('manager')
  const name = unique('Laundry')
  await manager.addInitScript(() => {
    window.print = () => {}
  })
  await manager.goto('/problems')
  await manager.getByRole('link', { name: 'Places and signs' }).click()
  await expect(manager.getByRole('heading', { level: 1, name: 'Places and signs' })).toBeVisible()
  await manager
    .getByRole('button', { name: /^(New place|Add the first one)$/ })
    .first()
    .click()
  const dialog = manager.getByRole('dialog', { name: 'New place' })
  await dialog.getByLabel('Name').fill(name)
  const own = await viewerOf(manager)
  await dialog.getByLabel('Department').selectOption(String(own.departmentId))
  await expectAccessibleInBoth(manager)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(manager.getByRole('link', { name })).toBeVisible()
  await expectAccessibleInBoth(manager)
  const address = await manager.getByRole('link', { name }).evaluate((link: HTMLAnchorElement) => link.href)

  await manager.getByRole('checkbox', { name: `Print the sign of ${name}` }).check()
  await manager.getByRole('button', { name: 'Print 1 sign' }).click()
  const sign = manager.locator('.print-sheet li')
  await expect(sign).toHaveCount(1)
  await expect(sign).toContainText(name)
  await expect(sign).toContainText(address.replace(/^https?:\/\//, ''))
  // The picture is dark where the code is.
  const { size, data } = encode(address, { ecc: 'Q', border: 2 })
  await manager.emulateMedia({ media: 'print' })
  const drawn = await sign
    .locator('path')
    .evaluate(
      (path: SVGPathElement, width) =>
        Array.from({ length: width }, (_, y) =>
          Array.from({ length: width }, (_, x) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))),
        ),
      size,
    )
  expect(drawn).toEqual(data)

  const user = await signedIn('user', PHONE)
  await report(user, unique('Iron is cold'), own.department?.name ?? '', name)
  await user.goto(address)
  await expect(user.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(user.getByRole('main').getByRole('listitem').filter({ hasText: 'Iron is cold' })).toBeVisible()
  await expectAccessibleInBoth(user)
  await user.getByRole('main').getByRole('button', { name: 'Report a problem' }).tap()
  await expect(form(user).getByRole('textbox', { name: 'Where?' })).toHaveValue(name)
  await title(user).fill(unique('Drum rattles'))
  await form(user)
    .getByRole('button', { name: `Send to ${own.department?.name}` })
    .tap()
  await expect(form(user).getByText(`Sent to ${own.department?.name}.`, { exact: true })).toBeVisible()
  await form(user).getByRole('button', { name: 'Done' }).tap()

  await user.goto('/p/nowhere-at-all')
  await expect(user.getByText('Unknown sign')).toBeVisible()
})

test('a place that stays open shows by itself what has become overdue', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { department } = await viewerOf(page)
  const { places } = await (await page.request.get('/api/v1/places')).json()
  const { code } = places.find(({ name }: { name: string }) => name === 'Laundry')
  const text = unique('Mangle squeaks')
  const { id } = await report(page, text, department?.name ?? '', 'Laundry')
  const dueDate = new Date(Date.now() + 600_000).toISOString()
  expect((await page.request.put(`/api/v1/tasks/${id}`, { data: { dueDate } })).ok()).toBe(true)
  await withoutServerTime(page)
  await page.clock.install()
  await page.goto(`/p/${code}`)
  const region = (name: string) => page.getByRole('region', { name })
  const item = region('Open here').getByRole('listitem').filter({ hasText: text })
  await expect(region('What happened here').getByRole('listitem').filter({ hasText: text })).toBeVisible()
  await expect(item).toContainText('Pending')
  await page.clock.fastForward('11:00')
  await expect(item).toContainText('Overdue')
})

test('guests may not report; users see no places to manage', { tag: '@long' }, async ({ signedIn }) => {
  const [guest, user] = [await signedIn('guest'), await signedIn('user')]
  await guest.goto('/problems')
  await expect(guest.getByText('Reporting problems is for members of the staff.')).toBeVisible()
  await guest.goto('/today')
  await expect(guest.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Report a problem' })).toHaveCount(0)
  await user.goto('/places')
  await expect(user.getByText('Places and their signs are for managers.')).toBeVisible()
})
