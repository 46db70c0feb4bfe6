import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { createTask, expect, test, unique } from './muster.ts'

/** Paper that `print` would get, as the text of each page. */
async function pagesOf(page: Page) {
  const data = new Uint8Array(await page.pdf({ format: 'A4' }))
  const document = await getDocument({ data, isEvalSupported: false }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  await document.destroy()
  return texts
}

/** Opens an address. The print dialog does not open. */
async function openQuietly(page: Page, path: string) {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(path)
}

const sheet = (page: Page) => page.locator('.print-sheet')
/** The words that paper of A4 would break, because their column is too narrow. */
async function brokenWords(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const broken = await sheet(page).evaluate((root) => {
    const found: string[] = []
    const width = 718
    Object.assign((root as HTMLElement).style, { width: `${width}px` })
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
      }
    }
    const isTooWide = root.scrollWidth > width
    Object.assign((root as HTMLElement).style, { width: '' })
    return { found, isTooWide }
  })
  await page.emulateMedia({ media: null })
  return broken
}
const whole = { found: [], isTooWide: false }

const count = (text: string, word: string) => text.split(word).length - 1

test('the table and the board are printed whole, with a heading, repeated heads and no empty page', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  // Letters alone: a PDF draws digits apart.
  const word = unique('Varnish').replace(/[\d ]/g, (digit) => 'qwertzuiop'[Number(digit)] ?? '')
  for (let number = 1; number <= 60; number += 1)
    await createTask(page, {
      title: `${word} door ${number}`,
      departmentId: 4,
      ...(number > 50 && { status: 'completed' }),
    })
  await openQuietly(page, `/tasks?view=table&q=${word}`)
  await expect(page.getByText(/^Showing 60 of/)).toBeVisible()
  // The browser's own menu prints the screen: still no page is empty.
  for (const text of await pagesOf(page)) expect(text).not.toBe('')
  await page.keyboard.press('Control+p')
  await expect(sheet(page)).toHaveCount(1)
  expect(await brokenWords(page)).toEqual(whole)
  const table = await pagesOf(page)
  expect(table.length).toBeGreaterThan(1)
  // Completed tasks are left out, because nobody asked for them.
  expect(table[0]).toMatch(
    new RegExp(`Tasks.*All Departments · “ ?${word} ?” · 50 open tasks · Printed \\w+ \\d+, \\d{4}, \\d\\d:\\d\\d`),
  )
  expect(count(table.join(' '), `${word} door`)).toBe(50)
  for (const text of table) {
    expect(text).toContain('Assignee')
    expect(text).toContain(`${word} door`)
    expect(text).not.toContain('Dashboard')
  }
  await expect(sheet(page)).toHaveCount(0)

  await page.goto(`/tasks?view=kanban&q=${word}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print with completed tasks' }).click()
  await expect(sheet(page)).toHaveCount(1)
  const board = await pagesOf(page)
  const text = board.join(' ')
  expect(text).toMatch(/Pending\s+50.*Completed\s+10/s)
  expect(text).not.toContain('Overdue')
  expect(count(text, `${word} door`)).toBe(60)
  for (const each of board) expect(each).toContain(`${word} door`)
})

test('the view of people is printed by person, routines as a week and as a list, and words are whole', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const word = unique('Polish').replace(/[\d ]/g, (digit) => 'qwertzuiop'[Number(digit)] ?? '')
  const session = await (await page.request.get('/api/v1/auth/session')).json()
  const body = { departmentId: 4, dueDate: '2031-05-02T21:59:59.999Z' }
  await createTask(page, { ...body, title: `${word} alone` })
  await createTask(page, {
    ...body,
    title: `${word} mine`,
    assigneeId: session.id,
    place: 'Suite 5',
    estimateMinutes: 45,
  })
  await createTask(page, { ...body, title: `${word} done`, assigneeId: session.id, status: 'completed' })
  await openQuietly(page, `/tasks?view=people&q=${word}&dueFrom=2031-05-02&dueTo=2031-05-02`)
  await expect(page.getByRole('region', { name: 'People' })).toContainText(`${word} mine`)
  await expect(page.getByRole('region', { name: 'People' })).toContainText('May 2, 2031: 1')
  await page.keyboard.press('Control+p')
  await expect(sheet(page)).toHaveCount(1)
  const [people = ''] = await pagesOf(page)
  expect(people).toMatch(
    new RegExp(
      `Due date ?: May 2, 2031.*Unassigned 1.*${word} alone.*Amara Okafor 1.*Estimated : 45 min.*${word} mine.*Suite 5`,
    ),
  )
  expect(people).not.toContain(`${word} done`)
  await expect(sheet(page)).toHaveCount(0)

  // Each person has a sheet of their own, and one person's sheet has nothing else.
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print a sheet for each person' }).click()
  await expect(sheet(page)).toHaveCount(1)
  const sheets = await pagesOf(page)
  expect(sheets).toHaveLength(2)
  expect(sheets[0]).toContain(`${word} alone`)
  expect(sheets[1]).toContain(`${word} mine`)
  await expect(sheet(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Print a sheet for Amara Okafor' }).click()
  await expect(sheet(page)).toHaveCount(1)
  const [one = '', ...more] = await pagesOf(page)
  expect(more).toEqual([])
  expect(one).toContain(`${word} mine`)
  expect(one).not.toContain(`${word} alone`)
  await expect(sheet(page)).toHaveCount(0)

  await page.goto('/routines')
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Print the week' }).click()
  await expect(sheet(page)).toHaveCount(1)
  expect(await brokenWords(page)).toEqual(whole)
  const week = await pagesOf(page)
  expect(week[0]).toMatch(/Routines All Departments · .*Routine Mon.*Sun.*\d\d:\d\d–\d\d:\d\d/)
  for (const text of week) expect(text).toMatch(/Mon.*Sun/)
  await expect(sheet(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'Print the list' }).click()
  await expect(sheet(page)).toHaveCount(1)
  expect(await brokenWords(page)).toEqual(whole)
  const routines = await pagesOf(page)
  expect(routines[0]).toMatch(/Routines All Departments.*Title Rule Who is expected/)
  expect(routines.join(' ')).not.toContain('Paste a list')
  for (const text of routines) expect(text).toContain('Who is expected')
})

test('hours and the readers of a procedure are printed with whose and when', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openQuietly(page, '/clock')
  const hours = page.getByRole('region', { name: 'My hours' })
  await hours.getByRole('button', { name: 'Print' }).click()
  await expect(sheet(page)).toHaveCount(1)
  const own = await pagesOf(page)
  expect(own).toHaveLength(1)
  expect(own[0]).toMatch(/Hours of Amara Okafor.*Housekeeping · .*, \d{4} · Printed .*Mon.*Sun.*Total of the week/s)
  expect(own[0]).toMatch(/\d\d:\d\d – \d\d:\d\d/)
  await expect(sheet(page)).toHaveCount(0)

  await page.goto('/clock?view=team')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(sheet(page)).toHaveCount(1)
  expect(await brokenWords(page)).toEqual(whole)
  const team = await pagesOf(page)
  expect(team).toHaveLength(1)
  expect(team[0]).toMatch(/Team hours.*Housekeeping.*Rosa Delgado.*Total/s)
  // Each session with its begin and its end.
  expect(team[0]).toMatch(/\d:\d\d \d\d:\d\d – \d\d:\d\d/)

  const [sop] = await (await page.request.get('/api/v1/sops?department=4')).json()
  await page.goto(`/sops?sop=${sop.id}&readers=true`)
  await page.getByRole('dialog', { name: 'Readers' }).getByRole('button', { name: 'Print' }).click()
  await expect(sheet(page)).toHaveCount(1)
  const readers = await pagesOf(page)
  expect(readers).toHaveLength(1)
  expect(readers[0]).toContain(sop.title)
  expect(readers[0]).toMatch(/Version .*Read by \d of \d+.*Rosa Delgado/s)
})
