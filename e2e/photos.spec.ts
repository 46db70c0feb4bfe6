import type { Page } from '@playwright/test'
import { pictures } from '../sample/pictures.ts'
import { draw } from '../src/server/sample/draw.ts'
import { createTask, expect, expectAccessible, openLive, test, unique } from './muster.ts'
import { openNetwork } from './network.ts'
import { dropStored, forgetLoosePhotos, photosIn, putPhoto } from './stored-photos.ts'

const dialogOf = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Write a comment' })
const commentOf = (page: Page, text: string) =>
  dialogOf(page).getByRole('log', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text }).first()
/** The field of files that is not the camera's. */
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  dialogOf(page).locator('input[type=file][multiple]').setInputFiles(files)
const photo = (name: keyof typeof pictures) => {
  const { png } = draw(pictures[name], 1)
  return { name: `${name}.png`, mimeType: 'image/png', buffer: png }
}

test('photos go with a comment, and one that cannot be read holds up nothing', async ({ signedIn }) => {
  const manager = await signedIn('manager')
  const { departmentId } = await (await manager.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(manager, { title: unique('Look at the leak'), departmentId })
  await openLive(manager, `/tasks?task=${id}`)
  const user = await signedIn('user')
  await user.goto(`/tasks?task=${id}`)
  await choose(user, [
    photo('leak'),
    { name: 'IMG_0001.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\u0018ftypheic') },
    photo('tile'),
  ])
  await expect(dialogOf(user).getByText('This browser cannot read HEIC photos.', { exact: false })).toBeVisible()
  await field(user).fill('It comes from above')
  await dialogOf(user).getByRole('button', { name: 'Send' }).click()

  const shown = commentOf(manager, 'It comes from above').getByRole('img', { name: /^Photo/ })
  await expect(shown).toHaveCount(2)
  await shown.first().click()
  const viewer = manager.getByRole('dialog', { name: 'Photo 1 of 2' })
  await expect(viewer).toBeVisible()
  await expectAccessible(manager)
  await manager.keyboard.press('ArrowRight')
  await expect(manager.getByRole('dialog', { name: 'Photo 2 of 2' })).toBeVisible()
  await manager.keyboard.press('Escape')
  await expect(manager.getByRole('dialog', { name: /^Photo/ })).toHaveCount(0)
  await expect(dialogOf(manager)).toBeVisible()
  // Unsent photos stay, to be tried again or removed.
  await dialogOf(user).getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(dialogOf(user).getByText('This browser cannot read HEIC photos.', { exact: false })).toHaveCount(0)
})

test('ten photos that are taken without a network arrive once after it returns, in order', async ({ signedIn }) => {
  const manager = await signedIn('manager')
  const { departmentId } = await (await manager.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(manager, { title: unique('Photograph the rooms'), departmentId })
  const network = await openNetwork()
  const page = await signedIn('user', { baseURL: network.url })
  await page.goto(`/tasks?task=${id}`)
  await expect(field(page)).toBeVisible()
  // The comments are there, too.
  await expect(dialogOf(page).getByRole('log', { name: 'Comments' })).toBeVisible()
  network.down = true
  const names = Object.keys(pictures) as (keyof typeof pictures)[]
  // Their widths tell them apart.
  const files = Array.from({ length: 10 }, (_, at) => {
    const { png } = draw(pictures[names[at % names.length] ?? 'leak'], 0.5 + at / 10)
    return { name: `${at}.png`, mimeType: 'image/png', buffer: png }
  })
  await choose(page, files)
  await field(page).fill('All ten rooms')
  await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  await expect(commentOf(page, 'All ten rooms').getByRole('img', { name: /^Photo/ })).toHaveCount(10)
  await expect(commentOf(page, 'All ten rooms')).toContainText('Waits for a connection')
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(commentOf(page, 'All ten rooms')).toContainText('just now', { timeout: 30_000 })
  const { comments } = await (await manager.request.get(`/api/v1/tasks/${id}/comments`)).json()
  expect(comments).toHaveLength(1)
  const widths = comments[0].photos.map(({ width }: { width: number }) => width)
  expect(widths).toEqual(Array.from({ length: 10 }, (_, at) => Math.round(400 * (0.5 + at / 10))))
  await network.close()
})

test('a photo that the server has is kept neither in the memory of the page nor in the browser', {
  tag: '@long',
}, async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn('manager', { baseURL: network.url })
  await page.addInitScript(() => {
    const inMemory = new Set<string>()
    const { createObjectURL, revokeObjectURL } = URL
    URL.createObjectURL = (source) => {
      const url = createObjectURL.call(URL, source)
      inMemory.add(url)
      return url
    }
    URL.revokeObjectURL = (url) => {
      inMemory.delete(url)
      revokeObjectURL.call(URL, url)
    }
    Object.assign(globalThis, { inMemory })
  })
  const inMemory = () => page.evaluate(() => (globalThis as unknown as { inMemory: Set<string> }).inMemory.size)
  const { id } = await createTask(page, { title: unique('Look at the tiles') })
  await page.goto(`/tasks?task=${id}`)
  const write = async (text: string) => {
    await choose(page, [photo('leak'), photo('tile')])
    await field(page).fill(text)
    await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  }
  const expectSent = async (text: string) => {
    await expect(commentOf(page, text)).toContainText('just now')
    const shown = commentOf(page, text).getByRole('img', { name: /^Photo/ })
    await expect(shown).toHaveCount(2)
    for (const picture of await shown.all())
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect.poll(inMemory).toBe(0)
    expect(await photosIn(page)).toEqual([])
  }
  await write('At once')
  await expectSent('At once')

  network.down = true
  await write('Later')
  await expect(commentOf(page, 'Later')).toContainText('Waits for a connection')
  expect(await inMemory()).toBe(2)
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectSent('Later')
  await network.close()
})

test('photos that nobody has sent go when the next one is taken', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id: owner } = await (await page.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(page, { title: unique('Look at the roof') })
  await page.goto(`/tasks?task=${id}`)
  await putPhoto(page, 'old', owner, 31)
  await putPhoto(page, "somebody else's", '01951849-1e80-79bd-abe7-5a192cd970ae')
  await putPhoto(page, 'recent', owner, 29)
  await choose(page, [photo('leak')])
  // The one that was taken stays, too, until its comment is sent.
  await expect.poll(() => photosIn(page)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), 'recent'])
})

test('photos of a draft that the server has forgotten are sent again with the comment', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { id } = await createTask(page, { title: unique('Look at the cellar') })
  await page.goto(`/tasks?task=${id}`)
  await forgetLoosePhotos(0)
  await choose(page, [photo('leak'), photo('tile')])
  await field(page).fill('Since Friday')
  await forgetLoosePhotos(2)
  await page.reload()
  const chosen = dialogOf(page).getByRole('list', { name: 'Photos' }).getByRole('img')
  await expect(chosen).toHaveCount(2)
  for (const picture of await chosen.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  await expect(commentOf(page, 'Since Friday')).toContainText('just now')
  await expect(commentOf(page, 'Since Friday').getByRole('img', { name: /^Photo/ })).toHaveCount(2)
  expect(await photosIn(page)).toEqual([])
})

test('a photo that neither the server nor the browser has any more holds up nothing that waits', {
  tag: '@long',
}, async ({ signedIn }) => {
  const network = await openNetwork()
  const page = await signedIn('manager', { baseURL: network.url })
  const { id } = await createTask(page, { title: unique('Look at the attic') })
  await page.goto(`/tasks?task=${id}`)
  await forgetLoosePhotos(0)
  await choose(page, [photo('leak'), photo('tile')])
  await field(page).fill('Since Friday')
  await expect.poll(() => photosIn(page)).toHaveLength(2)
  await expect(dialogOf(page).getByRole('progressbar')).toHaveCount(0)
  network.down = true
  await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  await expect(commentOf(page, 'Since Friday')).toContainText('Waits for a connection')
  await forgetLoosePhotos(2)
  const [gone = ''] = await photosIn(page)
  await dropStored(page, gone)
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(commentOf(page, 'Since Friday')).toContainText('just now')
  await expect(commentOf(page, 'Since Friday').getByRole('img', { name: /^Photo/ })).toHaveCount(1)
  await expect(page.getByText('The photo could not be sent').first()).toBeVisible()
  await network.close()
})

test('the photo of a step that waits is sent again if the server has forgotten it', { tag: '@long' }, async ({
  signedIn,
}) => {
  const network = await openNetwork()
  const page = await signedIn('manager', { baseURL: network.url })
  const { id } = await createTask(page, { title: unique('Photograph the bath') })
  await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps: [{ text: 'The bath', kind: 'photo' }] } })
  await page.goto(`/tasks?task=${id}`)
  await forgetLoosePhotos(0)
  let isAway = true
  await page.route('**/api/v1/steps/*/value', (route) => (isAway ? route.abort() : route.continue()))
  const steps = dialogOf(page).getByRole('region', { name: 'Steps' })
  await steps.locator('input[type=file]').setInputFiles(photo('tile'))
  await expect(steps.getByText('1 of 1')).toBeVisible()
  await forgetLoosePhotos(1)
  isAway = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await (await page.request.get(`/api/v1/tasks/${id}/steps`)).json()).steps[0].photoId)
    .not.toBeNull()
  await expect.poll(() => photosIn(page)).toEqual([])
  await network.close()
})

/** Sends a photo and writes a comment with it, as the page's person. */
async function commentWithPhotos(page: Page, taskId: number, text: string, names: (keyof typeof pictures)[]) {
  const photoIds = []
  for (const name of names) {
    const id = crypto.randomUUID()
    const reply = await page.request.put(`/api/v1/photos/${id}`, { multipart: { file: photo(name) } })
    expect(reply.status(), await reply.text()).toBe(201)
    photoIds.push(id)
  }
  const reply = await page.request.post(`/api/v1/tasks/${taskId}/comments`, { data: { text, photoIds } })
  expect(reply.status(), await reply.text()).toBe(201)
}

/** Beside an open dialog a toast is hidden from the accessibility tree, but announced. */
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', includeHidden: true }).click()

test('a photo is removed from a comment and brought back, before the eyes of others', async ({ signedIn }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
  const [manager, user] = [await signedIn('manager'), await signedIn('user', phone)]
  const { departmentId } = await (await manager.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(manager, { title: unique('Look at the leak'), departmentId })
  await commentWithPhotos(user, id, '', ['leak', 'tile'])
  await openLive(manager, `/tasks?task=${id}`)
  await user.goto(`/tasks?task=${id}&comments=true`)
  const { firstName } = await (await user.request.get('/api/v1/auth/session')).json()
  const shown = (page: Page) => commentOf(page, firstName)
  const images = (page: Page) => shown(page).getByRole('img', { name: /^Photo/ })
  await expect(images(user)).toHaveCount(2)

  for (const left of [1, 0]) {
    await images(user).first().tap()
    const button = user.getByRole('dialog', { name: /^Photo 1 of/ }).getByRole('button', { name: 'Remove the photo' })
    const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 }
    expect([width >= 44, height >= 44]).toEqual([true, true])
    await expectAccessible(user)
    await button.tap()
    await expect(images(user)).toHaveCount(left)
    await expect(images(manager)).toHaveCount(left)
  }
  await expect(shown(manager)).toContainText('Photo removed')
  await expect(user.getByRole('dialog', { name: /^Photo/ })).toHaveCount(0)
  await expect(dialogOf(user)).toBeVisible()
  // At once: a toast goes after a few seconds, which a check of the page may take.
  await undo(user)
  await expect(images(user)).toHaveCount(1)
  await expectAccessible(user)
  await expect(images(manager)).toHaveCount(1)
  await expect(shown(manager)).not.toContainText('Photo removed')
  await manager.getByRole('button', { name: 'History' }).click()
  const history = manager.getByRole('region', { name: 'History' })
  await expect(history).toContainText('restored a photo')
  await expect(history).toContainText('removed a photo')

  // A guest sees the photo, and cannot remove it.
  const guest = await signedIn('guest')
  await guest.goto(`/tasks?task=${id}`)
  await images(guest).first().click()
  await expect(guest.getByRole('dialog', { name: 'Photo 1 of 1' })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Remove the photo' })).toHaveCount(0)
})

test('the photo of a step is removed and brought back, and stays where the server is out of reach', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const { id } = await createTask(page, { title: unique('Photograph the bed'), departmentId })
  await page.request.post(`/api/v1/tasks/${id}/steps`, { data: { steps: [{ text: 'The bed', kind: 'photo' }] } })
  await page.goto(`/tasks?task=${id}`)
  const steps = dialogOf(page).getByRole('region', { name: 'Steps' })
  await steps.locator('input[type=file]').setInputFiles(photo('tile'))
  await expect(steps.getByText('1 of 1')).toBeVisible()
  const picture = steps.getByRole('button', { name: 'The bed', exact: true })
  await expect(picture).toBeVisible()

  await steps.getByRole('button', { name: 'Remove' }).click()
  await expect(steps.getByText('0 of 1')).toBeVisible()
  await expect(picture).toHaveCount(0)
  await undo(page)
  await expect(steps.getByText('1 of 1')).toBeVisible()
  await expect(picture).toBeVisible()

  await page.route('**/api/v1/photos/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await picture.click()
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByText('No connection. Please try again.').first()).toBeVisible()
  await expect(picture).toBeVisible()
  await expect(steps.getByText('1 of 1')).toBeVisible()
})
