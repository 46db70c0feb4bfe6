import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { AnalyticsSheet } from '../src/shared/analytics-sheet.ts'
import { expect, expectAccessible, test } from './muster.ts'

/** The pages of A4 that `print` would get. */
async function sheetsOfPaper(data: Uint8Array) {
  const document = await getDocument({ data, isEvalSupported: false }).promise
  const { numPages } = document
  await document.destroy()
  return numPages
}

test('a manager reads the figures of the days before and of chosen dates', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/analytics')
  const completed = page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: /^Tasks Completed/ })
  await expect(completed).toContainText(/Before.*(more|fewer|as many)/)
  await expect(page.getByText(/^Before: .*\. A year before: /)).toBeVisible()

  await page.getByRole('button', { name: 'Earlier days' }).click()
  await expect(page).toHaveURL(/analytics\?from=[\d-]+&to=[\d-]+$/)
  await expect(page.getByRole('radio', { name: 'Dates' })).toBeChecked()
  await page.getByRole('button', { name: 'Later days' }).click()
  await expect(page.getByRole('radio', { name: 'This Week' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Later days' })).toBeDisabled()

  // The other end follows, so that no choice is refused.
  await page.getByRole('radio', { name: 'Dates' }).check()
  await page.getByLabel('First day').fill('2024-02-01')
  await expect(page).toHaveURL(/from=2024-02-01&to=2025-01-31/)
  await page.getByLabel('Last day').fill('2024-01-20')
  await expect(page).toHaveURL(/from=2024-01-20&to=2024-01-20/)
  await expect(page.getByText('How many tasks were completed on each of these days.')).toBeVisible()
  await completed.click()
  await expect(page).toHaveURL(/completedFrom=2024-01-20&completedTo=2024-01-20/)
})

test('a department stands on one page, which fits one sheet, and each figure leads to its list', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const sheet: AnalyticsSheet = await (await page.request.get('/api/v1/analytics/sheet?period=month')).json()
  await page.goto('/analytics?period=month')
  await page.getByRole('tab', { name: 'On One Page' }).click()
  const part = (name: string) => page.getByRole('region', { name })
  await expect(part('Reported problems').getByRole('row', { name: /^Reported/ })).toContainText(
    String(sheet.problems.now.reported),
  )
  for (const name of ['What became of routines', 'What was handed over', 'Hours', 'Routines missed most'])
    await expect(part(name)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  expect(await sheetsOfPaper(new Uint8Array(await page.pdf({ format: 'A4' })))).toBe(1)
  await page.emulateMedia({ media: null })

  await part('Reported problems')
    .getByRole('button', { name: `Reported: ${sheet.problems.now.reported}`, exact: true })
    .click()
  await expect(page.getByRole('dialog', { name: 'Reported problems' })).toBeVisible()
  await page.goBack()
  const place = sheet.places[0]
  await part('Places with the most problems')
    .getByRole('button', { name: `${place?.place}: ${place?.reported}`, exact: true })
    .click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(place?.reported ?? 0)
  await page.keyboard.press('Escape')
  await part('What was handed over')
    .getByRole('link', { name: /^Handed over/ })
    .click()
  await expect(page).toHaveURL(/\/handovers\?from=[\d-]+&to=[\d-]+$/)
  await page.getByRole('button', { name: 'All days' }).click()
  await expect(page).toHaveURL(/\/handovers$/)
})

test('problems are counted by place, which leads to its history', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/analytics?period=month&tab=routines')
  const byPlace = page.getByRole('table', { name: 'By place' })
  await expect(byPlace).toBeVisible()
  await expect(page.getByRole('table', { name: 'By kind' })).toBeVisible()
  await byPlace.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/p\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'What happened here' })).toBeVisible()
})
