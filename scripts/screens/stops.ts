import type { Page } from '@playwright/test'
import { i18nFor } from '../../src/server/base/texts.ts'
import type { Place } from '../../src/shared/places.ts'
import type { ShownLanguage } from '../../src/shared/words/languages.ts'

export type State = 'empty' | 'typical' | 'overfull'

/** Something to take a picture of: an address, and the actions there. */
export interface Stop {
  name: string
  path: string
  /** The states in which it shows something; all when absent. */
  in?: State[]
  /** The account that looks at it; the god when absent. */
  as?: 'user' | 'guest' | 'visitor'
  widths?: number[]
  /** Runs before the address is opened, for example to make replies fail. */
  prepare?(page: Page): Promise<unknown>
  /** Runs on the open page, for example to open a dialog. */
  open?(page: Page): Promise<unknown>
  /** Calls fail here: wait for nothing to load, and expect errors in the console. */
  fails?: true
}

/** Wide screens show the pages, phones the text. */
const procedure = (page: Page) => page.locator('.pdfViewer .textLayer, [data-page] [data-block]').first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const menu = (page: Page) => page.getByRole('menu').waitFor()
/** Names are English. In another language, names that are whole texts are translated. */
let words = (name: string) => i18nFor('en').t(name)
export function nameInLanguage(language: ShownLanguage) {
  if (language !== 'en') words = (name) => i18nFor(language).t(name)
}

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name: typeof name === 'string' ? words(name) : name })
    .filter({ visible: true })
    .first()
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const firstCard = (page: Page) => page.getByRole('article').first()
const openFirst = async (page: Page) => {
  await firstCard(page).click()
  await dialog(page)
}
/** Opens the first person of the team's table. */
const openPerson = async (page: Page) => {
  const people = page.getByRole('region', { name: 'Team hours' }).getByRole('button', { name: /^\p{Lu}\S+ \p{Lu}/u })
  await people.first().click()
  await dialog(page)
}
/** Presses a button that opens a menu or a dialog, and waits for it: its code may have to load first. */
const pressFor = (name: string | RegExp, opened: (page: Page) => Promise<void>) => async (page: Page) => {
  await press(name)(page)
  await opened(page)
}
/** The form to report a problem, unfolded. */
const reportWithMore = async (page: Page) => {
  await openReport(page)
  await press('More details')(page)
}
const openEdit = async (page: Page) => {
  await press(/^Edit/)(page)
  await dialog(page)
}
const hangs = (address: string | RegExp) => (page: Page) => page.route(address, () => undefined)
const refuses = (address: string | RegExp) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 503, body: '{"message":"Not now","code":"unavailable"}' }))
/** A day of last month, whose hours are over. */
const lastMonth = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10)
const FULL: State[] = ['typical', 'overfull']
const ONCE: State[] = ['typical']
const PHONES = [360, 768]
const DESKS = [768, 1440, 2560]
/** Jobs as they would be told: a sample hotel has none that fails. */
const jobs =
  (state: string, ...list: object[]) =>
  (page: Page) => {
    const job = { id: 1, kind: 'mail', state, attempts: 12, maxAttempts: 12, error: null, progress: null, person: null }
    const at = new Date(Date.now() - 5_400_000).toISOString()
    const times = { createdAt: at, runAt: at, endedAt: ['failed', 'done'].includes(state) ? at : null }
    const reply = {
      jobs: list.map((each, id) => ({ ...job, ...times, id, ...each })),
      counts: { failed: 3, waiting: 1_204, running: 2 },
    }
    return page.route('**/api/v1/jobs**', (route) => route.fulfill({ json: reply }))
  }
const MAKER = { id: '0190b1a0-0000-7000-8000-00000000beef', firstName: 'Maximiliane', lastName: 'X'.repeat(60) }
const NEXT_OWNER = { id: '0190b1a0-0000-7000-8000-00000000bee5', firstName: 'Ada', lastName: 'King' }

/** Kiosks with and without an owner. */
async function unownedKiosks(page: Page) {
  const at = new Date(Date.now() - 5_400_000).toISOString()
  const later = new Date(Date.now() + 500_000_000).toISOString()
  const kiosk = {
    ...{ id: 1, name: 'Staff entrance', department: null, createdAt: at, lastSeenAt: at },
    ...{ createdBy: NEXT_OWNER, takenOverBy: null, pausesAt: null, pausedAt: null },
  }
  const json = [
    kiosk,
    { ...kiosk, id: 2, name: 'A phone that somebody has kept', pausesAt: later, createdBy: MAKER },
    { ...kiosk, id: 3, name: 'K'.repeat(100), takenOverBy: MAKER, pausesAt: at, pausedAt: at },
  ]
  await page.route('**/api/v1/kiosks', (route) => route.fulfill({ json }))
}
/** Webhooks in every state, with messages: a sample hotel tells nobody. */
async function webhooks(page: Page) {
  const at = new Date(Date.now() - 5_400_000).toISOString()
  const webhook = {
    ...{
      id: 1,
      name: 'Door locks',
      url: 'https://locks.example/muster',
      types: ['task.created'],
      open: 0,
      isFailing: false,
    },
    ...{ pausedAt: null, pausedBecause: null, deliveredAt: at, createdAt: at, updatedAt: at },
    ...{ createdBy: MAKER, takenOverBy: null, pausesAt: null },
  }
  const unowned = { takenOverBy: NEXT_OWNER, pausesAt: new Date(Date.now() + 500_000_000).toISOString() }
  const list = [
    webhook,
    {
      ...webhook,
      id: 2,
      name: 'W'.repeat(100),
      url: `https://flow.example/${'x'.repeat(400)}`,
      open: 1_204,
      isFailing: true,
    },
    { ...webhook, ...unowned, id: 20, name: 'Rota of the owner who has left' },
    { ...webhook, ...unowned, id: 21, name: 'Paused: unowned', pausedAt: at, pausedBecause: 'unowned', pausesAt: at },
    ...['person', 'gone', 'failing', 'full'].map((pausedBecause, at) => ({
      ...{ ...webhook, id: 3 + at, name: `Paused: ${pausedBecause}`, pausedAt: webhook.createdAt, pausedBecause },
      ...{ deliveredAt: null, open: 3 },
    })),
  ]
  const message = {
    ...{ id: 1, messageId: 'msg_4c1f0c6a1f5b4a0c8a3e0d0c5b6a7f80', type: 'task.created', attempts: 1, lastStatus: 204 },
    ...{ lastError: null, lastTriedAt: at, deliveredAt: at, failedAt: null, createdAt: at },
    body: JSON.stringify({ type: 'task.created', timestamp: at, data: { id: 7, title: 'Air the rooms '.repeat(12) } }),
  }
  const failed = {
    ...message,
    deliveredAt: null,
    lastStatus: 500,
    lastError: `500 ${'Something broke here. '.repeat(20)}`,
  }
  const messages = [
    { ...failed, id: 4, attempts: 3 },
    { ...failed, id: 3, attempts: 14, failedAt: at },
    { ...failed, id: 2, attempts: 0, lastError: null },
    message,
  ]
  await page.route('**/api/v1/webhooks', (route) => route.fulfill({ json: { webhooks: list } }))
  await page.route('**/api/v1/webhooks/1/messages**', (route) => route.fulfill({ json: { messages, next: 1 } }))
}
const PIN = '417283'
/** Makes the browser a kiosk, at which the sample's user has a PIN. */
async function makeKiosk(page: Page) {
  const { request } = page
  await page.context().clearCookies()
  await request.post('/api/v1/auth/login', { data: USER })
  await request.put('/api/v1/auth/pin', { data: { pin: PIN } })
  await request.post('/api/v1/auth/login', { data: { ...USER, email: 'god@muster.example' } })
  await request.post('/api/v1/kiosks', { data: { name: 'Staff entrance', departmentId: null } })
}
/** Chooses the one person at the kiosk who has a PIN. */
async function choosePerson(page: Page) {
  await page.getByRole('button', { name: /Daniel/ }).click()
  await page.getByText(words('Enter your PIN')).waitFor()
}
async function enterPin(page: Page) {
  await choosePerson(page)
  for (const digit of PIN) await page.getByRole('button', { name: digit, exact: true }).click()
  await button(page, /^Clock (In|Out)$/).waitFor()
}
const READS = /\/api\/v1\/(?!auth)/

const board: Stop[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'bell', path: '/dashboard', in: ONCE, open: pressFor(/^Notifications/, dialog) },
  { name: 'board', path: '/tasks?view=kanban' },
  { name: 'board-filtered', path: '/tasks?view=kanban&q=zzz&status=pending&priority=high', in: ONCE },
  { name: 'board-status-menu', path: '/tasks?view=kanban', in: ONCE, widths: DESKS, open: pressFor(/^Status/, menu) },
  { name: 'board-filters', path: '/tasks?view=kanban&assignee=me&due=week', in: FULL },
  {
    name: 'board-more-filters',
    path: '/tasks?view=kanban',
    in: FULL,
    widths: DESKS,
    open: pressFor('Filters', dialog),
  },
  {
    name: 'board-filter-sheet',
    path: '/tasks?view=kanban',
    in: FULL,
    widths: [360],
    open: pressFor('Filters', dialog),
  },
  {
    name: 'board-saved-views',
    path: '/tasks?view=kanban',
    in: ONCE,
    widths: DESKS,
    open: pressFor('Saved views', dialog),
  },
  { name: 'board-more', path: '/tasks?view=kanban', in: ONCE, widths: DESKS, open: pressFor('More', menu) },
  {
    name: 'board-card-menu',
    path: '/tasks?view=kanban',
    in: FULL,
    open: async (page) => {
      await firstCard(page).hover()
      await press(/^Actions for/)(page)
      await menu(page)
    },
  },
  { name: 'board-failed', path: '/tasks?view=kanban', in: ONCE, prepare: refuses(READS), fails: true },
  { name: 'board-loading', path: '/tasks?view=kanban', in: ONCE, prepare: hangs(READS), fails: true },
  { name: 'board-user', path: '/tasks?view=kanban', in: ONCE, as: 'user' },
  { name: 'people', path: '/tasks?view=people' },
  { name: 'people-day', path: '/tasks?view=people&due=tomorrow' },
  { name: 'people-filtered', path: '/tasks?view=people&q=zzz', in: ONCE },
  { name: 'people-failed', path: '/tasks?view=people', in: ONCE, prepare: refuses(READS), fails: true },
  { name: 'people-loading', path: '/tasks?view=people', in: ONCE, prepare: hangs(READS), fails: true },
  {
    name: 'people-assign',
    path: '/tasks?view=people',
    in: FULL,
    open: async (page) => {
      await firstCard(page).hover()
      await press(/^Actions for/)(page)
      await page.getByRole('menuitem').first().click()
      await dialog(page)
    },
  },
  {
    name: 'board-quick-add',
    path: '/tasks?view=kanban',
    in: FULL,
    open: async (page) => {
      await press('New Pending task')(page)
      const field = page.getByRole('combobox').filter({ visible: true })
      await field.pressSequentially('Air the suite !high #laundry tomorrow @')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'table', path: '/tasks?view=table' },
  { name: 'table-loading', path: '/tasks?view=table', in: ONCE, prepare: hangs(READS), fails: true },
  {
    name: 'table-selection',
    path: '/tasks?view=table',
    in: FULL,
    open: async (page) => {
      for (const box of (await page.getByRole('checkbox').all()).slice(1, 4)) await box.check({ force: true })
    },
  },
  { name: 'task-new', path: '/tasks?new=true', open: dialog },
  { name: 'task-edit', path: '/tasks', in: FULL, open: openFirst },
  { name: 'task-view', path: '/tasks', in: ONCE, as: 'guest', open: openFirst },
  {
    name: 'task-conflict',
    path: '/tasks',
    in: FULL,
    open: async (page) => {
      await openFirst(page)
      await press(/^Edit/)(page)
      await page.getByLabel('Title').fill('Written by the second of two')
      const id = new URL(page.url()).searchParams.get('task')
      const { title, updatedAt } = await (await page.request.get(`/api/v1/tasks/${id}`)).json()
      await page.request.put(`/api/v1/tasks/${id}`, {
        data: { title: `${title.slice(0, 180)}, by the first`, updatedAt },
      })
      await button(page, 'Save').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'tasks-deleted',
    path: '/tasks?deleted=true',
    open: dialog,
    prepare: async (page) => {
      const { tasks } = await (await page.request.get('/api/v1/tasks?limit=2')).json()
      for (const { id } of tasks) await page.request.delete(`/api/v1/tasks/${id}`)
    },
  },
]

/** On phones the bar at the foot has the buttons of the form for a problem and of the drawer. */
const pressInBar = (inBar: string, elsewhere: string) => (page: Page) =>
  pressFor((page.viewportSize()?.width ?? 0) < 768 ? inBar : elsewhere, dialog)(page)
const openReport = pressInBar('Report ##button that opens the form for a problem', 'Report a problem')
const openDrawer = pressInBar('More ##button that opens the menu', 'Open menu')
/** A place as it would be told: its code is another one in each sample hotel. */
const place: Place = {
  id: 1,
  name: 'Room 218',
  departmentId: 5,
  code: 'Zq3xT8vLm3',
  createdAt: '2026-11-03T09:00:00.000Z',
}
const hasNoPlaces = (page: Page) => page.route('**/api/v1/places', (route) => route.fulfill({ json: { places: [] } }))
const hasPlace = (page: Page) =>
  page.route('**/api/v1/places/code/*', (route) => route.fulfill({ json: { place, tasks: [] } }))

const problems: Stop[] = [
  { name: 'report', path: '/today', in: ONCE, as: 'user', open: openReport },
  { name: 'report-more', path: '/today', in: ONCE, as: 'user', open: reportWithMore },
  { name: 'board-user', path: '/tasks?view=kanban', in: ONCE, as: 'user', widths: [360, 1440] },
  { name: 'reports', path: '/problems', in: ONCE, as: 'user' },
  { name: 'reports-failed', path: '/problems', in: ONCE, prepare: refuses('**/api/v1/problems*'), fails: true },
  { name: 'place', path: '/p/Zq3xT8vLm3', in: ONCE, as: 'user', prepare: hasPlace },
  { name: 'place-unknown', path: '/p/unknown-code', in: ONCE, as: 'user', fails: true },
  { name: 'places', path: '/places', in: ONCE },
  { name: 'places-empty', path: '/places', in: ONCE, prepare: hasNoPlaces },
  { name: 'place-new', path: '/places?edit=0', in: ONCE, open: dialog },
]

/** Nothing waits in the department, and a manager has said so. */
const allIsClear = (page: Page) =>
  page.route('**/api/v1/today/department*', async (route) => {
    const read = await (await route.fetch()).json()
    const [items, tasks] = [
      { items: [], total: 0 },
      { tasks: [], total: 0 },
    ]
    const at = new Date(Date.parse(read.asOf) - 600_000).toISOString()
    const by = {
      id: '0190b1a0-0000-7000-8000-00000000beef',
      firstName: 'Milan',
      lastName: 'Novák',
      profileImageUrl: null,
    }
    const nothing = { unread: 0, missed: items, handovers: items, problems: tasks, overdue: tasks }
    await route.fulfill({ json: { ...read, ...nothing, allClear: { by, at } } })
  })

/** The department has too much of everything. */
const hasTooMuch = (page: Page) =>
  page.route('**/api/v1/today/department*', async (route) => {
    const read = await (await route.fetch()).json()
    const { tasks } = await (await page.request.get('/api/v1/tasks?limit=5')).json()
    const people = (await (await page.request.get('/api/v1/shift/people?limit=12')).json()) as { id: string }[]
    const at = new Date(Date.parse(read.asOf) - 3_600_000).toISOString()
    const causes = ['nobody_on_duty', 'on_duty_not_taken', 'taken_not_finished', 'muster_was_down', 'nobody_on_duty']
    const missed = (tasks as { id: number; title: string }[]).map(({ id, title }, nth) => ({
      ...{ taskId: id, title, routineId: id, occurrenceAt: at, closedAt: read.asOf },
      ...{ cause: causes[nth], assignee: nth % 2 === 0 ? people[nth] : null },
    }))
    const problems = tasks.map((task: object) => ({ ...task, assigneeId: null, assignee: null, kind: 'problem' }))
    const here = people.map((person, nth) => ({ ...person, since: at, onBreakSince: nth % 3 === 0 ? at : null }))
    await route.fulfill({
      json: {
        ...{ ...read, unread: 1234, missed: { items: missed, total: 123 }, problems: { tasks: problems, total: 99 } },
        ...{ overdue: { tasks, total: 1111 }, onDuty: { people: here, total: 214 } },
        notClockedOut: { people: here.slice(0, 2), total: 2 },
      },
    })
  })

const day: Stop[] = [
  { name: 'today', path: '/today' },
  { name: 'today-full', path: '/today', in: ['overfull'], prepare: hasTooMuch },
  { name: 'today-clear', path: '/today', in: ONCE, prepare: allIsClear },
  {
    name: 'today-department-failed',
    path: '/today',
    in: ONCE,
    prepare: refuses('**/api/v1/today/department*'),
    fails: true,
  },
  { name: 'today-user', path: '/today', in: ONCE, as: 'user' },
  { name: 'today-guest', path: '/today', in: ONCE, as: 'guest' },
  { name: 'today-loading', path: '/today', in: ONCE, prepare: hangs('**/api/v1/today'), fails: true },
  { name: 'today-failed', path: '/today', in: ONCE, prepare: refuses('**/api/v1/today'), fails: true },
]

/** Opens the sheet to hand over, with one task that is handed over. */
const handOver = async (page: Page) => {
  await press('Hand over')(page)
  await page
    .getByRole('complementary')
    .filter({ hasText: words('Anything for the next shift?') })
    .waitFor()
}

/** Opens the conversation whose link has this name. */
const openThread = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await page.getByRole('log').waitFor()
}
const writeMessage = async (page: Page) => {
  await openThread(/Amara/)(page)
  await page
    .getByRole('main')
    .getByRole('textbox')
    .fill('Two more cots are in the attic. Shall I bring them down before the coach comes?')
}
const mentionTask = async (page: Page) => {
  await openThread(/Amara/)(page)
  await pressFor('Mention a task', dialog)(page)
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

const shift: Stop[] = [
  { name: 'briefing', path: '/briefing' },
  { name: 'briefing-user', path: '/briefing', in: ONCE, as: 'user' },
  { name: 'briefing-loading', path: '/briefing', in: ONCE, prepare: hangs('**/api/v1/shift/briefing'), fails: true },
  { name: 'briefing-failed', path: '/briefing', in: ONCE, prepare: refuses('**/api/v1/shift/briefing'), fails: true },
  { name: 'handovers', path: '/handovers' },
  { name: 'handovers-user', path: '/handovers', in: ONCE, as: 'user' },
  { name: 'handovers-loading', path: '/handovers', in: ONCE, prepare: hangs('**/api/v1/handovers*'), fails: true },
  { name: 'handovers-failed', path: '/handovers', in: ONCE, prepare: refuses('**/api/v1/handovers*'), fails: true },
  { name: 'hand-over', path: '/handovers', in: FULL, as: 'user', open: handOver },
  { name: 'messages', path: '/messages' },
  { name: 'messages-loading', path: '/messages', in: ONCE, prepare: hangs('**/api/v1/threads*'), fails: true },
  { name: 'messages-failed', path: '/messages', in: ONCE, prepare: refuses('**/api/v1/threads*'), fails: true },
  { name: 'messages-gone', path: '/messages?thread=999999', in: ONCE, fails: true },
  { name: 'thread', path: '/messages', in: ONCE, open: openThread(/Henrik|Housekeeping/) },
  { name: 'thread-user', path: '/messages', in: ONCE, as: 'user', open: openThread(/Amara/) },
  { name: 'thread-department', path: '/messages', in: ONCE, as: 'user', open: openThread(/Housekeeping/) },
  { name: 'thread-urgent', path: '/messages', in: ONCE, as: 'user', open: openThread(/Ingrid/) },
  { name: 'thread-writing', path: '/messages', in: ONCE, as: 'user', open: writeMessage },
  { name: 'thread-task', path: '/messages', in: ONCE, as: 'user', open: mentionTask },
  { name: 'on-duty', path: '/on-duty' },
  { name: 'on-duty-user', path: '/on-duty', in: ONCE, as: 'user' },
  { name: 'on-duty-urgent', path: '/on-duty', in: ONCE, open: pressFor(/^Urgent message/, dialog) },
]

const work: Stop[] = [
  { name: 'projects', path: '/projects' },
  { name: 'projects-loading', path: '/projects', in: ONCE, prepare: hangs(/v1\/projects/), fails: true },
  {
    name: 'projects-deleting',
    path: '/projects',
    in: ONCE,
    prepare: (page) =>
      page.route(/v1\/projects(\?|$)/, async (route) => {
        const [first, ...rest] = await (await route.fetch()).json()
        await route.fulfill({ json: [{ ...first, deletion: { done: 34_000, total: 100_000 } }, ...rest] })
      }),
  },
  { name: 'project-new', path: '/projects?new=true', in: ONCE, open: dialog },
  { name: 'project-edit', path: '/projects', in: FULL, open: openEdit },
  { name: 'sops', path: '/sops' },
  { name: 'sops-found', path: '/sops?q=towels', in: ONCE },
  { name: 'sops-not-found', path: '/sops?q=zebra+crossing', in: ONCE },
  { name: 'sop-new', path: '/sops?new=true', in: FULL, open: dialog },
  {
    name: 'sop-viewer',
    path: '/sops?sop=1',
    in: FULL,
    open: procedure,
  },
  {
    name: 'sop-readers',
    path: '/sops?sop=1&readers=true',
    in: FULL,
    open: procedure,
  },
  { name: 'sop-versions', path: '/sops?sop=1&versions=true', in: ONCE, open: procedure },
  { name: 'reminders', path: '/reminders' },
  { name: 'roster', path: '/roster' },
  { name: 'absences', path: '/absences' },
  { name: 'absences-quarter', path: '/absences?view=quarter', in: ONCE },
  { name: 'routines', path: '/routines' },
  { name: 'routines-loading', path: '/routines', in: ONCE, prepare: hangs('**/api/v1/routines**'), fails: true },
  { name: 'routines-failed', path: '/routines', in: ONCE, prepare: refuses('**/api/v1/routines**'), fails: true },
  { name: 'routine', path: '/routines?routine=1', in: ONCE, open: dialog },
  { name: 'routine-new', path: '/routines?form=new', in: ONCE, open: dialog },
  { name: 'routine-edit', path: '/routines?routine=1&form=edit', in: ONCE, open: dialog },
  { name: 'routines-list', path: '/routines?form=list', in: ONCE, open: dialog },
  { name: 'reminder-new', path: '/reminders?new=true', in: FULL, open: dialog },
  {
    name: 'reminder-rule',
    path: '/reminders?new=true',
    in: ONCE,
    open: async (page) => {
      await page.getByText('Recurring', { exact: true }).last().click()
      await press(/^Weekdays/)(page)
    },
  },
  { name: 'clock', path: '/clock' },
  { name: 'clock-team', path: '/clock?view=team' },
  { name: 'clock-hours-team', path: `/clock?view=team&by=period&period=${lastMonth}` },
  { name: 'clock-hours-now', path: '/clock?view=team&by=period', in: FULL },
  { name: 'clock-hours-own', path: `/clock?by=period&period=${lastMonth}`, as: 'user' },
  {
    name: 'clock-hours-person',
    path: `/clock?view=team&by=period&period=${lastMonth}`,
    in: FULL,
    open: async (page) => {
      const people = page
        .getByRole('region', { name: 'Needs a look' })
        .getByRole('button', { name: /^\p{Lu}\S+ \p{Lu}/u })
      await people.first().click()
      await dialog(page)
    },
  },
  { name: 'clock-record', path: '/clock', in: ONCE, open: pressFor('Record of hours', dialog) },
  {
    name: 'clock-person',
    path: '/clock?view=team',
    in: FULL,
    open: openPerson,
  },
  {
    name: 'clock-correction',
    path: '/clock?view=team',
    in: ONCE,
    open: async (page) => {
      await openPerson(page)
      await press(/^Correct /)(page)
    },
  },
  ...['trends', 'workload', 'performance', 'overdue', 'routines', 'shift', 'sheet'].map(
    (tab): Stop => ({ name: `analytics-${tab}`, path: `/analytics?period=month&tab=${tab}` }),
  ),
  { name: 'analytics-loading', path: '/analytics', in: ONCE, prepare: hangs(/v1\/analytics/), fails: true },
  { name: 'analytics-failed', path: '/analytics', in: ONCE, prepare: refuses(/v1\/analytics/), fails: true },
  { name: 'analytics-dates', path: '/analytics?from=2026-01-01&to=2026-12-31', in: ONCE },
  { name: 'data-protection', path: '/profile?data=true' },
  { name: 'analytics-refused', path: '/analytics', in: ONCE, as: 'user' },
  { name: 'calendar', path: '/calendar', in: ONCE },
]

const people: Stop[] = [
  { name: 'users', path: '/admin/users' },
  { name: 'users-loading', path: '/admin/users', in: ONCE, prepare: hangs(/v1\/users/), fails: true },
  { name: 'user-new', path: '/admin/users?new=true', in: FULL, open: dialog },
  { name: 'user-edit', path: '/admin/users', in: FULL, widths: DESKS, open: openEdit },
  {
    name: 'user-contracts',
    path: '/admin/users',
    in: ONCE,
    widths: DESKS,
    open: async (page) => {
      await openEdit(page)
      await press('Contracts')(page)
      await press('Add a contract')(page)
    },
  },
  { name: 'user-menu-of-row', path: '/admin/users', in: ONCE, open: pressFor(/^More for/, menu) },
  { name: 'users-import', path: '/admin/users?import=true', in: ONCE, open: dialog },
  {
    name: 'users-import-preview',
    path: '/admin/users?import=true',
    in: ONCE,
    open: (page) =>
      page
        .getByLabel('CSV or Excel file')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLE) }),
  },
  { name: 'departments', path: '/admin/users?tab=departments' },
  { name: 'department-new', path: '/admin/users?tab=departments&place=0', in: ONCE, open: dialog },
  { name: 'audit', path: '/admin/audit' },
  {
    name: 'audit-open',
    path: '/admin/audit?type=task',
    in: FULL,
    open: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: / (completed|created|updated|deleted) / })
        .first()
        .click(),
  },
  { name: 'feedback', path: '/admin/feedback' },
  {
    name: 'jobs',
    path: '/admin/jobs',
    in: ONCE,
    prepare: jobs(
      'failed',
      { error: 'connect ECONNREFUSED 203.0.113.7:587' },
      { kind: 'sop-text', attempts: 3, maxAttempts: 3, error: 'The server ended while this ran' },
      { kind: 'a-kind-that-has-no-words-here', attempts: 1, error: `550 ${'No such mailbox here. '.repeat(20)}` },
    ),
  },
  {
    name: 'jobs-waiting',
    path: '/admin/jobs?state=waiting',
    in: ONCE,
    prepare: jobs('waiting', { attempts: 0 }, { kind: 'reset-link', attempts: 2, error: 'Greeting never received' }),
  },
  {
    name: 'jobs-running',
    path: '/admin/jobs?state=running',
    in: ONCE,
    prepare: jobs(
      'running',
      { kind: 'clean-up', attempts: 1, progress: { done: 3, total: 15 } },
      {
        ...{ kind: 'project-delete', attempts: 1, progress: { done: 34_000, total: 100_000 } },
        person: { id: '0190b1a0-0000-7000-8000-00000000beef', firstName: 'Maximiliane', lastName: 'X'.repeat(60) },
      },
    ),
  },
  { name: 'jobs-none', path: '/admin/jobs', in: ONCE, prepare: jobs('failed') },
  { name: 'jobs-loading', path: '/admin/jobs', in: ONCE, prepare: hangs('**/api/v1/jobs**'), fails: true },
  { name: 'jobs-not-read', path: '/admin/jobs', in: ONCE, prepare: refuses('**/api/v1/jobs**'), fails: true },
  { name: 'operations', path: '/admin/operations', in: ONCE },
  { name: 'webhooks', path: '/admin/webhooks', in: ONCE, prepare: webhooks },
  { name: 'holidays', path: '/admin/holidays', in: ONCE },
  {
    name: 'holidays-list',
    path: '/admin/holidays',
    in: ONCE,
    open: pressFor('Paste a list, or open an iCal file', dialog),
  },
  { name: 'kiosks-unowned', path: '/admin/kiosks', in: ONCE, prepare: unownedKiosks },
  {
    name: 'kiosk-paused',
    path: '/kiosk',
    in: ONCE,
    prepare: (page) =>
      page.route('**/api/v1/kiosk', (route) =>
        route.fulfill({ status: 403, json: { code: 'kiosk_paused', message: '' } }),
      ),
    fails: true,
  },
  {
    name: 'webhook-messages',
    path: '/admin/webhooks?log=1',
    in: ONCE,
    prepare: webhooks,
    open: (page) => page.getByText('What is sent').first().click(),
  },
  { name: 'webhook-form', path: '/admin/webhooks?edit=0', in: ONCE, open: dialog },
  { name: 'work-rules', path: '/admin/work-rules' },
  { name: 'payroll', path: '/admin/payroll' },
  { name: 'payroll-wage-types', path: '/admin/payroll?tab=wage-types', in: ONCE },
  { name: 'payroll-wage-type', path: '/admin/payroll?tab=wage-types&edit=0', in: ONCE, open: dialog },
  { name: 'payroll-file', path: '/admin/payroll?tab=file' },
  { name: 'webhooks-none', path: '/admin/webhooks', in: ONCE },
  { name: 'webhooks-many', path: '/admin/webhooks', in: ['overfull'] },
  {
    name: 'webhooks-not-read',
    path: '/admin/webhooks',
    in: ONCE,
    prepare: refuses('**/api/v1/webhooks**'),
    fails: true,
  },
  { name: 'setup', path: '/setup?step=organisation' },
  { name: 'setup-departments', path: '/setup?step=departments' },
  { name: 'setup-people', path: '/setup?step=people' },
  { name: 'setup-tasks', path: '/setup?step=tasks', in: ONCE },
  { name: 'setup-finish', path: '/setup?step=finish', in: ONCE },
  { name: 'invite', path: '/admin/users?invite=everybody', in: ONCE, open: dialog },
  { name: 'profile', path: '/profile' },
  { name: 'password', path: '/profile?password=true', in: ONCE, open: dialog },
  { name: 'security', path: '/profile/security', in: FULL },
  { name: 'programs', path: '/profile/programs', in: FULL },
  { name: 'token-form', path: '/profile/programs', in: ONCE, open: pressFor('New token', dialog) },
  { name: 'kiosks', path: '/admin/kiosks' },
  { name: 'kiosks-new', path: '/admin/kiosks', in: ONCE, open: pressFor('Set up a tablet', dialog) },
  { name: 'kiosk', path: '/kiosk', in: ONCE, as: 'visitor', prepare: makeKiosk, fails: true },
  { name: 'kiosk-pin', path: '/kiosk', in: ONCE, as: 'visitor', prepare: makeKiosk, open: choosePerson, fails: true },
  { name: 'kiosk-day', path: '/kiosk', in: ONCE, as: 'visitor', prepare: makeKiosk, open: enterPin, fails: true },
  { name: 'kiosk-none', path: '/kiosk', in: ONCE, as: 'visitor', fails: true },
]

const PEOPLE = `First Name,Last Name,Email,Role,Department,Password
Inês,Moura,ines.moura@hotel.example,user,Housekeeping,
Jonas,,jonas@hotel.example,chief,Kitchen,
Ada,Brandt,ada.brandt@hotel.example,manager,Maintenance,a long passphrase
`

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await dialog(page)
}
const USER = { email: 'user@muster.example', password: 'muster-demo' }
const online = (page: Page) => page.context().setOffline(false)
/** Clocks in or out without a network. */
const goOffline = async (page: Page) => {
  await button(page, /^Clock (In|Out)$/).waitFor()
  await page.context().setOffline(true)
  await press(/^Clock (In|Out)$/)(page)
  await button(page, /to be sent/).waitFor()
}

const frame: Stop[] = [
  { name: 'notifications', path: '/tasks', open: pressFor(/^Notifications/, dialog) },
  { name: 'user-menu', path: '/tasks', in: FULL, open: pressFor(/^Account of/, menu) },
  {
    name: 'department-menu',
    path: '/tasks',
    in: FULL,
    open: pressFor(/^Department:/, (page) => page.locator('[role=menu], [role=dialog]').first().waitFor()),
  },
  { name: 'drawer', path: '/tasks', in: FULL, widths: PHONES, open: openDrawer },
  { name: 'palette', path: '/tasks', in: FULL, open: openPalette },
  {
    name: 'palette-found',
    path: '/tasks',
    in: FULL,
    open: async (page) => {
      await openPalette(page)
      await page.getByRole('combobox').fill('check')
      await page.getByRole('option').nth(2).waitFor()
    },
  },
  {
    name: 'discard-question',
    path: '/tasks?new=true',
    in: ONCE,
    open: async (page) => {
      await page.getByLabel('Title').fill('Put fresh flowers in the lobby, and tell the front desk when they are there')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/tasks',
    in: ONCE,
    widths: DESKS,
    open: async (page) => {
      await page.keyboard.press('?')
      await dialog(page)
    },
  },
  {
    name: 'feedback-form',
    path: '/tasks',
    in: ONCE,
    open: async (page) => {
      await press(/^Account of/)(page)
      await page.getByRole('menuitem', { name: 'Send feedback' }).click()
      await dialog(page)
    },
  },
  {
    name: 'toast',
    path: '/tasks?new=true',
    in: ONCE,
    open: async (page) => {
      await page.getByLabel('Title').fill('Put fresh flowers in the lobby')
      await press('Create Task')(page)
      await page.getByText('Task created successfully', { exact: true }).waitFor()
    },
  },
  {
    name: 'session-ended',
    path: '/projects',
    in: ONCE,
    as: 'user',
    prepare: async (page) => {
      // A session of its own, because signing in ends the session of the cookie, which other stops use.
      await page.context().clearCookies()
      await page.request.post('/api/v1/auth/login', { data: USER })
    },
    open: async (page) => {
      await page.context().clearCookies()
      await press(/^Notifications/)(page)
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    },
    fails: true,
  },
  { name: 'offline', path: '/clock', in: ONCE, as: 'user', prepare: online, open: goOffline, fails: true },
  {
    name: 'waiting',
    path: '/clock',
    in: ONCE,
    as: 'user',
    open: async (page) => {
      await button(page, /^Clock (In|Out)$/).waitFor()
      // Only calls fail. Scripts still load, as from a service worker that has cached them.
      await page.route('**/api/**', (route) => route.abort())
      await press(/^Clock (In|Out)$/)(page)
      await press(/to be sent/)(page)
      await dialog(page)
    },
    fails: true,
  },
  { name: 'sign-in', path: '/', in: ONCE, as: 'visitor' },
  { name: 'sign-in-failed', path: '/', in: ONCE, as: 'visitor', fails: true, open: signInWrong },
  { name: 'forgot', path: '/', in: ONCE, as: 'visitor', open: press('Forgot password?') },
  { name: 'reset', path: '/#reset=0123456789012345678901234567890123456789012', in: ONCE, as: 'visitor' },
  { name: 'not-found', path: '/no/such/page', in: ONCE, as: 'visitor', fails: true },
]

async function signInWrong(page: Page) {
  await page.getByLabel('Email').fill('nobody@muster.example')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await press('Sign In')(page)
  await page.getByText('Login Failed', { exact: true }).waitFor()
}

export const stops: Stop[] = [...day, ...shift, ...problems, ...board, ...work, ...people, ...frame]
