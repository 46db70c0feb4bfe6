import type { Page } from '@playwright/test'
import type { ProblemFigures, RoutineFigures } from '../src/shared/analytics-routines.ts'
import { expect, expectAccessible, expectAccessibleInBoth, test, tryAgain, unique } from './muster.ts'

const tabOf = (page: Page, period: string) => page.goto(`/analytics?tab=routines&period=${period}`)
const list = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The figures of a period in which something was missed: at the beginning of a month that is this week. */
async function figuresOf(page: Page) {
  const of = async (period: string) => {
    const reply = await page.request.get(`/api/v1/analytics/routines?period=${period}`)
    return { period, figures: (await reply.json()) as RoutineFigures }
  }
  const month = await of('month')
  return month.figures.total.missed > 0 ? month : of('week')
}

test('the figures of routines and problems lead to their lists', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { period, figures } = await figuresOf(page)
  const { total, causes, hours } = figures
  expect(Object.values(causes).reduce((sum, count) => sum + count, 0)).toBe(total.missed)
  await page.goto(`/analytics?period=${period}`)
  await page.getByRole('tab', { name: 'Routines' }).click()
  await page.getByRole('button', { name: `Missed: ${total.missed}`, exact: true }).click()
  await expect(list(page, 'Missed occurrences').getByRole('listitem')).toHaveCount(total.missed)
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: `Nobody was on duty: ${causes.nobody_on_duty}` }).click()
  const unstaffed = list(page, 'Missed occurrences').getByRole('listitem')
  await expect(unstaffed).toHaveCount(causes.nobody_on_duty)
  await expect(unstaffed.filter({ hasText: 'Nobody was on duty' })).toHaveCount(causes.nobody_on_duty)
  await page.keyboard.press('Escape')

  const hour = hours.find(({ missed }) => missed > 0)
  const map = page.getByRole('table', { name: 'Missed occurrences by weekday and by the hour in which they opened' })
  await map
    .getByRole('button', { name: `: ${hour?.missed} of ${hour?.opened} missed` })
    .first()
    .click()
  await expect(list(page, 'Missed occurrences').getByRole('listitem')).toHaveCount(hour?.missed ?? 0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessibleInBoth(page)

  const table = page.waitForResponse((reply) => reply.url().includes('outcome=late') && reply.ok())
  await page.getByRole('link', { name: `Done late: ${total.late}`, exact: true }).click()
  await expect(page).toHaveURL(/\/tasks\?view=table&outcome=late&occurredFrom=[\d-]+&occurredTo=/)
  await expect(page.getByRole('button', { name: /^Outcome: Done late/ })).toBeVisible()
  expect(await (await table).json()).toMatchObject({ total: total.late })
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Routines', selected: true })).toBeVisible()
})

test('a reported problem is counted live, and its figure leads to it', { tag: '@long' }, async ({ signedIn }) => {
  const [page, colleague] = [await signedIn('manager'), await signedIn('user')]
  const [department] = await (await page.request.get('/api/v1/departments')).json()
  const before: ProblemFigures = await (await page.request.get('/api/v1/analytics/problems?period=day')).json()
  await tabOf(page, 'day')
  await expect(page.getByRole('heading', { name: 'Reported problems' })).toBeVisible()
  const title = unique('The lamp of the stairs is out')
  const reply = await colleague.request.post('/api/v1/problems', { data: { title, departmentId: department.id } })
  expect(reply.status(), await reply.text()).toBe(201)
  await page.getByRole('button', { name: `Open now: ${before.open + 1}` }).click()
  await list(page, 'Open problems').getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/tasks\?task=\d+/)
  await expect(page.getByRole('dialog')).toContainText(title)
})

test('on a phone the figures fit; without routines a link leads to them; a failure is tried again', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true })
  const { period } = await figuresOf(page)
  await tabOf(page, period)
  await expect(page.getByRole('heading', { name: 'Each routine, the worst first' })).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBe(360)

  const none = { done: 0, late: 0, missed: 0, skipped: 0, open: 0 }
  const causes = { nobody_on_duty: 0, on_duty_not_taken: 0, taken_not_finished: 0, muster_was_down: 0 }
  const nothing = { hasRoutines: false, total: none, departments: [], routines: [], routineCount: 0, hours: [], causes }
  let reply: { status?: number; json: unknown } | undefined = { json: nothing }
  await page.route('**/api/v1/analytics/routines*', (route) => (reply ? route.fulfill(reply) : route.continue()))
  await tabOf(page, period)
  await expect(page.getByText('There are no routines yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to routines' })).toHaveAttribute('href', '/routines')
  reply = { status: 503, json: { message: 'Away' } }
  await page.reload()
  await expect(page.getByText('The figures of routines could not be loaded.')).toBeVisible()
  reply = undefined
  await tryAgain(page, page.getByRole('heading', { name: 'Each routine, the worst first' }))
})
