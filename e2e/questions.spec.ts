import type { Locator, Page } from '@playwright/test'
import { expect, test } from './muster.ts'

/** Questions of a manager, each answered within as many clicks as docs/trials.md says. */

/** A page that counts its clicks, from Today on. */
async function counted(page: Page) {
  await page.goto('/today')
  await expect(page.getByRole('region', { name: 'Housekeeping', exact: true })).toBeVisible()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const go = (name: string) => click(page.getByRole('navigation').getByRole('link', { name, exact: true }).first())
  const tab = (name: string) => click(page.getByRole('tab', { name, exact: true }))
  return { click, go, tab, clicks: () => clicks }
}

test('a manager finds the answers to questions of the morning', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const main = page.getByRole('main')

  await test.step('Why was the sauna late?', async () => {
    const { click, clicks } = await counted(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').fill('sauna')
    await click(palette.getByRole('group', { name: 'Places' }).getByRole('option', { name: /^Sauna/ }))
    await expect(page.getByRole('heading', { name: 'What happened here' })).toBeVisible()
    expect(clicks()).toBe(1)
  })

  await test.step('What went wrong last night? Who is on duty now?', async () => {
    const { clicks } = await counted(page)
    await expect(page.getByRole('region', { name: 'Housekeeping', exact: true })).toBeVisible()
    expect(clicks()).toBe(0)
  })

  await test.step('Are we faster than last month?', async () => {
    const { click, go, clicks } = await counted(page)
    await go('Analytics')
    await click(page.getByRole('radio', { name: 'This Month' }))
    const card = page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: /^Avg. Completion/ })
    await expect(card).toContainText(/Before.*(longer|shorter|as long)/)
    expect(clicks()).toBe(2)
  })

  await test.step('Which routine is missed most, and why? Until when are problems taken and done? Which place has most?', async () => {
    const { click, go, tab, clicks } = await counted(page)
    await go('Analytics')
    await click(page.getByRole('radio', { name: 'This Month' }))
    await tab('Routines')
    const worst = page
      .getByRole('table', { name: /each routine, the worst first/ })
      .getByRole('row')
      .nth(1)
    await expect(worst).toContainText(/on duty|finished|running/)
    await expect(page.getByRole('table', { name: 'By department', exact: true })).toContainText(/min/)
    await expect(page.getByRole('table', { name: 'By place', exact: true })).toContainText(/min/)
    expect(clicks()).toBe(3)
  })

  await test.step('Who corrected hours?', async () => {
    const { click, go, tab, clicks } = await counted(page)
    await go('Analytics')
    await tab('On One Page')
    await click(main.getByRole('button', { name: 'Corrected hours' }))
    await expect(page.getByRole('dialog', { name: 'Corrected hours' })).toBeVisible()
    expect(clicks()).toBe(3)
  })

  await test.step('Which tasks wait longest?', async () => {
    const { go, tab, clicks } = await counted(page)
    await go('Analytics')
    await tab('Overdue')
    await expect(page.getByRole('table', { name: 'Overdue tasks, the oldest first' })).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step('What did we hand over last night?', async () => {
    const { go, clicks } = await counted(page)
    await go('Handovers')
    await expect(page.getByRole('button', { name: 'Previous day' })).toBeVisible()
    expect(clicks()).toBe(1)
  })

  await test.step('How many hours did Housekeeping work last week?', async () => {
    const { click, go, tab, clicks } = await counted(page)
    await go('Analytics')
    await click(page.getByRole('button', { name: 'Earlier days' }))
    await tab('Workload')
    const row = page.getByRole('table', { name: /^Workload by department/ }).getByRole('row', { name: /^Housekeeping/ })
    await expect(row).toContainText(/\d/)
    expect(clicks()).toBe(3)
  })
})
