import type { Locator, Page } from '@playwright/test'
import {
  createTask,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  newGate,
  test,
  tryAgain,
  unique,
} from './muster.ts'

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
/** The rows of tasks, without the header row. */
const rowsIn = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })
const titlesIn = (page: Page) => page.locator('tr[data-task] a[tabindex="-1"]').allTextContents()
const toastOf = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text)
const headOf = (page: Page, name: string) => page.getByRole('columnheader', { name })
const bar = (page: Page) => page.getByRole('group', { name: 'Chosen tasks' })
const scroll = (page: Page, top: number) =>
  page.getByRole('grid').evaluate((grid, to) => grid.parentElement?.scrollTo(0, to), top)

/** Opens the table with a search, so that it does not show tasks of other tests. */
async function openTable(page: Page, search: string, more = '') {
  await page.goto(`/tasks?view=table&q=${encodeURIComponent(search)}${more}`)
  await expect(page.getByText(/^Showing /)).toBeVisible()
}

const departments = async (page: Page): Promise<{ id: number; name: string }[]> =>
  (await page.request.get('/api/v1/departments')).json()
const departmentId = async (page: Page, name: string) =>
  (await departments(page)).find((department) => department.name === name)?.id

function questionsOf(page: Page, answer: 'accept' | 'dismiss' = 'accept') {
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question[answer]()
  })
  return questions
}

test('kanban is the default; the choice is in the address and the browser remembers it', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/tasks')
  await expect(page.getByRole('radio', { name: 'Kanban' })).toBeChecked()
  await expect(page.getByRole('region', { name: /^Pending/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Table' }).check()
  await expect(page.getByRole('grid', { name: 'Tasks' })).toBeVisible()
  await expect(page).toHaveURL(/[?&]view=table/)
  await page.goBack()
  await expect(page.getByRole('region', { name: /^Pending/ })).toBeVisible()
  await page.goto('/tasks')
  await expect(page.getByRole('grid', { name: 'Tasks' })).toBeVisible()
  await page.goto('/tasks?view=kanban')
  await expect(page.getByRole('region', { name: /^Pending/ })).toBeVisible()
})

test('a row shows all fields of a task, with its dates, and opens it', async ({ signedIn }) => {
  const page = await signedIn('admin', { viewport: { width: 1440, height: 900 } })
  const title = unique('Regrout the shower in 118')
  const users: { id: string; email: string; firstName: string; lastName: string }[] = await (
    await page.request.get('/api/v1/users')
  ).json()
  const assignee = users.find(({ email }) => email === 'user@muster.example')
  if (!assignee) throw new Error('No account of the sample data has this address')
  await createTask(page, {
    title,
    priority: 'high',
    assigneeId: assignee.id,
    departmentId: await departmentId(page, 'Maintenance'),
    dueDate: '2019-03-05T00:30:00.000Z',
  })
  await openTable(page, title)
  for (const name of ['Title', 'Priority', 'Status', 'Assignee', 'Due date', 'Created', 'Department'])
    await expect(headOf(page, name)).toBeVisible()
  const today = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'Europe/Lisbon',
  }).format(Date.now())
  const cells = rowOf(page, title).getByRole('gridcell')
  await expect(cells).toHaveText([
    `Select ${title}`,
    title,
    'High',
    'Overdue',
    `${initials(assignee)}${assignee.firstName} ${assignee.lastName}`,
    'Mar 5, 2019',
    today,
    'Maintenance',
    '',
  ])
  await cells.nth(5).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(page).toHaveURL(/[?&]task=\d+/)
})
const initials = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName.charAt(0)}${lastName.charAt(0)}`

test('sorting: the newest first; a new column ascending, the same again descending', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const words = unique('Sorted')
  await createTask(page, {
    title: `${words} b`,
    priority: 'high',
    status: 'completed',
    dueDate: '2040-01-02T12:00:00Z',
  })
  await createTask(page, {
    title: `${words} c`,
    priority: 'low',
    status: 'in_progress',
    dueDate: '2020-01-02T12:00:00Z',
  })
  await createTask(page, { title: `${words} a`, priority: 'medium', status: 'pending' })
  await openTable(page, words)
  const order = () => titlesIn(page).then((titles) => titles.map((title) => title.at(-1)).join(''))

  await expect(headOf(page, 'Created')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(order).toBe('acb')
  const orders: [string, string, string][] = [
    ['Title', 'abc', 'cba'],
    ['Priority', 'cab', 'bac'],
    // Pending, in progress, completed, overdue.
    ['Status', 'abc', 'cba'],
    ['Due date', 'cba', 'abc'],
    ['Created', 'bca', 'acb'],
  ]
  for (const [name, ascending, descending] of orders) {
    await headOf(page, name).getByRole('button').click()
    await expect(headOf(page, name)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(order).toBe(ascending)
    await headOf(page, name).getByRole('button').click()
    await expect(headOf(page, name)).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(order).toBe(descending)
  }
  await headOf(page, 'Assignee').getByRole('button').click()
  await expect(page).toHaveURL(/sort=assignee&order=asc/)
  await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    /\/export\?search=Sorted.*&sort=assignee&order=asc$/,
  )
  await page.reload()
  await expect(headOf(page, 'Assignee')).toHaveAttribute('aria-sort', 'ascending')
  await expect(headOf(page, 'Department').getByRole('button')).toHaveCount(0)
})

test('in forced colours it is seen what is chosen, finished and open, and which row has the focus', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager', { forcedColors: 'active' })
  const words = unique('Contrast')
  await createTask(page, { title: `${words} open` })
  await createTask(page, { title: `${words} finished`, status: 'completed' })
  await openTable(page, words)
  const style = (target: Locator, name: string) =>
    target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)
  await page.getByRole('checkbox', { name: `Select ${words} open` }).check()
  const mark = rowOf(page, `${words} open`).locator('label svg')
  expect(await style(mark, 'color')).not.toBe(await style(page.locator('body'), 'background-color'))
  await rowOf(page, `${words} finished`).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  expect(await style(page.locator('tr:focus'), 'outline-style')).toBe('solid')
  await page.goto(`/tasks?view=kanban&q=${encodeURIComponent(words)}`)
  const finish = (title: string) => page.getByRole('button', { name: `Mark complete: ${title}` }).locator('svg')
  expect(await style(finish(`${words} open`), 'opacity')).toBe('0')
  expect(await style(finish(`${words} finished`), 'opacity')).toBe('1')
})

test('row actions: edit, mark complete, delete with the table’s own question', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Descale the kettles')
  await createTask(page, { title })
  await openTable(page, title)
  const menu = () => page.getByRole('button', { name: `Actions for ${title}` }).click()

  await menu()
  await page.getByRole('menuitem', { name: 'Edit Task' }).click()
  await page.getByRole('dialog', { name: 'Edit Task' }).getByRole('button', { name: 'Cancel' }).click()

  await menu()
  await page.getByRole('menuitem', { name: 'Mark Complete' }).click()
  await expect(toastOf(page, 'Task status updated successfully')).toBeVisible()
  await expect(rowOf(page, title)).toContainText('Completed')
  await menu()
  await expect(page.getByRole('menuitem', { name: 'Edit Task' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Mark Complete' })).toHaveCount(0)

  const questions = questionsOf(page)
  await page.getByRole('menuitem', { name: 'Delete Task' }).click()
  await expect(toastOf(page, 'Task deleted successfully')).toBeVisible()
  await expect(rowOf(page, title)).toHaveCount(0)
  expect(questions).toEqual(['Are you sure you want to delete this task?'])
})

test('actions that a role may not do are not offered', { tag: '@long' }, async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const words = unique('Whose')
  const [own, others] = [`${words} own`, `${words} of others`]
  await createTask(admin, { title: own, departmentId: await departmentId(admin, 'Housekeeping') })
  await createTask(admin, { title: others, departmentId: await departmentId(admin, 'Maintenance') })
  const entriesFor = async (page: Page, title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    const entries = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    return entries
  }

  const manager = await signedIn('manager')
  await openTable(manager, words)
  const offered = ["I'll take it", 'Mark Complete', 'Edit Task', 'Make this a routine', 'Delete Task']
  expect(await entriesFor(manager, own)).toEqual(offered)
  expect(await entriesFor(manager, others)).toEqual(['Mark Complete', 'View Task'])
  await manager.getByRole('checkbox', { name: 'Select all tasks' }).check()
  await expect(bar(manager).getByRole('button', { name: 'Status' })).toBeEnabled()
  const editing = ['Priority', 'Assignee', 'Due date', 'Delete']
  for (const name of editing) await expect(bar(manager).getByRole('button', { name })).toBeEnabled()
  await manager.getByRole('checkbox', { name: `Select ${own}` }).click()
  for (const name of editing) await expect(bar(manager).getByRole('button', { name })).toBeDisabled()

  const user = await signedIn('user')
  await openTable(user, words)
  await expect(rowsIn(user)).toHaveCount(1)
  await expect(headOf(user, 'Department')).toHaveCount(0)
  expect(await entriesFor(user, own)).toEqual(["I'll take it", 'Mark Complete', 'View Task'])
  await expect(user.getByRole('link', { name: 'Export' })).toHaveCount(0)
  await user.getByRole('button', { name: 'More' }).click()
  await expect(user.getByRole('menuitem')).toHaveText(['Print'])
  await user.keyboard.press('Escape')
  await user.getByRole('checkbox', { name: `Select ${own}` }).check()
  await expect(bar(user).getByRole('button', { name: 'Status' })).toBeVisible()
  await expect(bar(user).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(bar(user).getByRole('button', { name: 'Priority' })).toHaveCount(0)

  const guest = await signedIn('guest')
  await openTable(guest, words)
  expect(await entriesFor(guest, own)).toEqual(['View Task'])
  await expect(guest.getByRole('checkbox')).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'New Task' })).toHaveCount(0)
})

test('the footer counts the tasks that match, and all tasks', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const words = unique('Counted')
  await createTask(page, { title: words, departmentId: await departmentId(page, 'Housekeeping') })
  await openTable(page, words)
  const { total } = await (await page.request.get('/api/v1/tasks?limit=1')).json()
  await expect(page.getByText(/^Showing 1 of \d+ tasks$/)).toBeVisible()
  expect(total).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Department: All Departments' }).click()
  await page.getByRole('menuitemradio', { name: 'Housekeeping' }).click()
  await expect(page.getByText(/^Showing 1 of \d+ tasks in selected department$/)).toBeVisible()
  await expect(headOf(page, 'Department')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByText(/^Showing (\d+) of \1 tasks in selected department$/)).toBeVisible()
})

test('loading, failed, no matches, and no tasks at all', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  let answer: 'wait' | 'fail' | 'nothing' | 'pass' = 'wait'
  const gate = newGate()
  await page.route(/\/api\/v1\/tasks\?.*limit=100/, async (route) => {
    if (answer === 'wait') await gate.opened
    if (answer === 'fail') await route.fulfill({ status: 500, body: '' })
    else if (answer === 'nothing') await route.fulfill({ json: { tasks: [], total: 0, next: null } })
    else await route.continue()
  })
  await page.goto('/tasks?view=table')
  await expect(page.getByText('Loading tasks...')).toBeVisible()
  answer = 'fail'
  gate.open()
  await expect(page.getByText('The tasks could not be loaded.')).toBeVisible()
  await expect(page.getByText('No tasks found')).toHaveCount(0)
  answer = 'nothing'
  await tryAgain(page, page.getByText('No tasks found'))
  answer = 'pass'
  await page.getByRole('searchbox').fill(unique('nothing is called so'))
  await expect(page.getByText('No tasks match your filters')).toBeVisible()
  await page.goto('/tasks?view=table')
  await expect(rowsIn(page).first()).toBeVisible()
})

test('scrolling loads rows up to the last, and a new task does not move the rows in view', async ({ signedIn }) => {
  // The test has its own tasks, because other tests' tasks would come and go between the rows in view.
  const words = unique('Roll')
  const manager = await signedIn('manager')
  for (let number = 0; number < 120; number += 1) await createTask(manager, { title: `${words} ${number}` })
  const page = await signedIn('admin')
  await openTable(page, words)
  expect(await rowsIn(page).count()).toBeLessThan(60)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '121')
  await scroll(page, 1_000_000)
  await expect(page.locator('tr[data-task][aria-rowindex="121"]')).toBeVisible()

  await scroll(page, 2000)
  const id = await page.locator('tr[data-task][aria-rowindex="60"]').getAttribute('data-task')
  const row = page.locator(`tr[data-task="${id}"]`)
  const place = await row.boundingBox()
  await createTask(manager, { title: `${words} on top of all` })
  await expect(row).toHaveAttribute('aria-rowindex', '61')
  expect(await row.boundingBox()).toEqual(place)
})

test('several rows are selected by checkbox, Shift and keyboard, and changed in one call', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const words = unique('Many')
  for (const letter of 'abcd') await createTask(page, { title: `${words} ${letter}` })
  await openTable(page, words, '&sort=title&order=asc')
  const box = (letter: string) => page.getByRole('checkbox', { name: `Select ${words} ${letter}` })
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.method() !== 'GET' && calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )

  await box('a').click()
  await box('c').click({ modifiers: ['Shift'] })
  await expect(bar(page).getByText('3 selected')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'In Progress' }).click()
  await expect(toastOf(page, '3 tasks updated')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(rowsIn(page).filter({ hasText: 'In Progress' })).toHaveCount(3)

  // Moves from row to row by the keyboard alone.
  await rowOf(page, `${words} b`).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar(page).getByText('2 selected')).toBeVisible()
  await expect(rowOf(page, `${words} c`)).toBeFocused()
  await bar(page).getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await expect(toastOf(page, '2 tasks updated')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all tasks' }).check()
  await bar(page).getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('dialog').getByLabel('Due date').fill('2031-05-09')
  await page.getByRole('dialog').getByRole('button', { name: 'Set due date' }).click()
  await expect(toastOf(page, '4 tasks updated')).toBeVisible()
  await expect(rowsIn(page).filter({ hasText: 'May 9, 2031' })).toHaveCount(4)

  await page.getByRole('checkbox', { name: 'Select all tasks' }).check()
  await bar(page).getByRole('button', { name: 'Assignee' }).click()
  await page.getByRole('combobox').click()
  await page.getByRole('option').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(toastOf(page, '4 tasks updated')).toBeVisible()
  await expect.poll(() => calls).toEqual(Array(4).fill('PUT /api/v1/tasks'))

  await rowOf(page, `${words} a`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `${words} a` })).toBeVisible()
})

test('a refused change of many tasks says so, and the selection stays', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const words = unique('Refused')
  for (const letter of 'ab') await createTask(page, { title: `${words} ${letter}` })
  await openTable(page, words)
  await page.getByRole('checkbox', { name: 'Select all tasks' }).check()
  await page.route('**/api/v1/tasks', (route) =>
    route.fulfill({ status: 403, json: { message: 'No', code: 'forbidden' } }),
  )
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Completed' }).click()
  await expect(toastOf(page, /^Failed to update 2 tasks/)).toBeVisible()
  await expect(bar(page).getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the filtered list is exported', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const words = unique('Exported')
  await createTask(page, { title: `${words} b` })
  await createTask(page, { title: `${words} a` })
  await openTable(page, words, '&sort=title&order=asc')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('tasks.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  const titles = Buffer.concat(chunks)
    .toString()
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1])
  expect(titles).toEqual([`${words} a`, `${words} b`])
})

test('on a phone rows are cards, and everything works by touch', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const title = unique('Carry the long table to the terrace')
  await createTask(page, { title, dueDate: '2031-05-09T10:00:00Z' })
  await openTable(page, title)
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await expect(rowOf(page, title)).toContainText('May 9, 2031')
  await page.getByRole('button', { name: /^Sort by: Created, descending/ }).tap()
  await page.getByRole('menuitemradio', { name: 'Title' }).tap()
  await expect(page.getByRole('button', { name: /^Sort by: Title, ascending/ })).toBeVisible()
  // Until the new order is there, the rows of the previous one are paler.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select ${title}` }).tap()
  await expect(bar(page).getByRole('button', { name: 'Status' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})

test('it is accessible with rows selected', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/tasks?view=table')
  await rowsIn(page).nth(1).getByRole('checkbox').check()
  await expect(bar(page)).toBeVisible()
  await expectAccessibleInBoth(page)
})
