import type { Page } from '@playwright/test'
import {
  cardOf,
  createTask,
  expect,
  expectAccessible,
  openForm,
  openLive,
  PASSWORD,
  PHONE,
  test,
  toasts,
  unique,
} from './muster.ts'
import { openNetwork } from './network.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const stepsOf = (page: Page) => dialogOf(page).getByRole('region', { name: 'Steps' })

const fieldOf = (page: Page, name: string) => stepsOf(page).getByRole('textbox', { name })

/** The server's value of a task's first step. */
async function savedValue(page: Page, id: number) {
  const { steps } = await (await page.request.get(`/api/v1/tasks/${id}/steps`)).json()
  return steps[0].value
}

/** Opens a task from the board, so that the back button closes it. */
async function openFromBoard(page: Page, title: string) {
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await cardOf(page, title).click()
}

/** A task of Housekeeping with these steps, made through the API. */
async function taskWithSteps(page: Page, steps: object[], task: object = {}) {
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const { id, title } = await createTask(page, { title: unique('Room round'), departmentId, ...task })
  const reply = await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps } })
  expect(reply.status(), await reply.text()).toBe(201)
  return { id, title }
}

test('a pasted list becomes steps, which are changed, ordered, deleted and brought back', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id } = await createTask(page, { title: unique('Open the kitchen') })
  await page.goto(`/tasks?task=${id}`)
  await dialogOf(page).getByRole('button', { name: 'Add steps' }).click()
  const field = dialogOf(page).getByRole('textbox', { name: 'New step' })
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1. Fridge\n2. Floor\n- [ ] Hood')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(stepsOf(page).getByRole('listitem')).toHaveText([/Fridge/, /Floor/, /Hood/])
  await field.fill('Lights')
  await field.press('Enter')
  await expect(stepsOf(page).getByRole('listitem')).toHaveCount(4)

  await stepsOf(page)
    .getByRole('button', { name: /^Fridge/ })
    .click()
  await dialogOf(page).getByRole('combobox', { name: 'What it asks for' }).first().selectOption('A number')
  await dialogOf(page).getByLabel('Smallest').fill('2')
  await dialogOf(page).getByLabel('Largest').fill('7')
  await dialogOf(page).getByLabel('Unit').fill('°C')
  await dialogOf(page).getByRole('checkbox', { name: 'Required' }).check()
  await dialogOf(page).getByLabel('Unit').press('Enter')
  await expect(stepsOf(page).getByRole('button', { name: /^Fridge.*2 to 7 °C.*required/ })).toBeVisible()

  await stepsOf(page)
    .getByRole('button', { name: /^Fridge/ })
    .press('Alt+ArrowDown')
  await expect(stepsOf(page).getByRole('listitem')).toHaveText([/Floor/, /Fridge/, /Hood/, /Lights/])
  await stepsOf(page).getByRole('button', { name: 'Actions for Hood' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(stepsOf(page).getByRole('listitem')).toHaveText([/Floor/, /Fridge/, /Lights/])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(stepsOf(page).getByRole('listitem')).toHaveText([/Floor/, /Fridge/, /Hood/, /Lights/])
  await expectAccessible(page)
})

test('steps are ticked and entered, and a required one holds the task open', async ({ signedIn }) => {
  const manager = await signedIn('manager')
  const { id } = await taskWithSteps(
    manager,
    [
      { text: 'Open the windows' },
      { text: 'Fridge', kind: 'number', unit: '°C', min: 2, max: 7 },
      { text: 'Check the safe', required: true },
    ],
    { status: 'in_progress' },
  )
  await openLive(manager, `/tasks?task=${id}`)
  const user = await signedIn('user')
  await user.goto(`/tasks?task=${id}`)
  // The second tap of a hasty finger does not take the tick away.
  const entries: string[] = []
  user.on('request', (request) => {
    if (/steps\/\d+\/value/.test(request.url())) entries.push(request.postData() ?? '')
  })
  await stepsOf(user).getByRole('checkbox', { name: 'Open the windows' }).dblclick()
  await expect(stepsOf(manager).getByRole('checkbox', { name: 'Open the windows' })).toBeChecked()
  expect(entries.map((body) => JSON.parse(body).value)).toEqual([true])
  await expect(stepsOf(manager).getByText('1 of 3')).toBeVisible()

  const number = stepsOf(user).getByRole('textbox', { name: 'Fridge' })
  await number.fill('warm')
  await number.press('Enter')
  await expect(stepsOf(user).getByText('Enter a number')).toBeVisible()
  await number.fill('9,4')
  await number.press('Enter')
  await expect(stepsOf(user).getByText('Should be 2 to 7 °C')).toBeVisible()
  await expectAccessible(user)
  await stepsOf(user).getByRole('button', { name: 'Say why' }).click()
  await expect(dialogOf(user).getByRole('textbox', { name: /comment/i })).toHaveValue(/^Fridge: 9.4 °C\. $/)

  // The open step is shown where it stands. Once it is done, the task is completed, and its dialog closes.
  await dialogOf(user).getByRole('button', { name: 'Mark Complete' }).click()
  await expect(stepsOf(user).getByRole('alert')).toHaveText('1 required step is still open.')
  await expect(stepsOf(user).getByRole('checkbox', { name: 'Check the safe' })).toBeFocused()
  await expect(user.getByLabel('Why is it complete anyway?')).toHaveCount(0)
  await expectAccessible(user)
  await user.keyboard.press('Space')
  await expect(stepsOf(user).getByRole('alert')).toHaveCount(0)
  // By keyboard: a tap within a third of a second would count as a slip.
  await dialogOf(user).getByRole('button', { name: 'Mark Complete' }).press('Enter')
  await expect(user.getByRole('dialog')).toHaveCount(0)
  await expect(toasts(user)).toContainText('Task status updated successfully')
})

test('on a phone the first tick starts a task, a refused completion opens its steps, and the words about it cover nothing', async ({
  signedIn,
}) => {
  const [page, manager] = [await signedIn('user', PHONE), await signedIn('manager')]
  const { id: assigneeId, departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const steps = [{ text: 'Air the room' }, { text: 'Check the safe', required: true }]
  const { id, title } = await taskWithSteps(manager, steps, {
    assigneeId,
    departmentId,
    dueDate: '2026-01-02T10:00:00.000Z',
  })
  const statusOf = async () => (await (await manager.request.get(`/api/v1/tasks/${id}`)).json()).status
  await openLive(page, '/today')
  await page.getByRole('button', { name: `Mark complete: ${title}` }).tap()
  await expect(dialogOf(page).getByRole('alert')).toHaveText('1 required step is still open.')
  const safe = stepsOf(page).getByRole('checkbox', { name: 'Check the safe' })
  await expect(safe).toBeInViewport()
  const air = stepsOf(page).getByRole('checkbox', { name: 'Air the room' })
  await air.check()
  await expect(dialogOf(page).getByLabel('Status')).toHaveValue('in_progress')
  // To untick it takes back both. A second tap within a third of a second would count as a slip.
  await expect(() => air.uncheck()).toPass()
  await expect(dialogOf(page).getByLabel('Status')).toHaveValue('pending')
  expect(await statusOf()).toBe('pending')

  await safe.check()
  await dialogOf(page).getByRole('button', { name: 'Mark Complete' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const foot = page.locator('#above-foot')
  await expect(foot).toHaveText('CompletedTask status updated successfullyUndo')
  await expect(toasts(page)).toHaveCount(0)
  const [words, bar, main] = [
    await foot.boundingBox(),
    await page.getByRole('navigation', { name: 'Quick access' }).boundingBox(),
    await page.getByRole('main').boundingBox(),
  ]
  expect(words?.height).toBe(44)
  expect((words?.y ?? 0) + 44).toBe(bar?.y)
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBe(words?.y)
  // At once: the words go after 5 s, which a check of the page may take.
  await foot.getByRole('button', { name: 'Undo' }).tap()
  await expect(foot).toHaveText(/^Undone/)
  await expectAccessible(page)
  await expect.poll(statusOf).toBe('in_progress')
  await expect(foot).toBeEmpty()
})

test('the form of a task names the open steps too; a task is completed anyway with a reason', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const { id, title } = await taskWithSteps(page, [{ text: 'Check the safe', required: true }], {
    status: 'in_progress',
  })
  await openLive(page, `/tasks?task=${id}`)
  const form = await openForm(page)
  await form.getByLabel('Status').selectOption('completed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('1 required step is still open. “Check the safe” is open')).toBeVisible()
  await form.getByLabel('Title').fill(`${title}, early`)
  await form.getByLabel('Status').selectOption('in_progress')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const task = dialogOf(page)
  await task.getByRole('button', { name: 'Mark Complete' }).click()
  const reason = task.getByLabel('Why is it complete anyway?')
  await reason.fill('The safe has gone')
  // The reason outlasts the dialog.
  await task.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('searchbox').first().fill(title)
  await cardOf(page, `${title}, early`).click()
  await task.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(reason).toHaveValue('The safe has gone')
  await task.getByRole('button', { name: 'Complete anyway' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const saved = await (await page.request.get(`/api/v1/tasks/${id}`)).json()
  expect(saved).toMatchObject({ title: `${title}, early`, status: 'completed' })
})

test('a procedure and its page are chosen by keyboard', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id } = await createTask(page, { title: unique('Fold the napkins') })
  await page.goto(`/tasks?task=${id}`)
  await dialogOf(page).getByRole('button', { name: 'Add a procedure' }).click()
  // Other tests add procedures: of many one is found by typing.
  const procedure = dialogOf(page).getByRole('combobox', { name: 'Procedure' })
  if (await procedure.evaluate((field) => field.tagName === 'SELECT')) await procedure.selectOption({ index: 1 })
  else for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await procedure.press(key)
  const number = dialogOf(page).getByRole('textbox', { name: 'Page' })
  await number.fill('0')
  await number.press('Enter')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Enter a page')
  await number.fill('1')
  await number.press('Enter')
  await expect(dialogOf(page).getByRole('region', { name: 'Procedure' })).toContainText('Page 1')
})

test('a text without a network does not replace what somebody else has entered since, and can still be read', async ({
  signedIn,
}) => {
  const manager = await signedIn('manager')
  const { id } = await taskWithSteps(manager, [
    { text: 'Under the sink', kind: 'text' },
    { text: 'Fridge', kind: 'number' },
  ])
  const network = await openNetwork()
  const page = await signedIn('user', { baseURL: network.url, viewport: { width: 360, height: 740 } })
  await page.goto(`/tasks?task=${id}`)
  const sink = stepsOf(page).getByRole('textbox', { name: 'Under the sink' })
  const fridge = stepsOf(page).getByRole('textbox', { name: 'Fridge' })
  await expect(sink).toBeVisible()
  network.down = true
  await sink.fill('All is dry')
  await sink.press('Enter')
  await expect(page.getByText('1 change waits to be sent')).toBeVisible()
  await fridge.fill('9.5')
  await fridge.press('Enter')
  await expect(page.getByText('2 changes wait to be sent')).toBeVisible()
  const { steps } = await (await manager.request.get(`/api/v1/tasks/${id}/steps`)).json()
  const found = 'It leaks, the valve is closed'
  for (const [at, value] of [found, 4].entries())
    expect((await manager.request.put(`/api/v1/steps/${steps[at].id}/value`, { data: { value } })).status()).toBe(200)

  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(sink).toHaveValue(found)
  await expect(fridge).toHaveValue('4')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '2 were refused' }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' }).getByRole('listitem')
  await expect(list.nth(0)).toContainText('All is dry')
  await expect(list.nth(0)).toContainText('Refused: Somebody else has changed this step meanwhile')
  await expect(list.nth(1)).toContainText('9.5')
  await expectAccessible(page)
  await network.close()
})

test('a page that does not show yet what somebody else has entered does not replace it', { tag: '@long' }, async ({
  signedIn,
}) => {
  const manager = await signedIn('manager')
  const { id } = await taskWithSteps(manager, [{ text: 'Under the sink', kind: 'text' }])
  const page = await signedIn('user')
  await page.goto(`/tasks?task=${id}`)
  const sink = stepsOf(page).getByRole('textbox', { name: 'Under the sink' })
  await expect(sink).toBeVisible()
  await page.route(`**/api/v1/tasks/${id}/steps`, () => {})
  const steps = async () => (await (await manager.request.get(`/api/v1/tasks/${id}/steps`)).json()).steps
  const [step] = await steps()
  const data = { value: 'It leaks, the valve is closed' }
  expect((await manager.request.put(`/api/v1/steps/${step.id}/value`, { data })).status()).toBe(200)
  await sink.fill('All is dry')
  await sink.press('Enter')
  await expect(toasts(page)).toContainText('Somebody else has changed this step meanwhile')
  expect((await steps())[0].value).toBe(data.value)
})

test('steps that are ticked without a network are sent once when it returns, also after more than 12 hours', async ({
  signedIn,
}) => {
  const manager = await signedIn('manager')
  const { id } = await taskWithSteps(manager, [{ text: 'Water the palms' }, { text: 'Lock the gate' }])
  const network = await openNetwork()
  const page = await signedIn('user', { baseURL: network.url })
  await page.goto(`/tasks?task=${id}`)
  const tick = (name: string) => stepsOf(page).getByRole('checkbox', { name })
  await expect(tick('Water the palms')).toBeVisible()
  await page.waitForLoadState('networkidle')
  network.down = true
  await page.clock.setFixedTime(Date.now() - 13 * 3_600_000)
  await tick('Water the palms').check()
  await expect(page.getByText('1 change waits to be sent').first()).toBeVisible()
  await page.clock.setFixedTime(Date.now())
  await tick('Lock the gate').check()
  await expect(page.getByText('2 changes wait to be sent').first()).toBeVisible()
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(async () => {
    const { steps } = await (await manager.request.get(`/api/v1/tasks/${id}/steps`)).json()
    // A time that is too old for the server is replaced by the time of arrival.
    for (const { doneAt } of steps) expect(Date.now() - Date.parse(doneAt)).toBeLessThan(3_600_000)
  }).toPass()
  await network.close()
})

test('what is typed into a step is saved when the task is closed or the page is hidden', async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 } })
  const { id, title } = await taskWithSteps(page, [{ text: 'Fridge', kind: 'number', unit: '°C' }])
  await openFromBoard(page, title)
  const fridge = fieldOf(page, 'Fridge')
  await fridge.fill('4.2')
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect.poll(() => savedValue(page, id)).toBe(4.2)

  await cardOf(page, title).click()
  await expect(fridge).toHaveValue('4.2')
  await fridge.fill('5')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect.poll(() => savedValue(page, id)).toBe(5)

  await cardOf(page, title).click()
  await fridge.fill('6')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => savedValue(page, id)).toBe(6)

  // A refused value stays in its field, to be sent again.
  await page.route('**/api/v1/steps/*/value', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await fridge.fill('7')
  await fridge.press('Enter')
  await expect(stepsOf(page).getByText('The step could not be saved')).toBeVisible()
  await expect(fridge).toHaveValue('7')
  await fridge.press('Enter')
  await expect.poll(() => savedValue(page, id)).toBe(7)
})

test('a tablet that is turned keeps what is typed into steps, and the focus', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { viewport: { width: 1180, height: 820 } })
  const { id } = await taskWithSteps(page, [{ text: 'Fridge', kind: 'number' }])
  await page.goto(`/tasks?task=${id}`)
  const fridge = fieldOf(page, 'Fridge')
  const comment = dialogOf(page).getByRole('textbox', { name: 'Write a comment' })
  const left = async (part: typeof fridge) => (await part.boundingBox())?.x ?? 0
  await fridge.fill('4.')
  await expect.poll(async () => (await left(comment)) > (await left(fridge))).toBe(true)
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect.poll(async () => (await left(comment)) < (await left(fridge))).toBe(true)
  await expect(fridge).toBeFocused()
  await page.keyboard.type('2')
  await page.setViewportSize({ width: 1180, height: 820 })
  await expect(fridge).toHaveValue('4.2')
  expect(await savedValue(page, id)).toBeNull()
  await fridge.press('Enter')
  await expect.poll(() => savedValue(page, id)).toBe(4.2)

  await stepsOf(page).getByRole('button', { name: 'Edit steps' }).click()
  await fieldOf(page, 'New step').fill('Freezer')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(fieldOf(page, 'New step')).toHaveValue('Freezer')
})

test('what somebody else enters while one types is shown before it is replaced', async ({ signedIn }) => {
  const page = await signedIn('user')
  const manager = await signedIn('manager')
  const { id, title } = await taskWithSteps(manager, [{ text: 'Under the sink', kind: 'text' }])
  const { steps } = await (await manager.request.get(`/api/v1/tasks/${id}/steps`)).json()
  const enter = (value: string) => manager.request.put(`/api/v1/steps/${steps[0].id}/value`, { data: { value } })
  await openLive(page, `/tasks?q=${encodeURIComponent(title)}`)
  await cardOf(page, title).click()
  const field = fieldOf(page, 'Under the sink')
  await field.fill('Dry')
  const readAgain = page.waitForResponse((response) => response.url().endsWith(`/tasks/${id}/steps`))
  await enter('Leaks, the plumber is called')
  await readAgain
  await expect(field).toHaveValue('Dry')
  await field.press('Enter')
  const note = stepsOf(page).getByText('Somebody else has changed this step meanwhile')
  await expect(note).toContainText('Leaks, the plumber is called')
  await expect(field).toHaveValue('Dry')
  expect(await savedValue(page, id)).toBe('Leaks, the plumber is called')
  await expectAccessible(page)
  await field.press('Enter')
  await expect(note).toBeHidden()
  await expect.poll(() => savedValue(page, id)).toBe('Dry')

  // A person who has changed nothing after all replaces nothing.
  await field.fill('Dry now')
  await enter('Leaks again')
  await field.fill('Dry')
  await field.press('Enter')
  await expect(field).toHaveValue('Leaks again')
  expect(await savedValue(page, id)).toBe('Leaks again')
})

test('a value that the server refuses stays in its field, also when the task was closed', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const { id, title } = await taskWithSteps(page, [{ text: 'Hand over', kind: 'text' }])
  await openFromBoard(page, title)
  const field = fieldOf(page, 'Hand over')
  const fault = stepsOf(page).getByText('The step could not be saved')
  let status = 500
  const json = { error: 'oops', code: 'internal', message: 'Something went wrong' }
  await page.route('**/api/v1/steps/*/value', (route) => route.fulfill({ status, json }))
  for (status of [500, 429]) {
    await field.fill(`The key is at the desk ${status}`)
    await field.press('Enter')
    await expect(fault).toBeVisible()
    await expect(field).toHaveValue(`The key is at the desk ${status}`)
  }
  await expectAccessible(page)
  await field.fill('The key is in the safe')
  await expect(fault).toBeHidden()
  const refused = page.waitForResponse((response) => response.url().endsWith('/value'))
  await page.goBack()
  await expect(dialogOf(page)).toHaveCount(0)
  await refused
  await expect(toasts(page)).toContainText('Something went wrong')
  await cardOf(page, title).click()
  await expect(field).toHaveValue('The key is in the safe')
  await expect(fault).toBeVisible()
  await page.unroute('**/api/v1/steps/*/value')
  await field.press('Enter')
  await expect(fault).toBeHidden()
  await expect.poll(() => savedValue(page, id)).toBe('The key is in the safe')
})

test('what is typed into a step outlasts the end of the session', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id } = await taskWithSteps(page, [{ text: 'Fridge', kind: 'number' }])
  await page.goto(`/tasks?task=${id}`)
  const fridge = fieldOf(page, 'Fridge')
  await fridge.fill('4.2')
  // Saving is to be the first call that finds no session.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await fridge.press('Enter')
  const signIn = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(signIn).toBeVisible()
  await expect(page.locator('section input[inputmode=decimal]')).toHaveValue('4.2')
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expect(signIn).toBeHidden()
  await expect(fridge).toHaveValue('4.2')
  await fridge.press('Enter')
  await expect.poll(() => savedValue(page, id)).toBe(4.2)
})
