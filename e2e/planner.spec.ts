import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, expectAccessible, inDatabase, nothingToBrief, test } from './muster.ts'

/** The width of the planner: two planners at once, many people, and the plan as a table. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** A week far beyond the notice of changes. */
const WEEK = '/roster?week=2027-06-07'

async function person(email: string) {
  const [row] = await inDatabase(
    `select id, department_id as "departmentId", first_name || ' ' || last_name as name from users where email = '${email}'`,
  )
  return row as { id: string; departmentId: number; name: string }
}

test('two planners change the same shift, and neither loses what they typed', async ({ signedIn }) => {
  const [one, other] = await Promise.all([signedIn('manager'), signedIn('admin')])
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const { id: userId, departmentId, name } = await person('user@muster.example')
  const planned = await one.request.post('/api/v1/roster/shifts', {
    data: { departmentId, userId, date: '2027-06-07', start: '06:00', end: '14:00' },
  })
  const { shift } = await planned.json()
  await one.goto(WEEK)
  await other.goto(WEEK)
  await other.getByRole('button', { name: /^Department:/ }).click()
  await other.getByRole('menuitemradio', { name: 'Housekeeping' }).click()
  const cellOn = (page: typeof one) => page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').first()
  const dialogOn = (page: typeof one) => page.getByRole('dialog', { name: 'Planned shift' })
  for (const page of [one, other]) {
    await cellOn(page).getByRole('button').click()
    await expect(dialogOn(page).getByLabel('Start time')).toHaveValue('06:00')
  }
  await dialogOn(other).getByLabel('Start time').fill('07:00')
  await dialogOn(other).getByLabel('Title').fill('Breakfast room')
  await dialogOn(one).getByLabel('Start time').fill('05:30')
  await dialogOn(one).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOn(one)).toBeHidden()
  // The other planner sees it behind the dialog, and keeps what they typed.
  await expect(other.locator('td', { hasText: '05:30–14:00' })).toHaveCount(1)
  await expect(dialogOn(other).getByLabel('Start time')).toHaveValue('07:00')
  await dialogOn(other).getByRole('button', { name: 'Save' }).click()
  const notice = other.getByRole('alert').filter({ hasText: 'Somebody else has changed this shift meanwhile' })
  await expect(notice).toContainText('What you typed is not lost')
  await expect(notice).toContainText('5:30')
  await expect(dialogOn(other).getByLabel('Title')).toHaveValue('Breakfast room')
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialogOn(other).getByLabel('Start time')).toHaveValue('05:30')
  await dialogOn(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOn(other)).toBeHidden()
  await expect(cellOn(one)).toContainText('05:30–14:00')
  await expect(cellOn(one)).toContainText('Breakfast room')

  // Removed by one while the other types: the other is told.
  await cellOn(other).getByRole('button').click()
  await dialogOn(other).getByLabel('Title').fill('Terrace')
  expect((await one.request.delete(`/api/v1/roster/shifts/${shift.id}`)).status()).toBe(204)
  await expect(other.getByRole('alert').filter({ hasText: 'Somebody has removed this shift' })).toBeVisible()
})

test('keys reach every row of many people, stretch a shift, and copy the row of a person', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { departmentId, id: userId, name } = await person('user@muster.example')
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  await inDatabase(`insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
    select gen_random_uuid(), 'zz' || n || '@wide.example', '', 'Zz', lpad(n::text, 3, '0'), 'zz ' || lpad(n::text, 3, '0'),
      ${departmentId} from generate_series(1, 300) as n`)
  try {
    for (const date of ['2027-06-07', '2027-06-15'])
      await page.request.post('/api/v1/roster/shifts', {
        data: { departmentId, userId, date, start: '06:00', end: '14:00' },
      })
    await page.clock.install()
    await page.goto(`${WEEK}&weeks=2`)
    const grid = page.getByRole('grid', { name: 'The roster of these weeks' })
    const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text })
    await expect(rowOf(name)).toBeVisible()
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(300)

    await rowOf(name).getByRole('gridcell').first().click()
    await page.keyboard.press('Control+End')
    await expect(rowOf('Zz 300').getByRole('gridcell').last()).toBeFocused()
    await page.keyboard.press('PageUp')
    await expect(rowOf('Zz 290').getByRole('gridcell').last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(rowOf('Zz 290').getByRole('rowheader')).toBeFocused()
    // The focus stays where it is while somebody scrolls with the wheel.
    await page.locator('[data-roster-scroller]').evaluate((element) => element.scrollTo(0, 0))
    await expect(rowOf(name)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rowOf('Zz 291').getByRole('rowheader')).toBeFocused()

    // On a name the whole row is copied.
    await page.locator('[data-roster-scroller]').evaluate((element) => element.scrollTo(0, 0))
    await rowOf(name).getByRole('rowheader').focus()
    await page.keyboard.press('ControlOrMeta+c')
    await page.keyboard.press('Control+End')
    await expect(rowOf('Zz 300').getByRole('gridcell').last()).toBeFocused()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(rowOf('Zz 300').getByText('06–14')).toHaveCount(2)

    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    // Presses that follow each other soon are one step of undo, however busy the machine is.
    await page.clock.pauseAt(Date.now() + 1_000)
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect(rowOf('Zz 300').getByText('05:45–14:45')).toBeVisible()
    await page.clock.resume()
    await expect
      .poll(
        async () =>
          (await inDatabase(`select 1 from planned_shifts where end_time::time - start_time::time = '9 hours'`)).length,
      )
      .toBe(1)
    // One step of undo takes all four presses back, the next one the row.
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rowOf('Zz 300').getByText('06–14')).toHaveCount(2)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rowOf('Zz 300').getByText('06–14')).toHaveCount(0)
  } finally {
    await inDatabase(`delete from planned_shifts; delete from users where email like '%@wide.example'`)
  }
})

test('a plan pasted from a spreadsheet becomes drafts, and says which cells it cannot read', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const { departmentId, name } = await person('user@muster.example')
  await page.request.post('/api/v1/roster/templates', {
    data: { departmentId, name: 'Late', start: '14:00', end: '22:00', breakMinutes: 30, colour: 'amber' },
  })
  await page.goto(WEEK)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Paste a plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a plan' })
  const table = [
    ['Name', 'Mon 7', 'Tue 8', '6/9/2027', 'Thu'],
    [name, '06:00-14:30', 'L', '"6–10\n18–22"', 'sick?'],
    ['Temporary help', '22:00–6:00', 'off', '-', ''],
  ]
  await dialog.getByRole('textbox', { name: 'List' }).fill(table.map((row) => row.join('\t')).join('\n'))
  await expect(dialog.getByText('1 name belongs to nobody here.')).toBeVisible()
  await dialog.getByLabel('Temporary help').selectOption({ label: 'Nobody: open shifts' })
  const faults = dialog.getByRole('list', { name: 'Cells that were not read' })
  await expect(faults).toContainText('Thu 10')
  await expect(faults).toContainText('"sick?" is neither times nor a template')
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Plan 5 shifts' })).toBeDisabled()
  await dialog.getByText('Leave these cells out').click()
  await dialog.getByRole('button', { name: 'Plan 5 shifts' }).click()
  await expect(dialog).toBeHidden()
  const grid = page.getByRole('grid', { name: 'The roster of the week' })
  const row = grid.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('gridcell').first()).toContainText('06:00–14:30')
  await expect(row.getByRole('gridcell').nth(1)).toContainText('14–22')
  await expect(row.getByRole('gridcell').nth(2)).toContainText('18–22')
  await expect(grid.getByRole('row').nth(1)).toContainText('22–06')

  // The file of the roster can be pasted again, and adds nothing.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('06:00-10:00\n18:00-22:00')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Paste a plan' }).click()
  await dialog.getByRole('textbox', { name: 'List' }).fill(text)
  await expect(dialog.getByText('5 shifts are in the plan already and are left out.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Plan shifts' })).toBeDisabled()
})

test('on a phone a planner gives tomorrow’s open shift to somebody in three taps, and finds their own week', async ({
  signedIn,
}) => {
  const phone = await signedIn('manager', PHONE)
  await nothingToBrief(phone)
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const { id, departmentId, name } = await person('user@muster.example')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const data = { departmentId, userId: null, date: tomorrow, start: '12:00', end: '20:00' }
  expect((await phone.request.post('/api/v1/roster/shifts', { data })).status()).toBe(201)
  await phone.goto(`/roster?week=${tomorrow}`)
  const tapped: string[] = []
  const tap = async (locator: Locator, what: string) => {
    tapped.push(what)
    await locator.tap()
  }
  const day = new Date(tomorrow).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  await tap(phone.getByRole('button', { name: day }), 'tomorrow')
  const who = phone.getByRole('combobox', { name: /^Who works/ })
  await tap(who, 'who')
  if ((await who.evaluate((field) => field.tagName)) === 'SELECT') {
    // The phone's own list is outside of the page.
    tapped.push('person')
    await who.selectOption(id)
  } else await tap(phone.getByRole('option', { name: new RegExp(`^${name}`) }), 'person')
  await expect(phone.getByRole('listitem').filter({ hasText: name })).toContainText('12–20')
  expect(tapped.length).toBeLessThanOrEqual(4)
  await expectAccessible(phone)

  await phone.getByRole('button', { name: 'My week' }).click()
  await expect(phone.getByRole('heading', { name: 'Open shifts' })).toBeVisible()
  await phone.getByRole('button', { name: 'Roster of the department' }).click()
  await expect(phone.getByRole('button', { name: 'My week' })).toBeVisible()
})

test('by the day a shift is moved and stretched by quarter hours, with the pointer and keys', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const { id: userId, departmentId, name } = await person('user@muster.example')
  const data = { departmentId, userId, date: '2027-06-08', start: '06:00', end: '14:00' }
  expect((await page.request.post('/api/v1/roster/shifts', { data })).status()).toBe(201)
  await page.clock.install()
  await page.goto(`${WEEK}&weeks=day&day=2027-06-08`)
  const grid = page.getByRole('grid', { name: 'The roster of the day' })
  const row = grid.getByRole('row').filter({ hasText: name })
  const bar = row.getByRole('button')
  await expect(bar).toContainText('06–14')
  await expectAccessible(page)
  const track = await row.getByRole('gridcell').boundingBox()
  if (!track) throw new Error('There is no scale')
  const hour = track.width / 30
  const drag = async (from: 'start' | 'middle' | 'end', hours: number, down = 0) => {
    const box = await bar.boundingBox()
    if (!box) throw new Error('There is no shift')
    const x = { start: box.x + 3, middle: box.x + box.width / 2, end: box.x + box.width - 3 }[from]
    const y = box.y + box.height / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + (hours * hour) / 2, y + down / 2)
    await page.mouse.move(x + hours * hour, y + down)
    await page.mouse.up()
  }
  await drag('end', 0.5)
  await expect(bar).toContainText('06:00–14:30')
  await drag('start', -0.25)
  await expect(bar).toContainText('05:45–14:30')
  await drag('middle', 2)
  await expect(bar).toContainText('07:45–16:30')
  await bar.focus()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.keyboard.press('+')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect(bar).toContainText('08:00–16:45')
  await page.clock.resume()
  await expect
    .poll(
      async () =>
        (await inDatabase(`select 1 from planned_shifts where end_time - start_time = '8 hours 45 minutes'`)).length,
    )
    .toBe(1)
  // Also before the last times are saved.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(bar).toContainText('07:45–16:30')
  // A press without a movement opens it.
  await bar.click()
  await expect(page.getByRole('dialog', { name: 'Planned shift' })).toBeVisible()
})

test('two weeks are printed on one sheet of A3', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await inDatabase('delete from planned_shifts')
  const { departmentId } = await person('user@muster.example')
  await inDatabase(`insert into planned_shifts (department_id, user_id, start_time, end_time, title)
    select department_id, id, day + time '06:00', day + time '14:00', 'Lobby' from users
    cross join generate_series(timestamp '2027-06-07', timestamp '2027-06-20', interval '1 day') as day
    where department_id = ${departmentId}`)
  await page.goto(`${WEEK}&weeks=2`)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Print on A3' }).click()
  await expect(page.locator('.print-sheet')).toContainText('Lobby')
  const data = new Uint8Array(await page.pdf({ preferCSSPageSize: true }))
  const paper = await getDocument({ data, isEvalSupported: false }).promise
  const [, , width = 0, height = 0] = (await paper.getPage(1)).view
  expect([paper.numPages, Math.round(width / 10), Math.round(height / 10)]).toEqual([1, 119, 84])
  await paper.destroy()
})

test('by the day a night shift of the day before is at the left edge, and leads to its own day', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await inDatabase('delete from planned_shifts')
  const { id: userId, departmentId, name } = await person('user@muster.example')
  // The first one is in the week before.
  for (const [date, start, end] of [
    ['2027-06-06', '22:00', '06:00'],
    ['2027-06-07', '21:00', '05:00'],
    ['2027-06-07', '16:00', '00:00'],
  ]) {
    const data = { departmentId, userId, date, start, end }
    expect((await page.request.post('/api/v1/roster/shifts', { data })).status()).toBe(201)
  }
  await page.goto(`${WEEK}&weeks=day&day=2027-06-08`)
  const grid = page.getByRole('grid', { name: 'The roster of the day' })
  const row = grid.getByRole('row').filter({ hasText: name })
  const night = row.getByRole('button', { name: /Begins on/ })
  await expect(night).toHaveCount(1)
  await expect(night).toContainText('21–05')
  const [bar, track] = [await night.boundingBox(), await row.getByRole('gridcell').boundingBox()]
  expect(Math.abs((bar?.x ?? 0) - (track?.x ?? 0))).toBeLessThan(3)
  expect(Math.round((30 * (bar?.width ?? 0)) / (track?.width ?? 1))).toBe(5)
  await expectAccessible(page)

  await night.click()
  await expect(page).toHaveURL(/day=2027-06-07/)
  await expect(row.getByRole('button')).toHaveCount(3)
  await night.click()
  await expect(page).toHaveURL(/week=2027-05-31/)
  await expect(night).toHaveCount(0)
  await expect(row.getByRole('button')).toContainText('22–06')
})

test('a pasted plan of more than 500 shifts is saved in parts, and says what was saved if one fails', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  await page.goto(`${WEEK}&weeks=4`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Paste a plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a plan' })
  const dates = Array.from({ length: 28 }, (_, day) => new Date(Date.UTC(2027, 5, 7 + day)).toISOString().slice(0, 10))
  const rows = Array.from({ length: 20 }, (_, row) => ['Open shifts', ...dates.map(() => `0${row % 10}:00-14:00`)])
  const text = [['Name', ...dates], ...rows].map((row) => row.join('\t')).join('\n')
  await dialog.getByRole('textbox', { name: 'List' }).fill(text)
  await expect(dialog.getByText('560 shifts become drafts')).toBeVisible()
  await expect(dialog.getByText('They are saved in 2 parts.')).toBeVisible()
  await expectAccessible(page)

  let calls = 0
  await page.route('**/api/v1/roster/shifts/many', (route) => {
    calls += 1
    return calls === 2 ? route.fulfill({ status: 503, json: { message: 'Away' } }) : route.continue()
  })
  const saved = async () => (await inDatabase('select 1 from planned_shifts')).length
  await dialog.getByRole('button', { name: 'Plan 560 shifts' }).click()
  await expect(dialog.getByText(/^500 shifts are saved as drafts, 60 are not\. /)).toBeVisible()
  expect(await saved()).toBe(500)
  await expect(dialog.getByText('500 shifts are in the plan already and are left out.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Plan 60 shifts' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toBe(560)
})

test('people see who else works in their department, as it is published, and go back to their week', async ({
  signedIn,
}) => {
  const phone = await signedIn('user', PHONE)
  await nothingToBrief(phone)
  await inDatabase('delete from planned_shifts; delete from shift_templates')
  const manager = await person('manager@muster.example')
  await inDatabase(`insert into planned_shifts (department_id, user_id, start_time, end_time, title, note, published_user_id,
      published_start_time, published_end_time, published_title, published_note, published_version, published_at)
    select department_id, id, '2027-06-08T08:00Z', '2027-06-08T16:00Z', 'Lobby', 'Bring the keys', id,
      '2027-06-08T06:00Z', '2027-06-08T14:00Z', 'Lobby', 'Bring the keys', 1, now() from users where id = '${manager.id}';
    insert into planned_shifts (department_id, user_id, start_time, end_time, title)
    values (${manager.departmentId}, '${manager.id}', '2027-06-08T20:00Z', '2027-06-08T23:00Z', 'Draft')`)
  await phone.goto(`${WEEK}&day=2027-06-08`)
  await phone.getByRole('button', { name: 'Roster of the department' }).tap()
  const shift = phone.getByRole('listitem').filter({ hasText: manager.name })
  await expect(shift).toHaveCount(1)
  await expect(shift).toContainText('07–15')
  await expect(shift).toContainText('Lobby')
  await expect(phone.getByText('Bring the keys')).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'New shift' })).toHaveCount(0)
  await expectAccessible(phone)
  await phone.reload()
  await expect(shift).toHaveCount(1)
  await phone.getByRole('button', { name: 'My week' }).tap()
  await expect(phone.getByRole('list', { name: 'The days of the week' })).toBeVisible()
})
