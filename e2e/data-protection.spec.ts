import { expect, expectAccessible, test } from './muster.ts'

test('a person reads what is stored of them, and downloads a copy', async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'What is stored about you' }).click()
  await expect(page.getByRole('heading', { name: 'Data protection' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^What Muster stores/ })).toContainText('365 days')
  await expect(page.getByRole('region', { name: 'Where your data go' })).toContainText('Muster calls nobody by itself')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('personal-data.zip')
})
