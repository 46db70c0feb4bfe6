import type { Page } from '@playwright/test'
import { adobeForm, pdfInCodes, pdfOf, pictureBomb } from '../test/support/pdfs.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  inDatabase,
  PASSWORD,
  signIn,
  test,
  toasts,
  unique,
} from './muster.ts'

const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
/** A toast over a dialog. The dialog hides it from queries by role. */
const toast = (page: Page, text: string) => page.locator('li').getByText(text)
const pdf = (name: string, ...pages: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOf({ pages }),
})

/** Uploads an SOP through the API, as the page's person. */
async function uploadSop(
  page: Page,
  title: string,
  { departmentId = '', pages = ['Towels'], content = pdfOf({ pages }) } = {},
) {
  const file = { name: 'towels.pdf', mimeType: 'application/pdf', buffer: content }
  const multipart = { title, departmentId, file }
  const reply = await page.request.post('/api/v1/sops', { multipart })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; title: string; fileUrl: string }
}

test('an SOP is uploaded, changed with a new file, read in both versions, and deleted', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Folding towels')
  await page.goto('/sops')
  await page.getByRole('button', { name: 'Upload SOP' }).click()
  const form = dialog(page, 'Upload SOP')
  const submit = form.getByRole('button', { name: 'Upload', exact: true })
  const expectRefusal = async (text: string) => {
    await submit.click()
    await expect(toast(page, 'Validation Error')).toBeVisible()
    await expect(toast(page, text)).toBeVisible()
  }
  await expectRefusal('Title is required')
  await form.getByLabel('Title').fill(title)
  await expectRefusal('Please select a PDF file')
  await form.getByLabel('PDF file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expectRefusal('Only PDF files are allowed')
  await form.getByLabel('PDF file').setInputFiles({ ...pdf('a.pdf'), buffer: Buffer.from('<html>') })
  await submit.click()
  await expect(toast(page, 'Only PDF files are allowed')).toBeVisible()
  await form.getByLabel('PDF file').setInputFiles(pdf('Folding.pdf', 'First edition'))
  await form.getByLabel('Department').selectOption('Housekeeping')
  await submit.click()
  await expect(toasts(page)).toContainText('SOP uploaded successfully')
  await expect(page).toHaveURL(/\/sops$/)
  const group = page.getByRole('region', { name: 'Housekeeping' })
  await expect(group.getByRole('article', { name: title })).toContainText('Version 1.0')
  await expect(card(page, title)).toContainText('Amara Okafor')

  await card(page, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const editing = dialog(page, 'Edit Procedure')
  await editing.getByLabel('Version').fill('2.0')
  await editing.getByLabel('New file').setInputFiles(pdf('Folding 2.pdf', 'Second edition', 'Another page'))
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Procedure updated successfully')
  await expect(card(page, title)).toContainText('2 pages')

  await card(page, title).getByRole('link', { name: title, exact: true }).click()
  const viewer = dialog(page, title)
  await expect(viewer.getByText('Second edition')).toBeVisible()
  await viewer.getByRole('button', { name: 'Version 2.0' }).click()
  await dialog(page, 'Versions')
    .getByRole('button', { name: /^Version 1\.0/ })
    .click()
  await expect(viewer.getByText('First edition')).toBeVisible()
  await expect(viewer).toContainText('This is an earlier version.')
  const download = page.waitForEvent('download')
  await viewer.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Folding.pdf')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  const admin = await signedIn('admin')
  const questions: string[] = []
  admin.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  await admin.goto('/sops')
  await card(admin, title)
    .getByRole('button', { name: `Delete ${title}` })
    .click()
  await expect(toasts(admin)).toContainText('SOP deleted successfully')
  expect(questions).toEqual([`Are you sure you want to delete "${title}"?`])
  await expect(card(page, title)).toHaveCount(0)
})

test('a word on page 7 is found, and the result opens page 7', async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.goto('/sops')
  await expect(page.getByRole('region', { name: 'Global SOPs' })).toContainText('2')
  await expect(page.getByRole('region', { name: 'Maintenance' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Search procedures').fill('évacuation')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Search procedures').fill('blanket burning')
  const documents = page.getByRole('region', { name: 'In the documents' })
  await expect(documents.getByRole('link')).toHaveCount(1)
  await expect(documents.getByRole('link')).toContainText('Page 7')
  await expect(documents.locator('mark').first()).toHaveText('blanket')
  await documents.getByRole('link').click()
  const viewer = dialog(page, 'Fire and evacuation')
  await expect(viewer.getByLabel('Page', { exact: true })).toHaveValue('7')
  await expect(viewer.getByRole('region', { name: 'Page 7', exact: true })).toBeInViewport()
  await expect(
    viewer.locator('[data-page-number="7"] mark, [data-page-number="7"] .highlight').first(),
  ).toBeInViewport()
  await expect(page).toHaveURL(/page=7/)
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('article', { name: 'Fire and evacuation' })).toBeVisible()
  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await page.getByLabel('Search procedures').fill('zebra crossing')
  await expect(page.getByText('No SOPs Found')).toBeVisible()
})

test('a search says how many documents it does not know yet', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  const setText = (state: string) =>
    inDatabase(`update sop_versions set text_state = '${state}'
      where sop_id = (select id from sops where title = 'Fire and evacuation')`)
  const note = page.getByText('1 document is still being read and cannot be searched yet.')
  await setText('waiting')
  await page.goto('/sops?q=zebra crossing')
  await expect(page.getByText('No SOPs Found')).toBeVisible()
  await expect(note).toBeVisible()
  await page.getByLabel('Search procedures').fill('blanket')
  await expect(page.getByRole('region', { name: 'In the documents' })).toContainText('1 document is still being read')
  await setText('done')
  await page.goto('/sops?q=zebra crossing')
  await expect(page.getByText('No SOPs Found')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('reading is confirmed, readers are listed and reminded, and a new version must be read again', async ({
  signedIn,
}) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const session = await (await manager.request.get('/api/v1/auth/session')).json()
  const sop = await uploadSop(manager, unique('Turn-down service'), { departmentId: String(session.departmentId) })
  await user.goto('/')
  await user
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .waitFor()
  await manager.goto(`/sops?sop=${sop.id}`)
  const viewer = dialog(manager, sop.title)
  await viewer.getByRole('button', { name: 'Readers' }).click()
  const readers = dialog(manager, 'Readers')
  await expect(readers).toContainText('Version 1.0: read by 0 of 4 people')
  await user.request.post('/api/v1/clock/start', { data: {} })
  const missing = readers.getByRole('region', { name: 'Not yet' })
  await expect(missing.getByRole('listitem').filter({ hasText: 'Daniel Wójcik' })).toContainText('On duty')
  await expect(readers).toContainText(/\d (person|people) who (has|have) not read it (is|are) on duty now\./)
  await readers.getByRole('button', { name: 'Remind 3 people' }).click()
  await expect(toast(manager, 'Reminded 3 people')).toBeVisible()
  // It goes after a while.
  await toasts(user).filter({ hasText: 'Please read a procedure' }).getByRole('button', { name: 'Open' }).click()
  const opened = dialog(user, sop.title)
  await expect(opened).toBeVisible()
  await readers.getByRole('button', { name: 'Remind 3 people' }).click()
  await expect(toast(manager, 'Everybody was reminded within the last hour')).toBeVisible()

  await opened.getByRole('button', { name: 'I have read and understood this' }).click()
  await expect(opened).toContainText('You confirmed this version on')
  await expect(readers).toContainText('Version 1.0: read by 1 of 4 people')
  await expect(readers.getByRole('region', { name: 'Have read it' })).toContainText('Daniel Wójcik')

  const multipart = { version: '2.0', file: pdf('two.pdf', 'Two') }
  await manager.request.put(`/api/v1/sops/${sop.id}`, { multipart })
  await expect(opened.getByRole('button', { name: 'I have read and understood this' })).toBeVisible()
  await expect(readers).toContainText('Version 2.0: read by 0 of 4 people')
  await user.request.post('/api/v1/clock/stop', { data: {} })
})

test('on a phone: pages, zoom, find; a document that cannot be shown says so', { tag: '@long' }, async ({
  signedIn,
  browser,
}) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'dark' })
  const pages = Array.from(
    { length: 30 },
    (_, at) => `Page number ${at + 1}\n${at % 10 === 4 ? 'Linen cupboard' : 'Nothing'}`,
  )
  const sop = await uploadSop(page, unique('Thirty pages'), { pages })
  await page.goto(`/sops?sop=${sop.id}`)
  const viewer = dialog(page, sop.title)
  await viewer.getByText('Pages', { exact: true }).click()
  await expect(viewer.getByText('Page number 1', { exact: true })).toBeVisible()
  await viewer.getByLabel('Page', { exact: true }).fill('25')
  await page.keyboard.press('Enter')
  await expect(viewer.getByText('Page number 25', { exact: true })).toBeInViewport()
  await expect(page).toHaveURL(/page=25/)
  await expect(viewer.locator('.page canvas')).not.toHaveCount(30)
  await viewer.getByRole('button', { name: 'Find in document' }).click()
  await viewer.getByLabel('Find in document', { exact: true }).and(viewer.getByRole('searchbox')).fill('linen')
  await expect(viewer.getByRole('status').filter({ hasText: 'of 3' })).toHaveText('3 of 3')
  await viewer.getByRole('button', { name: 'Next match' }).click()
  await expect(viewer.getByLabel('Page', { exact: true })).toHaveValue('5')
  const width = () =>
    viewer
      .locator('.page')
      .first()
      .evaluate((element) => element.clientWidth)
  const before = await width()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.route(`**${sop.fileUrl}*`, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 broken' }),
  )
  await page.reload()
  await expect(viewer.getByText('This PDF cannot be shown here')).toBeVisible()
  await expect(viewer.getByRole('alert').getByRole('link', { name: 'Download' })).toHaveAttribute('href', /version=1/)

  const guest = await browser.newPage({ baseURL: process.env.MUSTER_URL ?? '' })
  await signIn(guest, 'guest')
  await guest.goto('/sops')
  await expect(guest.getByText('Access Restricted')).toBeVisible()
  await guest.close()
})

test('a document that cannot be fully shown or searched says so; a word in a Japanese document is found', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const bomb = await uploadSop(page, unique('Floor plan'), { content: pictureBomb(100_000) })
  const form = await uploadSop(page, unique('Visa form'), { content: adobeForm() })
  const japanese = await uploadSop(page, unique('客室'), {
    content: pdfInCodes('japanese', '客室のタオルを交換してください。'),
  })

  await page.goto(`/sops?sop=${form.id}`)
  const viewer = dialog(page, form.title)
  await expect(viewer.getByRole('status').filter({ hasText: 'Adobe' })).toHaveText(
    'This is a form that only Adobe Acrobat Reader can show. Download it and open it there.',
  )
  await expectAccessibleInBoth(page)
  await page.goto(`/sops?sop=${bomb.id}`)
  // The message appears as soon as the server knows.
  await expect(dialog(page, bomb.title)).toContainText('its text cannot be searched', { timeout: 90_000 })

  await page.goto('/sops')
  const documents = page.getByRole('region', { name: 'In the documents' })
  await page.getByLabel('Search procedures').fill('タオル')
  // It appears as soon as the text has been read.
  await expect(documents.getByRole('button').filter({ hasText: japanese.title })).toBeVisible({ timeout: 90_000 })
  await expect(documents.locator('mark').first()).toHaveText('タオル')
})

test('when the session ends while a document is read, a dialog renews it, and reading goes on', {
  tag: '@long',
}, async ({ signedIn, browser }) => {
  const owner = await signedIn('manager')
  // So large that the viewer reads each page's content only when the page is opened.
  const bytes = Buffer.from(`%${'x'.repeat(1_000_000)}\nBT /F1 12 Tf 60 780 Td (Towels) Tj ET`)
  const large = pdfOf({ pages: ['1', '2', '3', '4'], content: { dictionary: '', bytes } })
  const small = await uploadSop(owner, unique('Short'))
  const long = await uploadSop(owner, unique('Long'), { content: large })

  const context = await browser.newContext({ baseURL: process.env.MUSTER_URL ?? '', serviceWorkers: 'block' })
  const page = await context.newPage()
  const signInAgain = async () => {
    const signInDialog = dialog(page, 'Your session has ended')
    await signInDialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signInDialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(signInDialog).toHaveCount(0)
  }
  await page.request.post('/api/v1/auth/login', { data: { email: 'user@muster.example', password: PASSWORD } })
  /** Ends the session at the next request for the file. */
  const endSessionAt = ({ fileUrl }: { fileUrl: string }) =>
    page.route(
      `**${fileUrl}*`,
      async (route) => {
        await context.clearCookies()
        await route.fallback({ headers: { ...route.request().headers(), cookie: '' } })
      },
      { times: 1 },
    )
  for (const sop of [small, long]) {
    await endSessionAt(sop)
    await page.goto(`/sops?sop=${sop.id}`)
    await signInAgain()
    await expect(dialog(page, sop.title).locator('[data-page-number="1"]').getByText('Towels')).toBeVisible()
  }

  // In the middle of reading, when the viewer requests only a part of the file.
  await endSessionAt(long)
  const viewer = dialog(page, long.title)
  await viewer.getByLabel('Page', { exact: true }).fill('4')
  await page.keyboard.press('Enter')
  await signInAgain()
  await expect(viewer.locator('[data-page-number="4"]').getByText('Towels')).toBeInViewport()
  await context.close()
})

test('of very many SOPs only those in view are drawn, but all are counted, reached and found', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('user')
  const total = 1658
  await page.route('**/api/v1/sops', async (route) => {
    const [first] = await (await route.fetch()).json()
    const many = Array.from({ length: total }, (_, at) => ({
      ...first,
      id: 100_000 + at,
      title: `Procedure ${at}`,
      department: null,
      departmentId: null,
    }))
    await route.fulfill({ json: many })
  })
  await page.goto('/sops')
  const group = page.getByRole('region', { name: 'Global SOPs' })
  await expect(group.getByRole('heading', { level: 2 })).toHaveText(`Global SOPs${total}`)
  await expect(card(page, 'Procedure 0')).toBeVisible()
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length)
  expect(await elements()).toBeLessThan(6_000)
  await expectAccessible(page)

  const content = page.locator('#content')
  await content.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(card(page, `Procedure ${total - 1}`)).toBeVisible()
  expect(await elements()).toBeLessThan(6_000)
  // By keyboard, from the last one back beyond the drawn ones.
  await card(page, `Procedure ${total - 1}`)
    .getByRole('button')
    .first()
    .focus()
  for (let at = 0; at < 70; at += 1) await page.keyboard.press('Shift+Tab')
  await expect(card(page, `Procedure ${total - 71}`).getByRole('button')).toBeFocused()

  await page.getByLabel('Search procedures').fill('procedure 777')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(group.getByRole('heading', { level: 2 })).toHaveText(`Global SOPs${total}`)
})
