import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, toasts, unique } from './muster.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Paste a list' })
const listOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'List' })
const linesOf = (page: Page) => dialogOf(page).getByRole('list', { name: 'Routines of the list' }).getByRole('listitem')
const createButton = (page: Page) => dialogOf(page).getByRole('button', { name: /^Create/ })

interface Routine {
  title: string
  days: string
  opensAt: string
  dueAfterMinutes: number
  closesAfterMinutes: number | null
  department: { name: string } | null
  steps: { text: string }[]
}

/** The routines whose titles end alike, by their openings. */
async function routinesOf(page: Page, mark: string): Promise<Routine[]> {
  const { routines } = await (await page.request.get('/api/v1/routines')).json()
  return routines
    .filter(({ title }: Routine) => title.endsWith(mark))
    .toSorted((a: Routine, b: Routine) => a.opensAt.localeCompare(b.opensAt))
}

test('a pasted list of five with steps becomes five routines', async ({ signedIn }) => {
  const page = await signedIn('god')
  const mark = unique('')
  await page.goto('/routines')
  await page.getByRole('button', { name: 'Paste a list' }).first().click()
  await expect(listOf(page)).toBeFocused()
  await expect(createButton(page)).toBeDisabled()
  await listOf(page).fill(
    [
      `06:00-07:30 Open the kitchen${mark}`,
      '  Freezer (°C, max -18)',
      '  - Gas on',
      `6.30 Breakfast room${mark}`,
      '[ ] Coffee',
      '',
      `2 pm Check the pool${mark}`,
      '1. Chlorine',
      '2. Towels',
      '• Nets',
      `22:00-06:00 Night round${mark}`,
      `Walk the floors${mark}`,
      '25:99 No such time',
    ].join('\r\n'),
  )
  await dialogOf(page).getByLabel('Department').selectOption('Housekeeping')
  await dialogOf(page).getByLabel('Days').selectOption('Weekdays')
  await dialogOf(page).getByLabel('Opens at').fill('23:00')
  await dialogOf(page).getByLabel('Closes').selectOption('Never: it stays open')

  await expect(linesOf(page)).toHaveCount(6)
  await expect(linesOf(page).first()).toContainText('Monday to Friday at 06:00, due 07:30, stays open · Housekeeping')
  await expect(linesOf(page).first()).toContainText('2 steps')
  await expect(linesOf(page).last()).toContainText('"25:99" is not a time of day')
  await expect(createButton(page)).toBeDisabled()
  await expectAccessible(page)
  await linesOf(page).last().getByRole('checkbox').uncheck()
  await expect(dialogOf(page).getByRole('status')).toHaveText('5 routines with 6 steps')
  await listOf(page).press('Control+Enter')

  await expect(toasts(page)).toContainText('Created 5 routines')
  await expect(dialogOf(page)).toBeHidden()
  const created = await routinesOf(page, mark)
  expect(
    created.map(({ title, opensAt, dueAfterMinutes, steps }) => [
      title.slice(0, -mark.length),
      opensAt,
      dueAfterMinutes,
      steps.map(({ text }) => text),
    ]),
  ).toEqual([
    ['Open the kitchen', '06:00', 90, ['Freezer (°C, max -18)', 'Gas on']],
    ['Breakfast room', '06:30', 120, ['Coffee']],
    ['Check the pool', '14:00', 120, ['Chlorine', 'Towels', 'Nets']],
    ['Night round', '22:00', 480, []],
    ['Walk the floors', '23:00', 120, []],
  ])
  for (const { days, closesAfterMinutes, department } of created)
    expect({ days, closesAfterMinutes, department: department?.name }).toEqual({
      ...{ days: '* * 1-5', closesAfterMinutes: null, department: 'Housekeeping' },
    })
  await expect(page.getByText(`Open the kitchen${mark}`).first()).toBeVisible()
})

test('files are added to one another, and what was typed is not lost without a question', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const mark = unique('')
  await page.goto('/routines?form=list')
  const file = (name: string, text: string) =>
    dialogOf(page)
      .getByLabel('File with a list')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await file(
    'a.csv',
    `\ufeffTitle;Days;Opens;Due;Closes;Steps;Owner\r\nLinen${mark};Mon, Thu;07:00;09:00;12:00;Count;Ana`,
  )
  await file('b.csv', `Title;Days;Opens;Due;Closes;Steps;Owner\r\nBins${mark};whenever;18:00;;;;`)
  await expect(linesOf(page)).toHaveText([
    /Line 2.*Monday and Thursday.*due 09:00, closes 12:00.*1 step · Count/,
    /Line 4.*"whenever" names no days/,
  ])
  await expect(dialogOf(page).getByText('These columns are not used: Owner')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await dialogOf(page).getByRole('button', { name: 'Leave out the line with an error' }).click()
  await createButton(page).click()
  await expect(toasts(page)).toContainText('Created 1 routine')
  expect(await routinesOf(page, mark)).toMatchObject([
    { days: '* * 1,4', dueAfterMinutes: 120, closesAfterMinutes: 300 },
  ])
})

test('what the server refuses stands at its line', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/routines?form=list')
  await dialogOf(page).getByRole('button', { name: 'Try an example' }).click()
  await expect(linesOf(page)).toHaveCount(3)
  const message = 'There is no such department'
  await page.route('**/api/v1/routines/many', (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'invalid', message, issues: [{ path: 'routines.1.departmentId', message }] },
    }),
  )
  await createButton(page).click()
  await expect(linesOf(page).nth(1)).toContainText(message)
  await expect(linesOf(page).nth(0)).not.toContainText(message)
  await expect(createButton(page)).toBeDisabled()
  // The example is nobody's text: nothing is asked.
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
})

test('on a phone two hundred routines are enough', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page.goto('/routines?form=list')
  await listOf(page).fill('06:00 Open\n- Fridge\n'.repeat(201))
  await expect(dialogOf(page).getByRole('status')).toContainText(
    'These are 201 routines. You can create at most 200 routines at once',
  )
  await expect(createButton(page)).toBeDisabled()
  await expectAccessible(page)
  await listOf(page).fill('06:00 Open\n- Fridge\n'.repeat(200))
  await expect(createButton(page)).toHaveText('Create 200 routines')
  await expect(createButton(page)).toBeEnabled()
})
