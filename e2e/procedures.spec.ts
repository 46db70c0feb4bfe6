import type { Locator, Page } from '@playwright/test'
import { handbook, longHandbook, scannedPdf } from '../test/support/laid-out-pdfs.ts'
import { pdfOf } from '../test/support/pdfs.ts'
import { cardOf, expect, expectAccessibleInBoth, PHONE, test, toasts, unique } from './muster.ts'

/** Reading procedures: their text, their pages by touch, and their versions. */

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })

async function uploadSop(page: Page, title: string, buffer: Buffer) {
  const file = { name: 'handbook.pdf', mimeType: 'application/pdf', buffer }
  const reply = await page.request.post('/api/v1/sops', { multipart: { title, file } })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; title: string }
}

/** Waits until the texts are read, which happens after the uploads, one by one. */
async function textsAreRead(page: Page, sops: { id: number }[]) {
  for (const sop of sops) {
    const stateOf = async () => (await (await page.request.get(`/api/v1/sops/${sop.id}/text`)).json()).state
    await expect.poll(stateOf, { timeout: 120_000 }).not.toBe('waiting')
  }
}

/** Touches the screen with fingers that move from one place to another, as a real screen reports them. */
async function touch(page: Page, fingers: [from: [number, number], to: [number, number]][], steps = 8) {
  const session = await page.context().newCDPSession(page)
  const at = (share: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
    }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('on a phone a procedure is read as text: large, searched, where one was; pages are one tap away', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin')
  const sop = await uploadSop(admin, unique('Linen'), await longHandbook(300))
  const scanned = await uploadSop(admin, unique('Scanned'), scannedPdf())
  const lists = await uploadSop(admin, unique('Handbook'), await handbook())
  await textsAreRead(admin, [sop, scanned, lists])
  const page = await signedIn('user', PHONE)
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await dialog(page, 'Menu').getByRole('link', { name: 'SOP library' }).click()
  await expect(page).toHaveURL(/\/sops$/)

  await page.goto(`/sops?sop=${lists.id}`)
  await expect(dialog(page, lists.title).getByRole('heading', { name: 'Linen handbook', level: 3 })).toBeVisible()
  await expect(dialog(page, lists.title).getByRole('listitem').nth(1)).toHaveText('–Torn ones apart.')
  await expectAccessibleInBoth(page)

  await page.goto(`/sops?sop=${sop.id}`)
  const viewer = dialog(page, sop.title)
  const text = viewer.getByRole('region', { name: `Text of ${sop.title}` })
  const chapter = (number: number) => text.getByRole('heading', { name: `Chapter ${number}`, exact: true })
  await expect(chapter(1)).toBeInViewport()
  const sizeOf = () =>
    text
      .locator('p')
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await sizeOf()).toBeGreaterThanOrEqual(17)
  await viewer.getByRole('button', { name: 'Larger text' }).click()
  await viewer.getByRole('button', { name: 'Larger text' }).click()
  expect(await sizeOf()).toBe(22)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await viewer.getByLabel('Page', { exact: true }).fill('250')
  await page.keyboard.press('Enter')
  await expect(chapter(250)).toBeInViewport()
  await expect(page).toHaveURL(/page=250/)
  await viewer.getByRole('button', { name: 'Find in document' }).click()
  await viewer.getByRole('searchbox').fill('CHÄPTER 26')
  const status = viewer.getByRole('status').filter({ hasText: ' of ' })
  await expect(status).toHaveText('2 of 11')
  await expect(text.locator('mark[data-match="1"]')).toBeInViewport()
  await viewer.getByRole('button', { name: 'Previous match' }).click()
  await expect(status).toHaveText('1 of 11')
  await expect(chapter(26)).toBeInViewport()
  await viewer.getByRole('button', { name: 'Next match' }).click()
  await viewer.getByRole('button', { name: 'Next match' }).click()
  await expect(chapter(261)).toBeInViewport()
  await expect(page).toHaveURL(/page=26\d/)

  // Somewhere within a page, and later there again, from the list of procedures.
  await viewer.getByRole('button', { name: 'Close the search' }).click()
  const top = () => chapter(261).evaluate((element) => element.getBoundingClientRect().top)
  await text.evaluate((element) => element.scrollBy(0, 600))
  const before = await top()
  await expect(page).toHaveURL(/page=261/)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('muster.procedure-places')))
    .toContain(`[${sop.id},1,261,`)
  await page.goto(`/sops?sop=${sop.id}`)
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(200)
  expect(await sizeOf()).toBe(22)

  await text.getByRole('button', { name: 'See page 262 of the PDF' }).click()
  await expect(viewer.getByRole('region', { name: 'Page 262', exact: true })).toBeInViewport()
  await expect(viewer.getByLabel('Page', { exact: true })).toHaveValue('262')
  await viewer.getByText('Text', { exact: true }).click()
  await expect(chapter(262)).toBeInViewport()
  await viewer.getByRole('button', { name: 'I have read and understood this' }).click()
  await expect(viewer).toContainText('You confirmed this version on')

  await page.goto(`/sops?sop=${scanned.id}`)
  await expect(dialog(page, scanned.title)).toContainText('This PDF has no text: its pages are pictures.')
  await expect(dialog(page, scanned.title).getByRole('region', { name: 'Page 1', exact: true })).toBeVisible()
})

test('two fingers zoom the pages about what is between them, and a double tap zooms in and back', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager', PHONE)
  const sop = await uploadSop(page, unique('Pinch'), pdfOf({ pages: ['One', 'Two', 'Three'] }))
  await page.goto(`/sops?sop=${sop.id}`)
  const viewer = dialog(page, sop.title)
  await viewer.getByText('Pages', { exact: true }).click()
  const first = viewer.locator('.page').first()
  await expect(first.locator('canvas')).toBeVisible()
  const box = () => first.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  /** Pixels drawn for each pixel of the screen. Far in, pdf.js draws the visible part on a canvas of its own. */
  const sharpness = () =>
    first.evaluate((element) => {
      const canvases = [...element.querySelectorAll('canvas')]
      return Math.max(...canvases.map((canvas) => canvas.width / canvas.getBoundingClientRect().width))
    })
  const before = await box()

  // The point on the page that is between the fingers stays between them, where they go.
  const shareAt = ({ left, top, width, height }: DOMRect, x: number, y: number) => [
    (x - left) / width,
    (y - top) / height,
  ]
  await touch(page, [
    [
      [150, 300],
      [80, 280],
    ],
    [
      [210, 300],
      [260, 280],
    ],
  ])
  await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(3, 1)
  const [was, is] = [shareAt(before, 180, 300), shareAt(await box(), 170, 280)]
  expect(Math.abs((is[0] ?? 0) - (was[0] ?? 1))).toBeLessThan(0.02)
  expect(Math.abs((is[1] ?? 0) - (was[1] ?? 1))).toBeLessThan(0.02)
  await expect.poll(sharpness).toBeGreaterThan(0.9)
  // The app itself is as large as it was, and one finger scrolls sideways too.
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  await expect(viewer.getByRole('button', { name: 'I have read and understood this' })).toBeInViewport()
  const left = (await box()).left
  await touch(page, [
    [
      [250, 300],
      [100, 300],
    ],
  ])
  await expect.poll(async () => (await box()).left).toBeLessThan(left - 80)

  const tapTwice = async () => {
    for (let tap = 0; tap < 2; tap += 1)
      await touch(
        page,
        [
          [
            [200, 320],
            [200, 320],
          ],
        ],
        0,
      )
  }
  await tapTwice()
  await expect.poll(async () => Math.round((await box()).width)).toBe(Math.round(before.width))
  await tapTwice()
  await expect.poll(async () => (await box()).width / before.width).toBeCloseTo(2.2, 1)
})

test('a new file gets the next version and says what changed, before it is confirmed', async ({ signedIn }) => {
  const [manager, user] = [await signedIn('manager'), await signedIn('user')]
  const { departmentId } = await (await manager.request.get('/api/v1/auth/session')).json()
  const file = { name: 'one.pdf', mimeType: 'application/pdf', buffer: pdfOf({ pages: ['One'] }) }
  const title = unique('Bathroom')
  const multipart = { title, departmentId: String(departmentId), file }
  const sop = await (await manager.request.post('/api/v1/sops', { multipart })).json()
  await user.goto(`/sops?sop=${sop.id}`)
  await expect(dialog(user, title)).toContainText('Version 1.0')

  await manager.goto(`/sops?edit=${sop.id}`)
  const form = dialog(manager, 'Edit Procedure')
  await expect(form.getByLabel('What changed')).toHaveCount(0)
  await form.getByLabel('New file').setInputFiles({ ...file, buffer: pdfOf({ pages: ['Two'] }) })
  await expect(form.getByLabel('Version')).toHaveValue('1.1')
  await form.getByRole('button', { name: 'Choose another file' }).click()
  await expect(form.getByLabel('Version')).toHaveValue('1.0')
  await form.getByLabel('New file').setInputFiles({ ...file, buffer: pdfOf({ pages: ['Two'] }) })
  await form.getByLabel('What changed').fill('Blue cloth for tiles')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(manager)).toContainText('Procedure updated successfully')

  const opened = dialog(user, title)
  await expect(opened).toContainText('What changed: Blue cloth for tiles')
  await opened.getByRole('button', { name: 'Version 1.1' }).click()
  const versions = dialog(user, 'Versions')
  await expect(versions.getByRole('listitem').first()).toContainText(
    /Version 1\.1Current.*Amara Okafor.*What changed: Blue cloth/,
  )
  await expectAccessibleInBoth(user)
  await versions.getByRole('button', { name: /^Version 1\.0/ }).click()
  await expect(opened).toContainText('This is an earlier version.')

  await manager.goto(`/sops?edit=${sop.id}`)
  await form.getByLabel('Version').fill('1.0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(
    manager.locator('li').getByText('This procedure has had version 1.0 already. Choose another one.'),
  ).toBeVisible()
})

test('a new task is given its procedure and page, which stay for another one', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const sop = await uploadSop(page, unique('Rooms'), pdfOf({ pages: ['One', 'Two', 'Three'] }))
  const titles = [unique('Make the bed'), unique('Make the cot')]
  await page.goto('/tasks?new=true')
  const form = dialog(page, 'New Task')
  await form.getByLabel('Title').fill(titles[0] ?? '')
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/sops'))
  await form.getByRole('button', { name: 'Add a procedure' }).click()
  await asked
  const procedure = form.getByLabel('Procedure', { exact: true })
  await expect(procedure).toBeFocused()
  await choose(page, procedure, sop)
  const number = form.getByLabel('Page', { exact: true })
  await expect(number).toHaveValue('1')
  await number.fill('two')
  await form.getByRole('checkbox', { name: 'Create another' }).check()
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form.getByText('Enter a page')).toBeVisible()
  await number.fill('4')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form.getByText('The procedure has 3 pages')).toBeVisible()
  await number.fill('2')
  await expectAccessibleInBoth(page)
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('')
  await expect(number).toHaveValue('2')
  await form.getByLabel('Title').fill(titles[1] ?? '')
  await form.getByRole('checkbox', { name: 'Create another' }).uncheck()
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect(form).toHaveCount(0)
  for (const title of titles) {
    await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
    await cardOf(page, title).click()
    await expect(page.getByRole('region', { name: 'Procedure' })).toContainText(`${sop.title}Page 2`)
  }
})

/** Chooses a procedure in its field: a list of the browser, or one with a search where there are many. */
async function choose(page: Page, field: Locator, { id, title }: { id: number; title: string }) {
  if ((await field.evaluate((element) => element.tagName)) === 'SELECT') return field.selectOption(String(id))
  await field.fill(title)
  await page.getByRole('option', { name: title }).click()
}
