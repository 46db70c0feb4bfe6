import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, goTo, move, newGate, test } from './muster.ts'

/** Every screen loads, says that it failed, is tried again, says that it is empty, and refuses people. */

interface ScreenStates {
  path: string
  heading: string
  /** Its words with nothing to show. */
  empty?: string
  /** Another screen has read the same before, so it has nothing to wait for. */
  isKnown?: true
}
const screens: ScreenStates[] = [
  { path: '/today', heading: 'Today', empty: 'Nothing due today' },
  { path: '/tasks', heading: 'Tasks', empty: 'No tasks found' },
  { path: '/projects', heading: 'Projects', empty: 'No Projects Yet' },
  { path: '/sops', heading: 'SOPs', empty: 'No SOPs Available' },
  { path: '/clock', heading: 'Clock In/Out', empty: 'No sessions today' },
  { path: '/analytics', heading: 'Analytics' },
  { path: '/reminders', heading: 'Reminders', empty: 'No reminders yet' },
  { path: '/roster', heading: 'Roster', empty: 'Open shifts' },
  { path: '/absences', heading: 'Absences' },
  { path: '/routines', heading: 'Routines', empty: 'No routines yet' },
  { path: '/handovers', heading: 'Handovers' },
  { path: '/messages', heading: 'Messages', empty: 'No messages yet' },
  { path: '/briefing', heading: 'Briefing' },
  { path: '/on-duty', heading: 'On duty now', empty: 'Nobody is on duty now' },
  { path: '/problems', heading: 'My reports' },
  { path: '/places', heading: 'Places and signs', empty: 'No places yet', isKnown: true },
  { path: '/admin/users', heading: 'Users' },
  { path: '/admin/audit', heading: 'Audit log', empty: 'Nothing has happened yet' },
  { path: '/admin/feedback', heading: 'Feedback' },
  { path: '/admin/jobs', heading: 'Background work' },
  { path: '/admin/operations', heading: 'Operations' },
  { path: '/admin/webhooks', heading: 'Webhooks' },
  { path: '/admin/kiosks', heading: 'Kiosks' },
  { path: '/admin/holidays', heading: 'Holidays', empty: 'No holidays yet', isKnown: true },
  { path: '/admin/work-rules', heading: 'Work rules', isKnown: true },
  { path: '/admin/payroll', heading: 'Payroll', empty: 'No payroll runs yet' },
  { path: '/profile/security', heading: 'Sign-in and security', isKnown: true },
  { path: '/profile/programs', heading: 'Connect a calendar or program' },
]

/** Goes to a screen without loading the page. */
async function open(page: Page, { path, heading }: ScreenStates) {
  await move(page, path)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** Lets a test choose the replies to reads after this. The frame's own reads are left alone. */
async function answerReads(page: Page, start: (route: Route) => Promise<unknown>) {
  const state = { answer: start }
  await page.route(
    (url) => url.pathname.startsWith('/api/v1/') && !/\/(auth\/session|departments)$/.test(url.pathname),
    (route) => (route.request().method() === 'GET' ? state.answer(route) : route.fallback()),
  )
  return state
}
const passes = (route: Route) => route.fallback()
const fails = (route: Route) =>
  route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } })
/** Answers as the server would if there were nothing. */
const empties = async (route: Route) => {
  const reply = await route.fetch()
  if (!reply.headers()['content-type']?.includes('json')) return route.fulfill({ response: reply })
  return route.fulfill({ response: reply, json: emptied(await reply.json()) })
}
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return []
  if (value === null || typeof value !== 'object') return typeof value === 'number' ? 0 : value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptied(part)]))
}

const main = (page: Page) => page.getByRole('main')
const again = (page: Page) => main(page).getByRole('button', { name: 'Try again' })

test('every screen says that it failed, is tried again, and is accessible', async ({ signedIn }) => {
  const page = await signedIn('god')
  await page.goto('/profile')
  const reads = await answerReads(page, passes)
  for (const screen of screens) {
    reads.answer = fails
    await open(page, screen)
    if (!screen.isKnown) await expect(again(page).first(), screen.path).toBeVisible()
    reads.answer = passes
    // A change that arrives meanwhile may read a part again before its button is pressed.
    await expect(async () => {
      while (await again(page).first().isVisible()) await again(page).first().click({ timeout: 2_000 })
      await expect(again(page)).toHaveCount(0, { timeout: 2_000 })
    }, screen.path).toPass()
    await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('every screen waits for its data, and says that there is none', async ({ signedIn }) => {
  const page = await signedIn('god')
  await page.goto('/profile')
  const reads = await answerReads(page, empties)
  for (const screen of screens) {
    if (!screen.empty) continue
    const gate = newGate()
    const waiting = screen.isKnown || page.waitForRequest((request) => request.url().includes('/api/v1/'))
    reads.answer = (route) => gate.opened.then(() => empties(route))
    await move(page, screen.path)
    await waiting
    if (!screen.isKnown) await expect(main(page).getByText(screen.empty).first()).toBeHidden()
    await expect(again(page)).toHaveCount(0)
    gate.open()
    await expect(main(page).getByText(screen.empty).first(), screen.path).toBeVisible()
  }
})

test('screens that a person may not open say so', async ({ signedIn }) => {
  const page = await signedIn('guest')
  await page.goto('/profile')
  await goTo(page, 'Today')
  for (const screen of screens.filter(({ path }) => path.startsWith('/admin/') || path === '/analytics')) {
    // Its heading comes first: the screen before says the same.
    await open(page, screen)
    await expect(main(page).getByText('Access Denied'), screen.path).toBeVisible()
  }
})
