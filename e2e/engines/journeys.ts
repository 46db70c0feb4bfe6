import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pictures } from '../../sample/pictures.ts'
import { draw } from '../../src/server/sample/draw.ts'
import { PASSWORD } from '../sample.ts'
import { namedGlobals } from './globals.ts'
import {
  article,
  button,
  css,
  dialog,
  listitem,
  named,
  type Page,
  region,
  status,
  text,
  textbox,
  timer,
} from './page.ts'

/** A journey's stage: a page with the manager signed in, other people's calls, and a breakable network. */
export interface Stage {
  page: Page
  /** Calls the API as the manager, as if from another device. */
  call: Call
  /** The address of the same Muster through a network that breaks while `isDown`. */
  network: { url: string; down: boolean }
}
// biome-ignore lint/suspicious/noExplicitAny: each endpoint replies otherwise
export type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** Signs in, and returns calls with the session. */
export async function callsOf(url: string, email: string): Promise<Call> {
  const signedIn = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const said = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${said}`)
    return said && JSON.parse(said)
  }
}

let count = 0
const unique = (title: string) => `${title} ${++count}`
const toast = (words: string) => [region('Notifications…'), text(words)]
const column = (name: string) => region(`${name}…`)
const board = (title: string) => `/tasks?view=board&q=${encodeURIComponent(title)}`
/** A task of the manager's own department. */
async function newTask(call: Call, title: string, more: object = {}): Promise<{ id: number; title: string }> {
  const { departmentId } = await call('GET', '/auth/session')
  return call('POST', '/tasks', { title: unique(title), departmentId, ...more })
}

/**
 * The journeys that touch differences between browsers. Each begins by opening an address, so that one can fail alone.
 */
export const journeys: [name: string, walk: (stage: Stage) => Promise<void>][] = [
  [
    'sign in',
    async ({ page }) => {
      await page.open('/login')
      await page.fill(textbox('Email'), 'manager@muster.example')
      await page.fill(textbox('Password'), PASSWORD)
      await page.click(button('Sign In'))
      await page.see(button('Sign Out'))
    },
  ],
  [
    'no script names a global that the engine lacks',
    async ({ page }) => {
      const names = await namedGlobals()
      const missing = await page.run((names) => names.filter((name) => !(name in window)), names)
      if (missing.length > 0) throw new Error(`It has no ${missing.join(', ')}`)
    },
  ],
  [
    'a task is written',
    async ({ page }) => {
      await page.open('/tasks?view=board')
      await page.see(column('Pending'))
      await page.click(button('New Task'))
      // As fast as somebody who knows the form: nothing that was typed is lost while the rest of it loads.
      const title = unique('Air the ballroom')
      await page.until('the title has the focus', () =>
        page.run(() => (document.activeElement as HTMLInputElement).name === 'title' || null),
      )
      await page.type(title)
      await page.see([dialog('New Task'), textbox('Title…')], ({ value }) => value === title)
      await page.click([dialog('New Task'), button('Create Task')])
      await page.see(toast('Task created successfully'))
      await page.open(board(title))
      await page.see([column('Pending'), article(title)])
    },
  ],
  [
    'a card is dragged with the mouse',
    async ({ page, call }) => {
      const { title } = await newTask(call, 'Empty the bins')
      await page.open(board(title))
      await page.until('the card is in Completed', async () => {
        if ((await page.find([column('Completed'), article(title)])) !== null) return true
        await page.drag([column('Pending'), article(title)], column('Completed'))
        await pause(1000)
        return page.find([column('Completed'), article(title)])
      })
    },
  ],
  [
    'a card is dragged with the keyboard',
    async ({ page, call }) => {
      const { title } = await newTask(call, 'Sort the keys')
      await page.open(board(title))
      await page.see([column('Pending'), article(title)])
      await pickUp(page, title, `Picked up ${title}. It is in Pending.`)
      await page.until('it is over In Progress', async () => {
        await page.press('ArrowRight')
        await pause(300)
        return isSaid(page, 'Over In Progress.')
      })
      await page.press(' ')
      await page.see([column('In Progress'), article(title)])
    },
  ],
  [
    'the table is opened, sorted and chosen from',
    async ({ page, call }) => {
      const { title } = await newTask(call, 'Count the towels')
      await page.open(`/tasks?view=table&q=${encodeURIComponent(title)}`)
      await page.see(css('tr[data-task]'), (row) => row.text.includes(title))
      await page.click([css('[role=columnheader],th'), button('Title…')])
      await page.click(css('tr[data-task] input[type=checkbox], tr[data-task] [role=checkbox]'))
      await page.see(named('group')('Chosen tasks'))
      await page.press('Escape')
      await page.gone(named('group')('Chosen tasks'))
    },
  ],
  [
    'people get a card by mouse and by keyboard',
    async ({ page, call }) => {
      const { title } = await newTask(call, 'Turn the mattresses')
      const { departmentId } = await call('GET', '/auth/session')
      const people: { firstName: string; lastName: string }[] = await call(
        'GET',
        `/shift/people?departmentId=${departmentId}`,
      )
      await page.open(`/tasks?view=people&q=${encodeURIComponent(title)}`)
      await page.click(button('Department: All Departments'))
      await page.click(named('menuitemradio')('Housekeeping'))
      await page.see([region('Unassigned'), article(title)])
      // The upper two lanes: the others may lie below the window.
      const lanes: { name: string; y: number }[] = []
      for (const { firstName, lastName } of people) {
        const name = `${firstName} ${lastName}`
        const lane = await page.find(region(name))
        if (lane) lanes.push({ name, y: lane.y })
      }
      const [first = '', second = ''] = lanes.sort((a, b) => a.y - b.y).map(({ name }) => name)
      await page.until(`the card is with ${first}`, async () => {
        if ((await page.find([region(first), article(title)])) !== null) return true
        await page.drag([region('Unassigned'), article(title)], region(first))
        await pause(1000)
        return page.find([region(first), article(title)])
      })
      await pickUp(page, title, `Picked up ${title}. It is in the lane ${first}.`)
      await page.until(`it is over ${second}`, async () => {
        await page.press('ArrowDown')
        await pause(300)
        return isSaid(page, `Over the lane ${second}.`)
      })
      await page.press(' ')
      await page.see([region(second), article(title)])
    },
  ],
  [
    'a task is opened, edited and talked about',
    async ({ page, call }) => {
      const { title, id } = await newTask(call, 'Iron the table linen')
      await page.open(board(title))
      await page.click([article(title), text(title)])
      await page.click([dialog(title), button('Edit Task')])
      await page.click([dialog('Edit Task'), textbox('Title…')])
      await page.press('End')
      await page.type(', twice')
      await page.click([dialog('Edit Task'), button('Save')])
      await page.see(dialog(`${title}, twice`))
      await page.fill([dialog(`${title}, twice`), textbox('Write a comment')], 'Done by noon')
      await page.click([dialog(`${title}, twice`), button('Send')])
      await page.see([dialog(`${title}, twice`), listitem(), text('Done by noon')])
      await page.until('the server has the comment', async () => {
        const { comments } = await call('GET', `/tasks/${id}/comments`)
        return comments.length === 1 || null
      })
    },
  ],
  [
    'a procedure is read: its pages and its text',
    async ({ page, call }) => {
      const [{ id, title }] = await call('GET', '/sops')
      await page.open(`/sops?sop=${id}&view=pages`)
      await page.see([dialog(title), region('Page 1')])
      await page.until('the first page is drawn', () =>
        page.run(() => {
          const canvas = document.querySelector<HTMLCanvasElement>('[role=dialog] canvas')
          const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
          return pixels?.some((value, at) => at % 4 !== 3 && value < 100) || null
        }),
      )
    },
  ],
  [
    'somebody clocks in and out',
    async ({ page, call }) => {
      await call('POST', '/clock/stop', {}).catch(() => {})
      await page.open('/clock')
      await page.click([region('Clock'), button('Clock In')])
      await page.see(toast('Clocked In'))
      await page.open('/clock')
      await page.see(timer('Running for'), ({ text }) => /^0:0\d:\d\d$/.test(text))
      await page.click([region('Clock'), button('Clock Out')])
      await page.see(toast('Clocked Out'))
      await page.see([region('Clock'), status()], ({ text }) => text === 'Clocked Out')
    },
  ],
  [
    'a change by a colleague appears at once',
    async ({ page, call }) => {
      await page.open('/tasks?view=board&q=hoover')
      await page.see(column('Pending'))
      const { id, title } = await newTask(call, 'Hoover the stairs')
      await page.see([column('Pending'), article(title)])
      await call('PUT', `/tasks/${id}`, { status: 'in_progress' })
      await page.see([column('In Progress'), article(title)])
    },
  ],
  [
    'a photo goes with a comment',
    async ({ page, call }) => {
      const { title, id } = await newTask(call, 'Look at the leak')
      const folder = await mkdtemp(join(tmpdir(), 'muster-photo-'))
      const file = join(folder, 'leak.png')
      await writeFile(file, draw(pictures.leak, 1).png)
      await page.open(`/tasks?task=${id}`)
      await page.see([dialog(title), textbox('Write a comment')])
      await page.driver.choose('[role=dialog] input[type=file][multiple]', [file])
      await page.fill([dialog(title), textbox('Write a comment')], 'It comes from above')
      await page.click([dialog(title), button('Send')])
      const photos = await page.until('the server has the photo', async () => {
        const { comments } = await call('GET', `/tasks/${id}/comments`)
        return comments[0]?.photos ?? null
      })
      if (photos.length !== 1) throw new Error(`There are ${photos.length} photos`)
      await page.until('the photo is shown', () =>
        page.run(
          () =>
            [...document.querySelectorAll<HTMLImageElement>('[role=dialog] [role=log] img')].some(
              ({ complete, naturalWidth }) => complete && naturalWidth > 0,
            ) || null,
        ),
      )
      await rm(folder, { recursive: true })
    },
  ],
  [
    'a shift is handed over',
    async ({ page, call }) => {
      const { id: assigneeId } = await call('GET', '/auth/session')
      const { title } = await newTask(call, 'Leak under the sink', { assigneeId, status: 'in_progress' })
      await call('POST', '/clock/start', {}).catch(() => {})
      await page.open('/handovers')
      await page.click(button('Hand over'))
      const sheet = named('complementary')('Anything for the next shift?')
      await page.see([sheet, text(title)])
      await page.fill([sheet, textbox('A note for everybody…')], 'The cold store is full.')
      await page.click([sheet, button('Hand over')])
      await page.gone(sheet)
      await page.see(text('The cold store is full.'))
      await call('POST', '/clock/stop', {}).catch(() => {})
    },
  ],
  [
    'work goes on without a network',
    async ({ page, call, network }) => {
      const { title, id } = await newTask(call, 'Bleed the radiators')
      // Cookies know no ports, so the session is the same.
      await page.open(board(title), network.url)
      await page.see([column('Pending'), article(title)])
      await page.run(async () => {
        await navigator.serviceWorker.ready
        if (navigator.serviceWorker.controller) return
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      })
      await page.until('the board is kept', () =>
        page.run(async () => (await caches.match('/api/v1/tasks/board', { ignoreSearch: true })) !== undefined || null),
      )
      network.down = true
      try {
        await page.open(board(title), network.url)
        await page.see([column('Pending'), article(title)])
        await page.see(text('Showing data from'))
        await page.hover(article(title))
        await page.click(button(`Actions for ${title}`))
        await page.click(named('menuitemradio')('Completed'))
        await page.see(text('1 change waits to be sent'))
      } finally {
        network.down = false
      }
      await page.until('the server has the change', async () =>
        (await call('GET', `/tasks/${id}`)).status === 'completed' ? true : null,
      )
      await page.gone(text('1 change waits to be sent'))
    },
  ],
]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Whether the page says this to screen readers. */
const isSaid = (page: Page, words: string) =>
  page.run((words) => document.body.textContent?.includes(words) || null, words)

/** Picks a card up by its handle. The code of dragging may still be on its way, so this asks again. */
async function pickUp(page: Page, title: string, words: string) {
  await page.until(`"${words}" is said`, async () => {
    await page.run(
      (name) => document.querySelector<HTMLElement>(`[data-drag-handle][aria-label="${name}"]`)?.focus(),
      `Move ${title}`,
    )
    await page.press(' ')
    await pause(300)
    if (await isSaid(page, words)) return true
    await page.press('Escape')
    return null
  })
}
