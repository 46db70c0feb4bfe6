import type { Page } from '@playwright/test'
import { cameraPhoto } from './camera-photo.ts'
import type { Hand } from './day-hand.ts'
import { type accounts, crew, iceMachine, tasksOfEmil, todaysTasks } from './day-house.ts'

type Way = (hand: Hand) => Promise<void>

export interface Job {
  name: string
  by: keyof typeof accounts
  /** The way in a Muster that has Today, the people view and adding in one line. */
  today: Way
  /** The way in one that has neither. */
  before: Way
}

const START = '/today?start=true'
const [late, turnOver, cot] = todaysTasks
const search = (page: Page) => page.getByRole('main').getByRole('searchbox').first()
const card = (page: Page, title: string) => page.getByRole('main').getByRole('article', { name: title })
const toast = (page: Page, text: string | RegExp) => page.locator('li[data-state]').getByText(text).last()
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Reads the line of the procedure that the search has found. */
async function readLine({ page, read }: Hand) {
  const dialog = page.getByRole('dialog', { name: 'Turning over a guest room' })
  await read(dialog.getByText('Leave the descaler').first(), dialog.getByRole('button', { name: 'Zoom in' }))
}

/** Twelve tasks for tomorrow, two for each of six people. */
const plan = crew.map(([firstName, lastName], at) => ({
  person: `${firstName} ${lastName}`,
  titles: [2, 4].map((floor) => `Plan floor ${floor}${at}`),
}))
const tomorrow = () =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })
    .format(Date.now() + 86_400_000)
    .replaceAll('/', '')
/** The people who take over Emil's tasks, two each. */
const heirs = crew.slice(0, 4)

export const jobs: Job[] = [
  {
    name: 'Find what is mine today',
    by: 'staff',
    async before({ page, open, fill, see, tap }) {
      await open('/')
      await fill(search(page), 'Iris')
      await see(card(page, turnOver))
      for (const [column, title] of [
        ['In Progress', cot],
        ['Overdue', late],
      ] as const) {
        await tap(page.getByRole('navigation', { name: 'Columns' }).getByRole('button', { name: column }))
        await see(card(page, title))
      }
    },
    async today({ page, open, see }) {
      await open(START)
      for (const title of todaysTasks)
        await see(page.getByRole('main').getByRole('button', { name: title, exact: true }))
    },
  },
  {
    name: 'Finish one task',
    by: 'staff',
    async before({ page, open, fill, see, tap }) {
      await open('/')
      await fill(search(page), '618')
      await tap(page.getByRole('button', { name: `Actions for ${turnOver}` }))
      await tap(page.getByRole('menuitemradio', { name: 'Completed' }))
      await see(toast(page, 'Task status updated successfully'))
    },
    async today({ page, open, see, tap }) {
      await open(START)
      await tap(page.getByRole('button', { name: `Mark complete: ${turnOver}` }))
      await see(toast(page, 'Task status updated successfully'))
    },
  },
  {
    name: 'Find and read a procedure',
    by: 'staff',
    async before(hand) {
      const { page, open, tap, fill } = hand
      await open('/')
      await tap(page.getByRole('button', { name: /^Account of/ }))
      await tap(page.getByRole('menuitem', { name: 'SOP library' }))
      await fill(page.getByLabel('Search procedures'), 'descaler')
      await tap(page.getByRole('region', { name: 'In the documents' }).getByRole('button').first())
      await readLine(hand)
    },
    async today(hand) {
      const { page, open, tap, type } = hand
      await open(START)
      await tap(page.getByRole('button', { name: 'More', exact: true }))
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Search' }))
      await page.getByRole('combobox').waitFor()
      await type('descaler')
      await tap(page.getByRole('option', { name: /Turning over a guest room/ }))
      await readLine(hand)
    },
  },
  {
    name: 'Plan a day for six people',
    by: 'manager',
    async before({ page, open, tap, type, press }) {
      await open('/')
      const dialog = page.getByRole('dialog', { name: 'New Task' })
      for (const { person, titles } of plan) {
        for (const title of titles) {
          await tap(page.getByRole('main').getByRole('button', { name: 'New Task', exact: true }))
          await dialog.getByLabel('Title').waitFor()
          await type(title)
          await tap(dialog.getByLabel('Assignee'))
          await type(person.slice(0, 3))
          await page.getByRole('option', { name: person }).waitFor()
          await press('Enter')
          await tap(dialog.getByLabel('Due date'), { position: { x: 20, y: 18 } })
          await type(tomorrow())
          await tap(dialog.getByRole('button', { name: 'Create Task' }))
          await dialog.waitFor({ state: 'detached' })
        }
      }
    },
    async today({ page, open, tap, type, press }) {
      await open('/')
      await tap(entry(page, 'Tasks'))
      await tap(page.getByRole('radio', { name: 'People' }))
      await chooseHousekeeping({ page, tap })
      for (const { person, titles } of plan) {
        const lane = page.getByRole('region', { name: person, exact: true })
        await tap(lane.getByRole('button', { name: `New task for ${person}` }))
        await lane.getByRole('combobox').waitFor()
        for (const title of titles) {
          await type(`${title} tomorrow`)
          await press('Enter')
          // The field is empty again when the task is there.
          await lane.locator('[role=combobox][value=""]').waitFor()
        }
      }
    },
  },
  {
    name: 'Reassign 8 tasks to four people',
    by: 'manager',
    async before({ page, open, fill, tap, type, press }) {
      await open('/')
      await tap(page.getByRole('radio', { name: 'Table' }))
      await fill(search(page), 'Krantz')
      for (const [at, [firstName]] of heirs.entries()) {
        const two = tasksOfEmil.slice(at * 2, at * 2 + 2)
        for (const title of two) await tap(page.getByRole('checkbox', { name: `Select ${title}` }))
        await tap(page.getByRole('group', { name: 'Chosen tasks' }).getByRole('button', { name: 'Assignee' }))
        const dialog = page.getByRole('dialog')
        await tap(dialog.getByRole('combobox'))
        await type(firstName.slice(0, 3))
        await page.getByRole('option', { name: firstName }).waitFor()
        await press('Enter')
        await tap(dialog.getByRole('button', { name: 'Assign', exact: true }))
        await page.getByRole('checkbox', { name: `Select ${two[1]}` }).waitFor({ state: 'detached' })
      }
    },
    async today({ page, open, fill, tap, drag }) {
      await open('/')
      await tap(entry(page, 'Tasks'))
      await tap(page.getByRole('radio', { name: 'People' }))
      await chooseHousekeeping({ page, tap })
      await fill(search(page), 'Krantz')
      for (const [at, title] of tasksOfEmil.entries()) {
        const [firstName, lastName] = heirs[Math.floor(at / 2)] ?? heirs[0] ?? []
        const theirs = page.getByRole('region', { name: `${firstName} ${lastName}`, exact: true })
        await drag(card(page, title), theirs)
        await card(page, title).waitFor({ state: 'detached' })
      }
    },
  },
  {
    name: 'Say what happened to a task last Tuesday',
    by: 'manager',
    async before({ page, open, fill, tap, see }) {
      await open('/')
      await fill(search(page), 'ice machine')
      await tap(card(page, iceMachine))
      await tap(page.getByRole('button', { name: 'History' }))
      await see(page.getByRole('region', { name: 'History' }).getByText(/changed due date/))
    },
    async today({ page, open, press, type, tap, see }) {
      await open('/')
      await see(entry(page, 'Tasks'))
      await press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor()
      await type('ice machine')
      await tap(page.getByRole('option', { name: iceMachine }))
      await tap(page.getByRole('button', { name: 'History' }))
      await see(page.getByRole('region', { name: 'History' }).getByText(/changed due date/))
    },
  },
  {
    name: 'Report a leak with a photo',
    by: 'staff',
    before: reportLeak,
    today: reportLeak,
  },
]

/** The camera's own screen takes two more taps: one for the picture, one to keep it. */
async function reportLeak({ page, open, see, point, tap, type }: Hand) {
  await open(START)
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await see(report)
  const form = page.getByRole('dialog', { name: 'Report a problem' })
  await tap(report)
  await see(form.getByRole('textbox', { name: 'What is wrong?' }))
  await type('Sink leaks 204')
  const camera = page.waitForEvent('filechooser')
  await tap(form.getByRole('button', { name: 'Take a photo' }))
  await point(2)
  await (await camera).setFiles(await cameraPhoto(page))
  await tap(form.getByRole('radio', { name: 'Maintenance' }))
  await tap(form.getByRole('button', { name: 'Send to Maintenance' }))
  await see(form.getByText('Sent to Maintenance.', { exact: true }))
}

/** Chooses the department in the header, because the first departments belong to others. */
async function chooseHousekeeping({ page, tap }: Pick<Hand, 'page' | 'tap'>) {
  await tap(page.getByRole('button', { name: 'All Departments' }))
  await tap(page.getByRole('menuitemradio', { name: 'Housekeeping' }))
}
