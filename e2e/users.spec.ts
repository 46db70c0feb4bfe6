import { type Browser, type BrowserContextOptions, expect as baseExpect, type Page } from '@playwright/test'
import { WORKBOOK_TYPE } from '../src/shared/sheets/formats.ts'
import { workbookOf } from '../src/web/components/files/workbook.ts'
import { answerQuestion, expect, expectAccessible, openPage, PASSWORD, test, toasts, unique } from './muster.ts'

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

/** An address that no other test uses. */
const address = () => `${unique('p').replace(/\W/g, '').toLowerCase()}@muster.example`

/** Creates a person through the API, as the page's administrator. */
async function createPerson(page: Page, more: Record<string, unknown> = {}) {
  const body = { firstName: 'Ines', lastName: unique('Duarte'), email: address(), role: 'user', departmentId: 4 }
  const reply = await page.request.post('/api/v1/users', { data: { ...body, password: PASSWORD, ...more } })
  baseExpect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: string; email: string; lastName: string }
}

/** A page with that person's session, in a new context. */
async function pageOf(browser: Browser, email: string, options?: BrowserContextOptions) {
  const page = await openPage(browser, options)
  const reply = await page.request.post('/api/v1/auth/login', { data: { email, password: PASSWORD } })
  baseExpect(reply.status()).toBe(200)
  return page
}

test('a user is created, found, edited, deactivated and deleted', async ({ signedIn, browser }) => {
  const page = await signedIn('admin')
  await page.goto('/admin/users')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Department', 'Status', 'Actions'])
  await page.getByRole('button', { name: 'Create User' }).click()
  const form = dialog(page, 'Create User')
  await expect(form.getByLabel('Role')).toHaveValue('user')
  await expect(form.getByLabel('Department').locator('option:checked')).toHaveText('Operations')
  await expect(form.getByLabel('Department')).toHaveValue('8')
  await expect(form.getByLabel('Role').locator('option')).toHaveText(['Admin', 'Manager', 'User', 'Guest'])
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Please fill in all required fields', { exact: true })).toBeVisible()
  await expect(form.getByText('First name is required')).toBeVisible()
  await expectAccessible(page)

  const [name, lastName] = [address().split('@')[0], unique('Duarte')]
  const [typed, email] = [`${name}@münchen.example`, `${name}@xn--mnchen-3ya.example`]
  await form.getByLabel('First Name').fill('Inês')
  await form.getByLabel('Last Name').fill(lastName)
  await expect(form.getByLabel('Language').locator('option').first()).toHaveText('As in the browser')
  await form.getByLabel('Language').selectOption('Deutsch')
  await form.getByLabel('Email').fill('guest@muster.example')
  await form.getByRole('button', { name: 'Suggest a password' }).click()
  await expect(form.getByLabel(/^Password/)).toHaveValue(/^[a-z2-9-]{14}$/)
  await form.getByLabel(/^Password/).fill(PASSWORD)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Another account has this e-mail address')).toBeVisible()
  await form.getByLabel('Email').fill(typed)
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(['User created successfully'])
  await expect(page).toHaveURL(/\/admin\/users$/)

  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(`es ${lastName.split(' ')[1]}`)
  // The caret stays where the person types.
  await search.press('Home')
  await search.pressSequentially('in')
  await expect(search).toHaveValue(`ines ${lastName.split(' ')[1]}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, lastName)).toContainText(email)
  await page.getByRole('button', { name: `Edit Inês ${lastName}` }).click()
  await expect(dialog(page, 'Edit User').getByLabel('Language')).toHaveValue('de')
  await dialog(page, 'Edit User').getByLabel('Language').selectOption('As in the browser')
  await dialog(page, 'Edit User').getByLabel('Role').selectOption('manager')
  await dialog(page, 'Edit User').getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText(['User updated successfully'])
  await expect(row(page, lastName)).toContainText('Manager')

  const theirs = await pageOf(browser, email)
  await theirs.goto('/profile')
  await expect(theirs.getByRole('heading', { level: 2, name: lastName })).toBeVisible()
  await page.getByRole('button', { name: `More for Inês ${lastName}` }).click()
  const question = `Are you sure you want to deactivate "Inês ${lastName}"? They are signed out and clocked out immediately.`
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await answerQuestion(page, 'Cancel', question)
  await expect(row(page, lastName)).not.toContainText('Inactive')
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  await page.getByRole('button', { name: `More for Inês ${lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await answerQuestion(page, 'Deactivate', question)
  await expect(row(page, lastName)).toContainText('Inactive')
  // It appears at once, because the server closes the live connection.
  await expect(dialog(theirs, 'Your session has ended')).toBeVisible()
  await theirs.context().close()

  await page.getByRole('button', { name: `Delete Inês ${lastName}` }).click()
  await expect(toasts(page)).toContainText(['User deleted successfully'])
  expect(questions).toEqual([`Are you sure you want to delete "Inês ${lastName}"?`])
  await expect(page.getByText('No users match your filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  // People may edit their own name and e-mail. Nobody may edit a person of higher rank.
  await expect(row(page, 'admin@muster.example').getByRole('button')).toHaveCount(1)
  await expect(row(page, 'god@muster.example').getByRole('button')).toHaveCount(0)
})

test('the open work of somebody who leaves is shown, and assigned to somebody else', async ({ signedIn }) => {
  const page = await signedIn('admin')
  const leaving = await createPerson(page, { firstName: 'Lena' })
  const heir = await createPerson(page, { firstName: 'Hanno' })
  const task = { title: unique('Beat the carpets'), assigneeId: leaving.id, departmentId: 4 }
  const created = await page.request.post('/api/v1/tasks', { data: task })
  baseExpect(created.status()).toBe(201)
  const { id } = (await created.json()) as { id: number }
  const routine = { title: unique('Count the keys'), assigneeId: leaving.id, departmentId: 4, days: '* * *' }
  const rule = { opensAt: '03:00', dueAfterMinutes: 60 }
  baseExpect((await page.request.post('/api/v1/routines', { data: { ...routine, ...rule } })).status()).toBe(201)

  await page.goto(`/admin/users?q=${leaving.lastName.split(' ')[1]}`)
  await page.getByRole('button', { name: /^More for Lena/ }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const form = dialog(page, 'Deactivate User')
  await expect(form.getByRole('listitem')).toHaveText(['Open tasks: 1', 'Routines with them as assignee: 1'])
  await expect(form.getByRole('link', { name: 'Open tasks: 1' })).toHaveAttribute('href', new RegExp(leaving.id))
  await expectAccessible(page)
  const picker = form.getByLabel('Assign the open tasks and routines to')
  await picker.click()
  // Guests do no work.
  await picker.fill('guest@muster.example')
  await expect(page.getByText('Nobody matches')).toBeVisible()
  await picker.fill(heir.lastName)
  await page.getByRole('option', { name: new RegExp(heir.lastName) }).click()
  await form.getByRole('button', { name: 'Deactivate' }).click()
  await expect(toasts(page)).toContainText(['User updated successfully'])
  await expect(row(page, leaving.lastName)).toContainText('Inactive')
  const after = (await (await page.request.get(`/api/v1/tasks/${id}`)).json()) as { assigneeId: string }
  baseExpect(after.assigneeId).toBe(heir.id)

  // Nothing is left that is open, so the browser's question is enough.
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: /^Delete Lena/ }).click()
  await expect(toasts(page)).toContainText(['User deleted successfully'])
})

test('a file of people is previewed, corrected and imported', async ({ signedIn }) => {
  const page = await signedIn('admin')
  const email = address()
  const file = (lines: string[]) => ({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['First name;Last name;Email;Department', ...lines].join('\r\n'), 'latin1'),
  })
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const form = dialog(page, 'Import users')
  const choose = (lines: string[]) => form.getByLabel('CSV or Excel file').setInputFiles(file(lines))
  await choose([])
  await expect(form.getByRole('alert')).toHaveText('The file has a heading, but no people')
  await choose([`Jörg;Weiß;${email};Housekeeping`, 'Ann;;guest@muster.example;Attic'])
  await expect(form.getByRole('status')).toContainText('1 line has an error')
  await expect(form.getByRole('listitem').first()).toContainText('Line 3')
  for (const fault of [
    'Last name is required',
    'There is no department "Attic"',
    'Another account has this e-mail address',
  ]) {
    await expect(form.getByRole('listitem').first()).toContainText(fault)
  }
  await form.getByRole('combobox', { name: 'Attic' }).selectOption('Maintenance')
  await expect(form.getByText('There is no department')).toHaveCount(0)
  const wrong = form.getByRole('listitem').first()
  await wrong.getByRole('button', { name: 'Correct' }).click()
  await wrong.getByRole('textbox', { name: 'Last name' }).fill('Top')
  await wrong.getByRole('textbox', { name: 'Last name' }).press('Enter')
  await expect(wrong.getByText('Last name is required')).toHaveCount(0)
  // The address of somebody else is left: the line stays out, and the other comes in.
  await expect(wrong).toContainText('Another account has this e-mail address')
  await expect(form.getByRole('listitem').last()).toContainText('Jörg Weiß')
  await form.getByRole('button', { name: 'Import 1 user' }).click()
  const result = dialog(page, 'Hand out the links')
  await expect(result).toBeVisible()
  await expectAccessible(page)
  const link = await result.getByRole('listitem').locator('code').innerText()
  await result.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: /^The links are shown only now/ })
  await question.getByRole('button', { name: 'Keep open' }).click()
  await page.context().grantPermissions(['clipboard-write'])
  await result.getByRole('button', { name: 'Copy the link of Jörg Weiß' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await result.getByRole('button', { name: 'Done' }).click()
  // Search, because other tests import many people and only those in view are drawn.
  await page.getByLabel('Search users').fill(email)
  await expect(row(page, email)).toContainText('No password')
  const token = link.split('=')[1] ?? ''
  const accepted = await page.request.post('/api/v1/auth/accept', { data: { token, newPassword: PASSWORD } })
  expect(accepted.status()).toBe(200)
})

test('people come in from an Excel workbook', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  const email = address()
  const columns = ['Vorname', 'Nachname', 'E-Mail', 'Abteilung'].map((heading, at) => ({
    ...{ heading, kind: 'text' as const },
    value: (row: string[]) => row[at] ?? null,
  }))
  const reader = { i18n: { locale: 'de' }, timeZone: 'UTC' } as Parameters<typeof workbookOf>[3]
  const people = [['Jörg', 'Weiß', email, 'Housekeeping']]
  const buffer = Buffer.from(workbookOf('Personal', columns, people, reader))
  await page.goto('/admin/users?import=true')
  const form = dialog(page, 'Import users')
  const choose = (buffer: Buffer) =>
    form.getByLabel('CSV or Excel file').setInputFiles({ name: 'Personal.xlsx', mimeType: WORKBOOK_TYPE, buffer })
  await choose(buffer.subarray(0, buffer.length / 2))
  await expect(form.getByRole('alert')).toHaveText('The file could not be read.')
  await choose(buffer)
  await expect(form.getByRole('listitem').last()).toContainText('Jörg Weiß')
  await form.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(dialog(page, 'Hand out the links')).toContainText('Jörg Weiß')
})

test('the columns of a file are chosen, and remembered for the next file', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/admin/users?import=true')
  const form = dialog(page, 'Import users')
  const choose = () => {
    const text = `Chef,Kontakt,Wo\nAda King Lovelace,${address()},Housekeeping`
    const buffer = Buffer.from(`\ufeff${text}`, 'utf16le')
    return form.getByLabel('CSV or Excel file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  }
  await choose()
  await expect(form.getByText('Some columns were not recognised.')).toBeVisible()
  await expectAccessible(page)
  for (const [label, column] of [
    ['First and last name in one', 'Chef'],
    ['Email', 'Kontakt'],
    ['Department', 'Wo'],
  ] as const) {
    await form.getByRole('combobox', { name: label }).selectOption(column)
    await expect(form.getByRole('combobox', { name: label })).toBeEnabled()
  }
  await expect(form.getByRole('listitem')).toContainText('Ada King Lovelace')
  await form.getByRole('button', { name: 'Choose another file' }).click()
  await choose()
  await expect(form.getByRole('listitem')).toContainText('Ada King Lovelace')
  await expect(form.getByRole('button', { name: 'Import 1 user' })).toBeEnabled()
})

test('a person gets a link in place of a password, which is renewed and ended', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/admin/users?new=true')
  const form = dialog(page, 'Create User')
  const [lastName, email] = [unique('Duarte'), address()]
  await form.getByLabel('First Name').fill('Rui')
  await form.getByLabel('Last Name').fill(lastName)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('They choose the password themselves, by a link').check()
  await expect(form.getByLabel(/^Password/)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  const result = dialog(page, 'Hand out the links')
  await expect(result.getByRole('listitem')).toContainText(email)
  const done = async () => {
    await result.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  }
  await done()
  await page.getByLabel('Search users').fill(email)
  await page.getByRole('button', { name: `More for Rui ${lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Link to set a password' }).click()
  const invite = dialog(page, 'Link to set a password')
  await expect(invite).toContainText('A link that was made before works until')
  await expectAccessible(page)
  await invite.getByRole('button', { name: 'Make the link' }).click()
  await expect(result.getByRole('listitem')).toHaveCount(1)
  await done()
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: `More for Rui ${lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Link to set a password' }).click()
  await invite.getByRole('button', { name: 'End the link' }).click()
  await expect(toasts(page)).toContainText(['The link no longer works'])
  await expect(page.getByText(/no password and no link/)).toBeVisible()
})

test('an address for a link to set a password says why there is none to make', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('admin')
  await page.goto('/admin/users?invite=0190b1a0-0000-7000-8000-00000000beef')
  await expect(dialog(page, 'Link to set a password')).toContainText('There is no such user any more.')
})

test('a large import shows its progress', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/admin/users?import=true')
  const form = dialog(page, 'Import users')
  const lines = Array.from({ length: 60 }, () => `Ann,Lee,${address()},Housekeeping,${PASSWORD}`)
  const buffer = Buffer.from(['First name,Last name,Email,Department,Password', ...lines].join('\n'))
  await form.getByLabel('CSV or Excel file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await form.getByRole('button', { name: 'Import 60 users' }).click()
  await expect(form.getByRole('progressbar', { name: 'Import' })).toBeVisible()
  await expect(form).toContainText(/Importing [246]0 of 60 people/)
  await expect(toasts(page)).toContainText(['60 users imported successfully'])
})

test('1,001 users are all shown, read in two calls', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.route('**/api/v1/users?inactive=true*', async (route) => {
    const reply = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/&offset=\d+/, ''),
    })
    const [template] = await reply.json()
    const person = (at: number) => ({
      ...template,
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      lastName: `Number ${at}`,
    })
    const isRest = route.request().url().includes('offset=1000')
    const json = isRest ? [person(1000)] : Array.from({ length: 1000 }, (_, at) => person(at))
    await route.fulfill({ response: reply, json })
  })
  await page.goto('/admin/users')
  await expect(page.getByRole('tab', { name: 'Users' })).toContainText('1,001')
  await page.getByLabel('Search users').fill('Number 1000')
  await expect(page.getByRole('status')).toContainText(['1 of 1,001 users'])
})

test('on a dark phone: departments, a new name appears live, and a department in use cannot be deleted', {
  tag: '@long',
}, async ({ signedIn }) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
  const [page, colleague] = [await signedIn('admin', options), await signedIn('manager')]
  const [name, renamed] = [unique('Spa'), unique('Wellness')]
  await page.goto('/admin/users')
  await expect(page.getByRole('list', { name: 'Users' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Departments/ }).click()
  await page.getByRole('button', { name: 'New Department' }).click()
  await dialog(page, 'New Department').getByRole('button', { name: 'Create Department' }).click()
  await expect(dialog(page, 'New Department').getByText('Name is required')).toBeVisible()
  await dialog(page, 'New Department').getByLabel('Name').fill(name)
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(['Department created successfully'])
  const entry = page.getByRole('list', { name: 'Departments' }).getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText('0 people')
  await expectAccessible(page)

  await colleague.goto('/reminders')
  await colleague.getByRole('button', { name: /^Department: / }).click()
  await colleague.getByRole('menuitemradio', { name }).click()
  await expect(colleague.getByText(`Viewing ${name}`)).toBeVisible()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog(page, 'Edit Department').getByLabel('Name').fill(renamed)
  await page.keyboard.press('Control+Enter')
  await expect(toasts(page)).toContainText(['Department updated successfully'])
  await expect(colleague.getByText(`Viewing ${renamed}`)).toBeVisible()

  await page.getByRole('button', { name: 'Delete Housekeeping' }).click()
  await answerQuestion(page, 'Delete')
  await expect(toasts(page)).toContainText([/Housekeeping cannot be deleted. It still has: \d+ people, /])
  await page.getByRole('button', { name: `Delete ${renamed}` }).click()
  await answerQuestion(page, 'Delete')
  await expect(toasts(page)).toContainText(['Department deleted successfully'])
  await expect(colleague.getByText('Viewing Unknown Department')).toBeVisible()
})

test('people change their own e-mail with their password, and the bell notifies them', async ({
  signedIn,
  browser,
}) => {
  const { email, lastName } = await createPerson(await signedIn('admin'), { role: 'admin' })
  const page = await pageOf(browser, email)
  // Search, because other tests import many people and only those in view are drawn.
  await page.goto(`/admin/users?q=${encodeURIComponent(lastName)}`)
  await page.getByRole('button', { name: `Edit Ines ${lastName}` }).click()
  const form = dialog(page, 'Edit User')
  const current = form.getByLabel('Current password')
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await expect(current).toHaveCount(0)
  const to = address()
  await form.getByLabel('Email').fill(to)
  await expect(current).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Enter your current password to change your e-mail')).toBeVisible()
  await current.fill('not this one')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Current password is incorrect')).toBeVisible()
  await current.fill(PASSWORD)
  await page.keyboard.press('Control+Enter')
  await expect(row(page, to)).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notice = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(notice).toContainText('Your e-mail address was changed')
  await expect(notice).toContainText(`From ${email} to ${to}, by you`)
  await notice.getByRole('link').click()
  await expect(page).toHaveURL('/profile')
})

test('the profile: the password and the sessions', async ({ signedIn, browser }) => {
  const admin = await signedIn('admin')
  const { id, email, lastName } = await createPerson(admin, { role: 'guest' })
  await admin.request.put(`/api/v1/users/${id}`, { data: { departmentId: null } })
  const [page, phone] = [await pageOf(browser, email), await pageOf(browser, email)]
  await phone.goto('/profile')
  await page.goto('/profile')
  const facts = page.getByRole('region', { name: 'Profile' })
  for (const words of [`Ines ${lastName}`, email, 'Guest', 'No department assigned', 'Active', 'Member since', 'ID']) {
    await expect(facts).toContainText(words)
  }
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Change Password' }).click()
  const form = dialog(page, 'Change Password')
  const fill = async (current: string, next: string, confirmed = next) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel(/^New password/).fill(next)
    await form.getByLabel('Confirm new password').fill(confirmed)
    await form.getByRole('button', { name: 'Change Password' }).click()
  }
  await fill('', 'short')
  await expect(form.getByText('Current password is required')).toBeVisible()
  await expect(form.getByText('Password must be at least 6 characters long')).toBeVisible()
  await fill('not my password', 'quite a new one', 'quite another one')
  await expect(form.getByText("New passwords don't match")).toBeVisible()
  await fill('not my password', 'quite a new one')
  await expect(form.getByText('Current password is incorrect')).toBeVisible()
  await expectAccessible(page)

  const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await fill(PASSWORD, 'quite a new one')
  await expect(toasts(page)).toContainText(['Password changed successfully'])
  await expect(sessions).toHaveCount(1)
  await expect(dialog(phone, 'Your session has ended')).toBeVisible()
  await phone.getByLabel('Password', { exact: true }).fill('quite a new one')
  await phone.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog(phone, 'Your session has ended')).toHaveCount(0)
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This one')
  await sessions.nth(1).getByRole('button', { name: /^End / }).click()
  await expect(toasts(page)).toContainText(['The session has ended'])
  await expect(sessions).toHaveCount(1)

  await admin.goto(`/admin/users?q=${lastName}`)
  await admin.getByRole('button', { name: `More for Ines ${lastName}` }).click()
  await admin.getByRole('menuitem', { name: 'Where they are signed in' }).click()
  const theirs = dialog(admin, 'Where they are signed in')
  await expect(theirs.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(admin)
  await theirs.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(toasts(admin)).toContainText(['All sessions of this person have ended'])
  await expect(theirs).toHaveCount(0)
  await expect(dialog(page, 'Your session has ended')).toBeVisible()
  for (const opened of [page, phone]) await opened.context().close()
})
