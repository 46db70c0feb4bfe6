import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readWorkbook } from '../test/support/workbook.ts'
import { expect, expectAccessible, test } from './muster.ts'

/** A manager chooses the format of exported files. */

const menuOf = (page: Page) => page.getByRole('button', { name: 'Format of the file' })

/** The file that an action downloads. */
async function downloaded(page: Page, act: () => Promise<unknown>): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return { file, bytes: await readFile(await file.path()) }
}

test('the format of a file is chosen once, and remembered for every export', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/clock?view=team')
  const link = page.getByRole('link', { name: 'Export' })
  await expect(link).toHaveAttribute('href', /\/hours\/export$/)
  await expectAccessible(page)

  await menuOf(page).click()
  await expect(page.getByRole('menuitemradio')).toHaveText([
    /^CSV with commas: 8\.50 · .\d{4}-.\d\d-.\d\d.$/,
    /^CSV with semicolons: 8,50 · .\d{4}-.\d\d-.\d\d.$/,
    'Excel workbook (.xlsx)',
  ])
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(/^CSV with commas/)
  const chosen = await downloaded(page, () => page.getByRole('menuitemradio', { name: 'Excel workbook' }).click())
  expect(chosen.file.suggestedFilename()).toBe('hours.xlsx')
  const [hours] = readWorkbook(chosen.bytes)
  expect(hours?.rows[0]?.[2]).toEqual({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(hours?.rows.slice(1).every((row) => typeof row[9] === 'number')).toBe(true)

  await page.reload()
  const again = await downloaded(page, () => link.click())
  expect(again.file.suggestedFilename()).toBe('hours.xlsx')

  await page.goto('/analytics')
  const shown = await downloaded(page, () => page.getByRole('button', { name: 'Export', exact: true }).click())
  expect(shown.file.suggestedFilename()).toMatch(/^trend-tasks-.*\.xlsx$/)
  const [trend] = readWorkbook(shown.bytes)
  expect(trend?.rows).toHaveLength(31)
  expect(trend?.rows[1]).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }, expect.any(Number)])

  await page.goto('/tasks?view=table')
  await expect(link).toHaveAttribute('download', 'tasks.xlsx')
  await expect(link).toHaveAttribute('href', /[?&]format=xlsx$/)
})

test('by keyboard on a phone’s width, in German', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, locale: 'de-DE' })
  await page.goto('/clock?view=team')
  const menu = page.getByRole('button', { name: 'Format der Datei' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio').nth(1)).toHaveText(/: 8,50 · .\d\d\.\d\d\.\d{4}.$/)
  const { file, bytes } = await downloaded(page, () => page.keyboard.press('Enter'))
  expect(file.suggestedFilename()).toBe('hours.csv')
  expect(bytes.toString()).toMatch(/;\d\d\.\d\d\.\d{4};/)
  await expect(menu).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
