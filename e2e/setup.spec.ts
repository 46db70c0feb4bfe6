import type { Page } from '@playwright/test'
import { smallPdf } from '../test/support/pdfs.ts'
import { cardOf, expect, expectAccessible, expectAccessibleInBoth, openPage, test, toasts } from './muster.ts'
import { startMuster } from './server.ts'

/** The guide has its own Muster, which has only its first account. */

const OWNER = { email: 'owner@sol.example', password: 'a long passphrase' }
let muster: Awaited<ReturnType<typeof startMuster>>

test.beforeAll(async () => {
  muster = await startMuster({ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password, TIME_ZONE: 'Europe/Lisbon' })
})
test.afterAll(() => muster.stop())
test.describe.configure({ mode: 'serial' })
/** An invitation that the first test makes. */
let link = ''

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign In')
}

/** Pastes text into the field that has the focus, as a person does from a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('from the first sign-in to the board', async ({ browser }) => {
  const page = await openPage(browser, { baseURL: muster.url, permissions: ['clipboard-write'] })
  await page.goto('/')
  await signIn(page, OWNER.email, OWNER.password)
  await expect(page).toHaveURL(/\/setup$/)

  // The name of the first account has a form of its own.
  await expect(heading(page, 'What is your name?')).toBeVisible()
  await press(page, 'Save and continue')
  await expect(page.getByText('First name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your first name' }).fill('Olga')
  await page.getByRole('textbox', { name: 'Your last name' }).fill('Owner')
  await press(page, 'Save and continue')

  // The name of the house.
  await expect(heading(page, 'What is your organisation called?')).toBeVisible()
  await press(page, 'Save and continue')
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Trattoria Sol')
  await press(page, 'Save and continue')
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Trattoria Sol')

  // The departments: suggestions are added, those that nobody chose go.
  await expect(heading(page, 'Which departments are there?')).toBeFocused()
  await page.getByRole('radio', { name: 'Restaurant' }).check()
  const names = page.getByRole('list', { name: 'New departments' }).getByRole('textbox')
  await expect(names).toHaveCount(4)
  await expect(names.first()).toHaveValue('Kitchen')
  await names.nth(2).fill('Bar & cellar')
  await press(page, 'Add a department')
  await names.nth(4).fill('Garden')
  await press(page, 'Keep Operations')
  await expect(page.getByText('Will be deleted')).toHaveCount(7)
  await expectAccessibleInBoth(page)
  await press(page, 'Save and continue')

  // The people: typed, pasted, corrected.
  await expect(heading(page, 'Who works here?')).toBeVisible()
  const department = page.getByRole('combobox', { name: 'Department' }).first()
  await expect(department.locator('option')).toHaveText([
    ...['Operations', 'Kitchen', 'Service', 'Bar & cellar', 'Office', 'Garden'],
  ])
  await page.getByLabel('First Name').first().focus()
  await paste(page, `Ada\tLovelace\tada@sol.example\tManager\tKitchen\nGrace Hopper <${OWNER.email}>`)
  await expect(page.getByLabel('Last Name').nth(1)).toHaveValue('Hopper')
  await expect(department.locator('option:checked')).toHaveText('Kitchen')
  await press(page, 'Create accounts')
  await expect(page.getByText('Another account has this e-mail address', { exact: true })).toBeVisible()
  await page.getByLabel('Email').nth(1).fill('grace@sol.example')
  await expectAccessible(page)
  await press(page, 'Create accounts')
  await expect(heading(page, 'Hand out the links')).toBeVisible()
  const links = page.getByRole('list', { name: 'Links' }).getByRole('listitem')
  await expect(links).toHaveCount(2)
  await expectAccessible(page)
  link = (await links.locator('code').first().innerText()).trim()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await press(page, 'Copy all')
  await expect(toasts(page)).toContainText(['Copied'])
  await press(page, 'Continue')

  // The first tasks.
  await expect(heading(page, 'What is to be done first?')).toBeVisible()
  await page.getByLabel(/^Check the temperatures/).check()
  await press(page, 'Create tasks and continue')

  // The places: a range in one line, and a line that is corrected where it stands.
  await expect(heading(page, 'Which rooms and places are there?')).toBeFocused()
  await expect(page.getByText('There are no places yet.')).toBeVisible()
  await press(page, 'Paste a list of places')
  const places = page.getByRole('dialog', { name: 'Paste places' })
  await expect(places.getByRole('textbox', { name: 'List' })).toBeFocused()
  await places.getByRole('textbox', { name: 'List' }).fill('Terrace;Gardens\n101–160, Floor 1\n160, Floor 1')
  const create = places.getByRole('button', { name: /^Create/ })
  await expect(places.getByRole('listitem').filter({ hasText: 'Line 3 has the same name' })).toHaveCount(0)
  await expect(places.getByText('Line 2 has the same name')).toBeVisible()
  await expect(create).toBeDisabled()
  await expectAccessible(page)
  const wrong = places.getByRole('listitem').filter({ hasText: 'Line 2 has the same name' })
  await wrong.getByRole('textbox', { name: 'Name' }).fill('Roof')
  await places.getByRole('combobox', { name: 'Gardens' }).selectOption('Garden')
  await expect(places.getByRole('listitem').filter({ hasText: 'Terrace' })).toContainText('Garden')
  await expect(places.getByRole('status')).toHaveText('62 places')
  await create.click()
  await expect(toasts(page)).toContainText(['Created 62 places'])
  await expect(page.getByText('There are 62 places.')).toBeVisible()
  await press(page, 'Continue')

  // The routines: a department that the list calls otherwise is said once.
  await press(page, 'Paste a list of routines')
  const routines = page.getByRole('dialog', { name: 'Paste a list' })
  const table = 'title;department;opens\nTill;Barcounter;06:00\nIce;Barcounter;25:99'
  await routines.getByRole('textbox', { name: 'List' }).fill(table)
  await routines.getByRole('combobox', { name: 'Barcounter' }).selectOption('Bar & cellar')
  const ice = routines.getByRole('listitem').filter({ hasText: 'Ice' })
  await expect(ice).toContainText('"25:99" is not a time of day')
  await ice.getByRole('button', { name: 'Correct' }).click()
  await ice.getByRole('textbox', { name: 'Opens' }).fill('7 am')
  await expectAccessible(page)
  await routines.getByRole('button', { name: 'Create 2 routines' }).click()
  await expect(page.getByText('There are 2 routines.')).toBeVisible()
  await press(page, 'Continue')

  // The procedures: several files. One of them only looks like a PDF.
  await press(page, 'Upload PDFs')
  const uploads = page.getByRole('dialog', { name: 'Upload several PDFs' })
  await uploads.getByLabel('PDF files', { exact: true }).setInputFiles([
    { name: 'Fire_alarm.pdf', mimeType: 'application/pdf', buffer: smallPdf() },
    { name: 'Closing the bar.pdf', mimeType: 'application/pdf', buffer: smallPdf() },
    { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no document') },
  ])
  await expect(uploads.getByLabel('Title of Fire_alarm.pdf')).toHaveValue('Fire alarm')
  await expect(uploads.getByText('Only PDF files are allowed')).toBeVisible()
  await expectAccessible(page)
  await uploads.getByRole('button', { name: 'Upload 3 files' }).click()
  await expect(uploads.getByRole('status')).toHaveText('2 of 4 files uploaded')
  await expect(uploads.getByRole('button', { name: 'Try again' })).toBeVisible()
  await uploads.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('There are 2 procedures.')).toBeVisible()
  await press(page, 'Continue')

  // A kiosk and backups can wait.
  await expect(heading(page, 'Is there a tablet at the door?')).toBeFocused()
  await press(page, 'Skip this step')
  await expect(heading(page, 'Where do backups go?')).toBeFocused()
  await expect(page.getByText('The server makes no backups by itself.')).toBeVisible()
  await press(page, 'Skip this step')

  // The list of open steps follows from the house; nobody ticks it off.
  await expect(heading(page, 'What is left')).toBeFocused()
  const left = page.getByRole('list', { name: 'Not done yet' })
  await expect(left.getByRole('listitem')).toContainText([
    ...['Emergency number of the house', 'Departments without people', 'Links that wait'],
  ])
  await expect(page.getByRole('list', { name: 'Skipped' }).getByRole('listitem')).toContainText(['Kiosk', 'Backup'])
  await expect(page.getByRole('list', { name: 'Done', exact: true })).toContainText('There are 62 places.')
  await expectAccessibleInBoth(page)
  await page.request.put('/api/v1/organisation', { data: { emergencyPhone: '112' } })
  await expect(left.getByRole('listitem')).toHaveCount(2)
  await press(page, 'Open the board')
  await expect(cardOf(page, 'Check the temperatures of fridges and freezers')).toBeVisible()
  await page.context().close()
})

test('a colleague opens the link on a dark phone, and nobody a second time', async ({ browser }) => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true } as const
  const ada = await openPage(browser, { baseURL: muster.url, ...phone })
  // A slow phone asks for the invitation and for the screen's script beside the first script, not after it.
  const [asked, screen] = ['**/auth/invitation', '**/assets/login-page-*'].map((url) => ada.waitForRequest(url))
  await ada.route('**/assets/first-screen-*', async (route) => {
    await Promise.all([asked, screen])
    await route.continue()
  })
  const calls: string[] = []
  ada.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await ada.goto(link)
  await expect(heading(ada, 'Welcome, Ada')).toBeVisible()
  for (const path of ['/auth/invitation', '/auth/session', '/organisation'])
    expect(calls.filter((call) => call === `/api/v1${path}`)).toHaveLength(1)
  await expect(ada.getByText('Trattoria Sol')).toBeVisible()
  await expect(ada.getByLabel('Email')).toHaveValue('ada@sol.example')
  expect(ada.url()).not.toContain('invite')
  await expectAccessible(ada)
  await ada.getByLabel(/^New password/).fill('short')
  await press(ada, 'Set the password and sign in')
  await expect(ada.getByText('Password must be at least 6 characters long')).toBeVisible()
  await ada.getByLabel(/^New password/).fill('my very own word')
  await ada.getByLabel(/^Confirm new password/).fill('my very own word')
  await press(ada, 'Set the password and sign in')
  await expect(ada.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await ada.goto('/setup')
  await expect(ada.getByText('Setting Muster up is for administrators.')).toBeVisible()
  await ada.context().close()

  // The link works once, and the guide no longer opens by itself.
  const late = await openPage(browser, { baseURL: muster.url })
  await late.goto(link)
  await expect(late.getByText('This link has expired or was used already. Ask for a new one.')).toBeVisible()
  await press(late, 'Back to sign in')
  await signIn(late, OWNER.email, OWNER.password)
  await expect(late.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await late.getByRole('button', { name: /^Account of/ }).click()
  await late.getByRole('menuitem', { name: 'Set up Muster' }).click()
  await expect(heading(late, 'What is left')).toBeVisible()

  // Both people move to another department at once.
  await late.goto('/admin/users')
  await press(late, 'Choose several')
  await press(late, 'Choose all 2 users')
  await expect(late.getByRole('checkbox', { name: 'Choose Ada Lovelace' })).toBeChecked()
  await expectAccessible(late)
  await late.getByRole('combobox', { name: 'Move to a department' }).selectOption('Garden')
  await expect(toasts(late)).toContainText(['2 users changed'])
  await expect(late.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Garden')
  await late.context().close()
})

test('on a phone: steps are skipped, repeated and cannot be read', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('admin', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.route('**/api/v1/setup', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away', code: 'busy' } }),
  )
  await page.goto('/setup?step=tasks')
  await expect(page.getByText('The set-up could not be loaded.')).toBeVisible()
  await page.unroute('**/api/v1/setup')
  await press(page, 'Try again')
  await expect(page.getByText('Step 4 of 9')).toBeVisible()
  await press(page, 'Skip this step')
  await expect(heading(page, 'Which rooms and places are there?')).toBeVisible()
  await page.goto('/setup?step=finish')
  await expect(heading(page, 'What is left')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^People/ })
    .last()
    .click()
  await expect(page.getByLabel('First Name')).toHaveCount(1)
  await press(page, 'Import a CSV file')
  await expect(page.getByRole('dialog', { name: 'Import users' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.goBack()
  await expect(heading(page, 'What is left')).toBeVisible()
})
