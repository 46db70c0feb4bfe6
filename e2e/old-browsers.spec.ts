import { cardOf, createTask, expect, openPage, test, unique } from './muster.ts'

/** Takes away features that an older browser than the tests' lacks. */
test('in the oldest browsers people work as in others', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { title } = await createTask(page, { title: unique('Beat the rugs') })
  await page.addInitScript(() => {
    for (const name of ['toReversed', 'toSorted', 'toSpliced', 'with']) Reflect.deleteProperty(Array.prototype, name)
    for (const name of ['showPopover', 'hidePopover', 'checkVisibility'])
      for (const { prototype } of [HTMLElement, Element]) Reflect.deleteProperty(prototype, name)
    for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name)
    for (const name of ['withResolvers', 'try']) Reflect.deleteProperty(Promise, name)
    for (const name of ['groupBy']) for (const owner of [Object, Map]) Reflect.deleteProperty(owner, name)
  })
  await page.goto('/tasks?view=board')
  await expect(cardOf(page, title)).toBeVisible()
  await cardOf(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitemradio', { name: 'In Progress' }).click()
  await expect(page.getByRole('region', { name: /^In Progress/ }).getByRole('article', { name: title })).toBeVisible()
  await cardOf(page, title).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Task' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Task' }).getByLabel('Title')).toHaveValue(title)
  expect(
    await page.evaluate(() => [[3, 1, 2].toSorted(), [1, 2].toReversed(), [1, 2].with(-1, 3), [1, 2].toSpliced(0, 1)]),
  ).toEqual([[1, 2, 3], [2, 1], [1, 3], [2]])
})

test('a browser that is too old is told so in its language, and what helps', async ({ browser }) => {
  const page = await openPage(browser, { locale: 'de-DE' })
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'))
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { name: 'Dieser Browser ist zu alt für Muster' })).toBeVisible()
  await expect(page.getByText('Chrome 109, Firefox 115, Safari 15.4')).toBeVisible()
  await page.context().close()
})
